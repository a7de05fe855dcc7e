import { describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { readImports } from './import-graph.ts';
import { problemsIn } from './testing/fixture-project.ts';

const P = 'packages';

function boundaries(texts: Record<string, string>): string[] {
	return problemsIn(texts, (root, files) => checkBoundaries(readImports(root, files)));
}

describe('checkBoundaries', () => {
	it('accepts a project that respects every boundary', () => {
		expect(
			boundaries({
				[`${P}/domain/src/time/a.ts`]: 'export const a = (now: number) => now;',
				[`${P}/contract/src/a.ts`]: "import '@sw/domain/time/a';",
				[`${P}/store/src/open.ts`]: "import '@sw/domain/time/a';\nimport type { SQL } from 'drizzle-orm';",
				[`${P}/server/src/main.ts`]: 'start(process.env);',
				[`${P}/server/src/intake/provider.ts`]: '',
				[`${P}/server/src/market/a.ts`]: "import '@sw/store/open';\nimport '../intake/provider.ts';",
				[`${P}/server/src/areas/guard.ts`]: "import '../intake/provider.ts';\nimport '@sw/contract/a';",
				[`${P}/server/src/areas/filters/a.ts`]: "import '../guard.ts';",
				[`${P}/server/src/areas/filters/ports.ts`]:
					"import type * as filters from '@sw/store/open';\nexport type { A } from '@sw/store/open';",
				[`${P}/server/src/research/search/search-ports.ts`]: "import type { A } from '@sw/store/open';",
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
		expect(boundaries({ [`${P}/${own}/src/main.ts`]: `import type { A } from '@sw/${other}/a';` })).toEqual([
			`${P}/${own}/src/main.ts: ${own} may not import @sw/${other}`,
		]);
	});

	it.each(['config', 'outside/mail', 'research/search', 'areas/filters', 'http', 'hub', 'intake/vendors/yahoo', 'platform/clocks'])(
		'fails when %s imports the store',
		(name) => {
			expect(boundaries({ [`${P}/server/src/${name}/a.ts`]: "import type { Db } from '@sw/store/open';" })).toEqual([
				expect.stringMatching(/this module may import only types of the store, and only in its ports/),
			]);
		},
	);

	it.each([
		['areas/filters/ports.ts', "import * as filters from '@sw/store/open';"],
		['areas/filters/ports.ts', "import { type A } from '@sw/store/open';"],
		['areas/filters/ports.ts', "import type { A } from '@sw/store/open';\nexport { a } from '@sw/store/open';"],
		['research/ports.ts', "const store = await import('@sw/store/open');"],
		['areas/filters/reports.ts', "import type { A } from '@sw/store/open';"],
		['hub/ports.ts', "import type { A } from '@sw/store/open';"],
	])('fails when %s reads `%s`', (file, text) => {
		expect(boundaries({ [`${P}/server/src/${file}`]: text })).toEqual([
			expect.stringMatching(/this module may import only types of the store, and only in its ports/),
		]);
	});

	it.each(['areas/prices', 'http', 'hub'])('fails when %s imports a provider', (name) => {
		const up = name.includes('/') ? '../..' : '..';
		expect(
			boundaries({
				[`${P}/server/src/${name}/a.ts`]: `import '${up}/intake/vendors/yahoo/client.ts';`,
				[`${P}/server/src/intake/vendors/yahoo/client.ts`]: '',
			}),
		).toEqual([expect.stringMatching(/this module may import only intake\/provider\.ts/)]);
	});

	it.each(['server/src/areas', 'web/src/features'])('fails when one folder of %s imports another', (parent) => {
		expect(
			boundaries({
				[`${P}/${parent}/filters/deep/a.ts`]: "import type { B } from '../../accounts/b.ts';",
				[`${P}/${parent}/accounts/b.ts`]: '',
			}),
		).toEqual([expect.stringMatching(/must not import each other, but it imports .*accounts\/b\.ts/)]);
	});

	it.each(['Date.now()', 'new Date()', 'Math.random()', 'performance.now()'])('fails when domain uses %s', (call) => {
		expect(boundaries({ [`${P}/domain/src/a.ts`]: `export const a = ${call};` })).toEqual([
			expect.stringMatching(/no clock, randomness or IO/),
		]);
	});

	it('fails when anything but main.ts and commands reads the environment', () => {
		expect(
			boundaries({ [`${P}/server/src/compose/a.ts`]: 'process.env.PORT;', [`${P}/server/src/commands/a.ts`]: 'process.env.PORT;' }),
		).toEqual([`${P}/server/src/compose/a.ts: only main.ts and commands read process.env`]);
	});

	it.each(["import { sql } from 'drizzle-orm';", "import { text } from 'drizzle-orm/pg-core';"])('fails when a file has %s', (text) => {
		expect(boundaries({ [`${P}/store/src/postgres/a.ts`]: text })).toEqual([
			`${P}/store/src/postgres/a.ts: import Drizzle from packages/store/src/postgres/orm/drizzle.ts, which loads it faster`,
		]);
	});
});
