import { describe, expect, it } from 'vitest';
import { edgesOf, importsOf, readImports } from './import-graph.ts';
import { createProject } from './testing/fixture-project.ts';

describe('import graph', () => {
	it.each([
		["import { a } from './a.ts';", './a.ts', 'value'],
		["import type { A } from './a.ts';", './a.ts', 'type'],
		["import './a.css';", './a.css', 'value'],
		["import a, { type B } from './a.ts';", './a.ts', 'value'],
		["import * as a from './a.ts';", './a.ts', 'value'],
		["import {\n\ta,\n\tb,\n} from './a.ts';", './a.ts', 'value'],
		["export { a } from './a.ts';", './a.ts', 'value'],
		["export * from './a.ts';", './a.ts', 'value'],
		["export type { A } from './a.ts';", './a.ts', 'type'],
		["const a = await import('./a.ts');", './a.ts', 'value'],
		["import('./a.ts').then(use);", './a.ts', 'value'],
		["let a: import('./a.ts').A;", './a.ts', 'type'],
		["let a: typeof import('./a.ts');", './a.ts', 'type'],
		["new Worker(new URL('./a.ts', import.meta.url));", './a.ts', 'value'],
	])('reads %s', (text, name, kind) => {
		expect(importsOf(text)).toEqual([{ name, kind }]);
	});

	it('does not reach from one statement over another', () => {
		expect(importsOf("export type A = 'x';\nexport const from = 1;\nimport { b } from './b.ts';")).toEqual([
			{ name: './b.ts', kind: 'value' },
		]);
	});

	it('resolves relative paths and workspace packages, and ignores libraries', () => {
		using project = createProject({
			'packages/server/src/market/a.ts':
				"import './b.ts';\nimport '@sw/store/open';\nimport '@sw/contract';\nimport 'zod';\nimport '../config/c';",
			'packages/server/src/market/b.ts': '',
			'packages/server/src/config/c.tsx': '',
			'packages/store/src/open.ts': '',
			'packages/contract/src/index.ts': '',
		});
		expect(edgesOf(readImports(project.root, project.files)).map(({ to }) => to)).toEqual([
			'packages/server/src/market/b.ts',
			'packages/store/src/open.ts',
			'packages/contract/src/index.ts',
			'packages/server/src/config/c.tsx',
		]);
	});
});
