import { describe, expect, it } from 'vitest';
import { checkCycles } from './cycles.ts';
import { readImports } from './import-graph.ts';
import { problemsIn } from './testing/fixture-project.ts';

const S = 'packages/server/src';

function cycles(texts: Record<string, string>): string[] {
	return problemsIn(texts, (root, files) => checkCycles(readImports(root, files)));
}

describe('checkCycles', () => {
	it('accepts imports that go one way', () => {
		expect(
			cycles({
				[`${S}/market/a.ts`]: "import './b.ts';\nimport './window/c.ts';",
				[`${S}/market/b.ts`]: "import type { C } from './window/c.ts';",
				[`${S}/market/window/c.ts`]: '',
				[`${S}/market/window/c.test.ts`]: "import '../a.ts';",
			}),
		).toEqual([]);
	});

	it('fails on a cycle of files by values', () => {
		expect(
			cycles({
				[`${S}/market/a.ts`]: "import './b.ts';",
				[`${S}/market/b.ts`]: "import './c.ts';",
				[`${S}/market/c.ts`]: "import './a.ts';",
			}),
		).toEqual([`cycle of files: ${S}/market/a.ts -> ${S}/market/b.ts -> ${S}/market/c.ts -> ${S}/market/a.ts`]);
	});

	it.each(['domain', 'contract', 'store', 'server', 'web'])('fails on a cycle of files by a type alone in %s', (name) => {
		const src = `packages/${name}/src`;
		expect(cycles({ [`${src}/a.ts`]: "import './b.ts';", [`${src}/b.ts`]: "export const b = (a: import('./a.ts').A) => a;" })).toEqual([
			`cycle of files: ${src}/a.ts -> ${src}/b.ts -> type ${src}/a.ts`,
		]);
	});

	it('fails on a cycle of folders without one of files', () => {
		expect(
			cycles({
				[`${S}/market/slots/a.ts`]: "import '../past/b.ts';",
				[`${S}/market/past/b.ts`]: '',
				[`${S}/market/past/c.ts`]: "import type { D } from '../slots/d.ts';",
				[`${S}/market/slots/d.ts`]: '',
			}),
		).toContainEqual(expect.stringMatching(/^cycle of folders: .*market\/past -> .*market\/slots .*c\.ts type -> .*d\.ts/));
	});

	it('fails on a cycle of folders of the web', () => {
		const web = 'packages/web/src/entities';
		expect(
			cycles({
				[`${web}/live/a.ts`]: "import type { B } from '../session/b.ts';",
				[`${web}/session/b.ts`]: '',
				[`${web}/session/c.tsx`]: "import type { D } from '../live/d.ts';",
				[`${web}/live/d.ts`]: '',
			}),
		).toContainEqual(expect.stringMatching(/^cycle of folders: .*live -> .*session/));
	});

	it('fails on a cycle of a folder and the folder that holds it', () => {
		expect(
			cycles({
				[`${S}/reports/a.ts`]: "import './export/b.ts';",
				[`${S}/reports/export/b.ts`]: "import '../c.ts';",
				[`${S}/reports/c.ts`]: '',
			}),
		).toContainEqual(expect.stringMatching(/^cycle of folders: .*reports -> .*reports\/export/));
	});

	it('fails on a cycle of modules without one of folders', () => {
		expect(
			cycles({
				[`${S}/market/slots/live/a.ts`]: "import '../../past/b.ts';",
				[`${S}/market/past/b.ts`]: '',
				[`${S}/market/past/old/c.ts`]: "import '../../slots/d.ts';",
				[`${S}/market/slots/d.ts`]: '',
			}),
		).toEqual([expect.stringMatching(/^cycle of modules: .*market\/past -> .*market\/slots/)]);
	});
});
