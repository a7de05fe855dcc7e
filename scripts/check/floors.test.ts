import { describe, expect, it } from 'vitest';
import { brokenFloors } from './floors.ts';
import { FLOORS } from './house-plan.ts';
import { readImports } from './import-graph.ts';
import { said } from './testing/house.ts';

const S = 'packages/server/src';
const floors = (texts: Record<string, string>): string[] => said(texts, (root, files) => brokenFloors(readImports(root, files)));
const fileOf = (floor: string): string => (floor.endsWith('.ts') ? `${S}/${floor}` : `${S}/${floor}/a.ts`);
/** Each floor and the one below it. */
const neighbours = FLOORS.slice(1).map((below, i) => [FLOORS[i] ?? '', below] as const);

describe('the gate for floors', () => {
	it.each(neighbours)('lets %s be imported by %s', (above, below) => {
		expect(
			floors({ [fileOf(above)]: '', [fileOf(below)]: `import type { A } from '@sw/server/${fileOf(above).slice(S.length + 1, -3)}';` }),
		).toEqual([]);
	});

	it.each(neighbours)('fails when %s imports a type of %s', (above, below) => {
		const name = `@sw/server/${fileOf(below).slice(S.length + 1, -3)}`;
		expect(floors({ [fileOf(above)]: `import type { A } from '${name}';`, [fileOf(below)]: '' })).toEqual([
			`${fileOf(above)}: ${above} stands above ${below}, it imports the type of ${fileOf(below)}`,
		]);
	});

	it('fails on a room that no floor names', () => {
		expect(floors({ [`${S}/attic/a.ts`]: '' })).toEqual([`${S}/attic: not among the floors of scripts/check/house-plan.ts`]);
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
