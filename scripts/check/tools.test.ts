import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject } from './testing/fixture-project.ts';
import { checkFormat, checkTypes } from './tools.ts';

/** A project that references another, under the strict compiler options. */
function typed(price: string) {
	const project = (more: object) => JSON.stringify({ extends: '../tsconfig.base.json', include: ['*.ts'], ...more });
	return createProject({
		'package.json': JSON.stringify({ type: 'module' }),
		'tsconfig.base.json': ours('tsconfig.base.json'),
		'tsconfig.json': JSON.stringify({ files: [], references: [{ path: './a' }, { path: './b' }] }),
		'a/tsconfig.json': project({ compilerOptions: { outDir: '../out/a', types: [] } }),
		'a/price.ts': price,
		'b/tsconfig.json': project({ compilerOptions: { outDir: '../out/b', types: [] }, references: [{ path: '../a' }] }),
		'b/use.ts': "import { priceOf } from '../a/price.ts';\n\nexport const total: number = priceOf('AMD');\n",
	});
}

function ours(file: string): string {
	return readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
}

describe('check: types', () => {
	it('passes projects that agree', async () => {
		using project = typed('export const priceOf = (symbol: string): number => symbol.length;\n');
		expect(await checkTypes(project.root)).toEqual([]);
	});

	it('fails where one project gives what another does not take, and names the place', async () => {
		using project = typed('export const priceOf = (symbol: string): string => symbol;\n');
		expect((await checkTypes(project.root)).join()).toMatch(/b\/use\.ts\(3,14\): error TS2322/);
	});

	it('fails on what may be absent', async () => {
		using project = typed('export const priceOf = (symbol: string): number => [1, 2][symbol.length];\n');
		expect((await checkTypes(project.root)).join()).toMatch(/a\/price\.ts\(1,\d+\): error TS2322/);
	});
});

async function formed(text: string): Promise<string> {
	using project = createProject({
		'biome.json': ours('biome.json').replace('"enabled": true', '"enabled": false'),
		'packages/a.ts': text,
	});
	return (await checkFormat(project.root)).join('\n');
}

describe('check: format and lint', () => {
	it('accepts text in the project format', async () => {
		expect(await formed("export const a = 'a';\n")).toBe('');
	});

	it.each([
		['format', 'export const a = "a"\n', 'packages/a.ts format'],
		['any', 'export const a = (b: any): string => String(b);\n', 'noExplicitAny'],
		['an import that nothing uses', "import { join } from 'node:path';\n\nexport const a = 1;\n", 'noUnusedImports'],
	])('fails on %s', async (_what, text, message) => {
		expect(await formed(text)).toContain(message);
	});
});
