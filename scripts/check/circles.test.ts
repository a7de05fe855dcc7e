import { describe, expect, it } from 'vitest';
import { brokenCircles } from './circles.ts';
import { readImports } from './import-graph.ts';
import { said } from './testing/house.ts';

const S = 'packages/server/src';
const circles = (texts: Record<string, string>): string[] => said(texts, (root, files) => brokenCircles(readImports(root, files)));

describe('the gate for circles', () => {
	it('passes a house whose imports go one way', () => {
		expect(
			circles({
				[`${S}/market/a.ts`]: "import './b.ts';\nimport './window/c.ts';",
				[`${S}/market/b.ts`]: "import type { C } from './window/c.ts';",
				[`${S}/market/window/c.ts`]: '',
				[`${S}/market/window/c.test.ts`]: "import '../a.ts';",
			}),
		).toEqual([]);
	});

	it('fails on a circle of files by values', () => {
		expect(
			circles({
				[`${S}/market/a.ts`]: "import './b.ts';",
				[`${S}/market/b.ts`]: "import './c.ts';",
				[`${S}/market/c.ts`]: "import './a.ts';",
			}),
		).toEqual([`circle of files: ${S}/market/a.ts -> ${S}/market/b.ts -> ${S}/market/c.ts -> ${S}/market/a.ts`]);
	});

	it.each(['domain', 'contract', 'store', 'server', 'web'])('fails on a circle of files by a type alone in %s', (name) => {
		const src = `packages/${name}/src`;
		expect(circles({ [`${src}/a.ts`]: "import './b.ts';", [`${src}/b.ts`]: "export const b = (a: import('./a.ts').A) => a;" })).toEqual([
			`circle of files: ${src}/a.ts -> ${src}/b.ts -> type ${src}/a.ts`,
		]);
	});

	it('fails on a circle of folders without one of files', () => {
		expect(
			circles({
				[`${S}/market/slots/a.ts`]: "import '../past/b.ts';",
				[`${S}/market/past/b.ts`]: '',
				[`${S}/market/past/c.ts`]: "import type { D } from '../slots/d.ts';",
				[`${S}/market/slots/d.ts`]: '',
			}),
		).toContainEqual(expect.stringMatching(/^circle of folders: .*market\/past -> .*market\/slots .*c\.ts type -> .*d\.ts/));
	});

	it('fails on a circle of folders of the web', () => {
		const web = 'packages/web/src/entities';
		expect(
			circles({
				[`${web}/live/a.ts`]: "import type { B } from '../session/b.ts';",
				[`${web}/session/b.ts`]: '',
				[`${web}/session/c.tsx`]: "import type { D } from '../live/d.ts';",
				[`${web}/live/d.ts`]: '',
			}),
		).toContainEqual(expect.stringMatching(/^circle of folders: .*live -> .*session/));
	});

	it('fails on a circle of a folder and the folder that holds it', () => {
		expect(
			circles({
				[`${S}/reports/a.ts`]: "import './export/b.ts';",
				[`${S}/reports/export/b.ts`]: "import '../c.ts';",
				[`${S}/reports/c.ts`]: '',
			}),
		).toContainEqual(expect.stringMatching(/^circle of folders: .*reports -> .*reports\/export/));
	});

	it('fails on a circle of rooms without one of folders', () => {
		expect(
			circles({
				[`${S}/market/slots/live/a.ts`]: "import '../../past/b.ts';",
				[`${S}/market/past/b.ts`]: '',
				[`${S}/market/past/old/c.ts`]: "import '../../slots/d.ts';",
				[`${S}/market/slots/d.ts`]: '',
			}),
		).toEqual([expect.stringMatching(/^circle of rooms: .*market\/past -> .*market\/slots/)]);
	});
});
