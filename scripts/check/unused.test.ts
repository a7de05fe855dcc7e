import { describe, expect, it } from 'vitest';
import { readImports } from './import-graph.ts';
import { createProject } from './testing/fixture-project.ts';
import { checkUnused } from './unused.ts';

const KNIP = {
	// Named in package.json, so that knip knows which files are tests.
	ignoreDependencies: ['vitest'],
	ignoreExportsUsedInFile: true,
	workspaces: {
		'packages/server': {
			entry: ['src/main.ts!', 'src/**/*.test.ts'],
			project: ['src/**/*.ts!', '!src/**/{*.test.ts,testing/**}!'],
			includeEntryExports: true,
		},
	},
};
const S = 'packages/server/src';
/** Everything in this project is used. */
const PROJECT = {
	'package.json': JSON.stringify({ name: 'small', workspaces: ['packages/server'], devDependencies: { vitest: '5.1.1' } }),
	'knip.json': JSON.stringify(KNIP),
	'packages/server/package.json': JSON.stringify({ name: '@sw/server', type: 'module', exports: { './*': './src/*.ts' } }),
	[`${S}/main.ts`]: "import { a } from './a.ts';\nimport type { B } from './b.ts';\nexport default (b: B) => a(b);\n",
	[`${S}/a.ts`]: 'export const a = (x: unknown) => x;\n',
	[`${S}/b.ts`]: 'export interface B { c: number }\n',
	[`${S}/a.test.ts`]: "import { a } from './a.ts';\nimport { world } from './testing/world.ts';\na(world);\n",
	[`${S}/testing/world.ts`]: 'export const world = 1;\n',
};

async function unused(texts: Record<string, string>): Promise<string[]> {
	using project = createProject({ ...PROJECT, ...texts });
	return (
		await checkUnused(
			project.root,
			readImports(
				project.root,
				project.files.filter((file) => file.endsWith('.ts')),
			),
		)
	).filter((line) => !line.includes("'default'"));
}

describe('check: unused things', () => {
	it('accepts a project without unused code', async () => {
		expect(await unused({})).toEqual([]);
	});

	it('fails on a function of a module bound as a whole that no shipped file calls', async () => {
		expect(
			await unused({
				[`${S}/queries.ts`]: 'export function named() {}\nexport async function spare() {}\n',
				[`${S}/main.ts`]: `${PROJECT[`${S}/main.ts`]}import * as queries from './queries.ts';\nbind(queries).named();\n`,
				[`${S}/a.test.ts`]: `${PROJECT[`${S}/a.test.ts`]}import { spare } from './queries.ts';\nspare();\n`,
			}),
		).toEqual([`${S}/queries.ts: no shipped file calls 'spare'`]);
	});

	it('fails on an export, a type and a dependency that nothing uses', async () => {
		expect(
			await unused({
				[`${S}/a.ts`]: `${PROJECT[`${S}/a.ts`]}export const spare = 1;\n`,
				[`${S}/b.ts`]: `${PROJECT[`${S}/b.ts`]}export type Spare = 1;\n`,
				'packages/server/package.json': JSON.stringify({
					name: '@sw/server',
					exports: { './*': './src/*.ts' },
					dependencies: { spare: '1.0.0' },
				}),
			}),
		).toEqual(
			expect.arrayContaining([
				`${S}/a.ts: the export 'spare' is unused`,
				`${S}/b.ts: the type 'Spare' is unused`,
				"packages/server/package.json: the dependency 'spare' is unused",
			]),
		);
	});

	it('fails on an export and a file that only tests use, and lets them have a folder testing', async () => {
		expect(
			await unused({
				[`${S}/a.ts`]: `${PROJECT[`${S}/a.ts`]}export const forTests = 1;\n`,
				[`${S}/a.test.ts`]:
					"import { a, forTests } from './a.ts';\nimport './oracle.ts';\nimport { world } from './testing/world.ts';\na([world, forTests]);\n",
				[`${S}/oracle.ts`]: 'globalThis.name;\n',
			}),
		).toEqual([`${S}/a.ts: only tests use the export 'forTests'`, `${S}/oracle.ts: only tests import this file`]);
	});
});
