import { describe, expect, it } from 'vitest';
import { readImports } from './import-graph.ts';
import { withoutKnown } from './known-breaches.ts';
import { said } from './testing/house.ts';
import { brokenWalls } from './walls.ts';

const P = 'packages';
const walls = (texts: Record<string, string>): string[] => said(texts, (root, files) => brokenWalls(readImports(root, files)));

describe('the gate for walls', () => {
	it('passes a house whose rooms know what they may', () => {
		expect(
			walls({
				[`${P}/domain/src/time/a.ts`]: 'export const a = (now: number) => now;',
				[`${P}/contract/src/a.ts`]: "import '@sw/domain/time/a';",
				[`${P}/store/src/open.ts`]: "import '@sw/domain/time/a';",
				[`${P}/server/src/main.ts`]: 'start(process.env);',
				[`${P}/server/src/intake/provider.ts`]: '',
				[`${P}/server/src/market/a.ts`]: "import '@sw/store/open';\nimport '../intake/provider.ts';",
				[`${P}/server/src/areas/guard.ts`]: "import '../intake/provider.ts';\nimport '@sw/contract/a';",
				[`${P}/server/src/areas/filters/a.ts`]: "import '../guard.ts';",
				[`${P}/server/src/areas/filters/a.test.ts`]: "import '@sw/store/open';\nimport '../accounts/b.ts';",
				[`${P}/server/src/areas/accounts/b.ts`]: '',
				[`${P}/web/src/features/signals/a.tsx`]: "import '@sw/contract/a';\nimport '@sw/domain/time/a';",
			}),
		).toEqual([]);
	});

	it.each([
		['domain', 'contract'],
		['contract', 'store'],
		['store', 'contract'],
		['server', 'web'],
		['web', 'store'],
		['web', 'server'],
	])('fails when %s imports %s', (own, other) => {
		expect(walls({ [`${P}/${own}/src/main.ts`]: `import type { A } from '@sw/${other}/a';` })).toEqual([
			`${P}/${own}/src/main.ts: ${own} may not import @sw/${other}`,
		]);
	});

	it.each(['config', 'outside/mail', 'research/search', 'areas/filters', 'http', 'hub', 'intake/vendors/yahoo', 'platform/clocks'])(
		'fails when %s knows the stores',
		(room) => {
			expect(walls({ [`${P}/server/src/${room}/a.ts`]: "import type { Db } from '@sw/store/open';" })).toEqual([
				expect.stringMatching(/this room does not know the stores/),
			]);
		},
	);

	it.each(['areas/prices', 'http', 'hub'])('fails when %s knows a provider', (room) => {
		const up = room.includes('/') ? '../..' : '..';
		expect(
			walls({
				[`${P}/server/src/${room}/a.ts`]: `import '${up}/intake/vendors/yahoo/client.ts';`,
				[`${P}/server/src/intake/vendors/yahoo/client.ts`]: '',
			}),
		).toEqual([expect.stringMatching(/this room does not know the providers/)]);
	});

	it.each(['server/src/areas', 'web/src/features'])('fails when one room of %s imports another', (rooms) => {
		expect(
			walls({ [`${P}/${rooms}/filters/deep/a.ts`]: "import type { B } from '../../accounts/b.ts';", [`${P}/${rooms}/accounts/b.ts`]: '' }),
		).toEqual([expect.stringMatching(/stand apart, it imports .*accounts\/b\.ts/)]);
	});

	it.each(['Date.now()', 'new Date()', 'Math.random()', 'performance.now()'])('fails when domain knows %s', (call) => {
		expect(walls({ [`${P}/domain/src/a.ts`]: `export const a = ${call};` })).toEqual([expect.stringMatching(/no clock, chance or IO/)]);
	});

	it('fails when another than main and commands reads the environment', () => {
		expect(
			walls({ [`${P}/server/src/compose/a.ts`]: 'process.env.PORT;', [`${P}/server/src/commands/a.ts`]: 'process.env.PORT;' }),
		).toEqual([`${P}/server/src/compose/a.ts: main alone reads process.env`]);
	});
});

describe('the list of known breaches', () => {
	it('takes out what it names, and fails on what no longer stands', () => {
		expect(withoutKnown(['a: b', 'c: d'], ['a:'])).toEqual(['c: d']);
		expect(withoutKnown(['c: d'], ['a:'])).toEqual(['c: d', "mended: take 'a:' from scripts/check/known-breaches.ts"]);
	});
});
