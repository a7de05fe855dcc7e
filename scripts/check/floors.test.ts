import { describe, expect, it } from 'vitest';
import { brokenFloors } from './floors.ts';
import { FLOORS } from './house-plan.ts';
import { readImports } from './import-graph.ts';
import { said } from './testing/house.ts';

const S = 'packages/server/src';
const W = 'packages/web/src';
const floors = (texts: Record<string, string>): string[] => said(texts, (root, files) => brokenFloors(readImports(root, files)));
const fileIn = (within: string, room: string): string => (/\.tsx?$/.test(room) ? `${within}${room}` : `${within}${room}/a.ts`);
/** Each room and one of the floor below it. */
const neighbours = FLOORS.flatMap(({ within, floors }) =>
	floors
		.slice(1)
		.flatMap((rooms, i) =>
			rooms.flatMap((below) =>
				(floors[i] ?? []).map((above) => ({ above, below, high: fileIn(within, above), low: fileIn(within, below) })),
			),
		),
);
/** Two rooms of one floor. */
const sisters = FLOORS.flatMap(({ within, floors }) =>
	floors.flatMap((rooms) =>
		rooms.slice(1).map((one, i) => ({ one, other: rooms[i] ?? '', from: fileIn(within, one), to: fileIn(within, rooms[i] ?? '') })),
	),
);
const importing = (from: string, to: string): string => {
	const up = from.split('/').length - 'packages/x/src/'.split('/').length;
	return `import type { A } from '${up > 0 ? '../'.repeat(up) : './'}${to.split('/').slice(3).join('/')}';`;
};

describe('the gate for floors', () => {
	it.each(neighbours)('lets $above be imported by $below ($low)', ({ high, low }) => {
		expect(floors({ [high]: '', [low]: importing(low, high) })).toEqual([]);
	});

	it.each(neighbours)('fails when $above imports a type of $below ($low)', ({ above, below, high, low }) => {
		expect(floors({ [high]: importing(high, low), [low]: '' })).toEqual([
			`${high}: ${above} stands above ${below}, it imports the type of ${low}`,
		]);
	});

	it.each(sisters)('fails when $one imports a type of $other, on the same floor', ({ one, other, from, to }) => {
		expect(floors({ [from]: importing(from, to), [to]: '' })).toEqual([
			`${from}: ${one} stands beside ${other}, it imports the type of ${to}`,
		]);
	});

	it('fails when a feature is known below it', () => {
		expect(
			floors({
				[`${W}/features/signals/card.tsx`]: "import '../../entities/list-state/state.ts';\nimport '../../charts/wheel/model.ts';",
				[`${W}/entities/list-state/state.ts`]: "import '../../charts/wheel/model.ts';",
				[`${W}/charts/wheel/model.ts`]: "import type { Card } from '../../features/signals/card.tsx';",
			}),
		).toEqual([`${W}/charts/wheel/model.ts: charts stands above features, it imports the type of ${W}/features/signals/card.tsx`]);
	});

	it.each([S, W])('fails on a room of %s that no floor names', (within) => {
		expect(floors({ [`${within}/attic/a.ts`]: '' })).toEqual([`${within}/attic: not among the floors of scripts/check/house-plan.ts`]);
	});

	it('lets tests and testing rooms import every floor, and nothing that ships import those', () => {
		const texts = {
			[`${S}/market/a.test.ts`]: "import '../compose/b.ts';",
			[`${S}/market/testing/world.ts`]: "import '../../compose/b.ts';",
			[`${S}/compose/b.ts`]: '',
		};
		expect(floors(texts)).toEqual([]);
		expect(floors({ ...texts, [`${S}/compose/c.ts`]: "import '../market/testing/world.ts';" })).toEqual([
			`${S}/compose/c.ts: what ships imports no test, it imports ${S}/market/testing/world.ts`,
		]);
	});
});
