/** The tests of a package that reach a file by imports, nearest first; those of rendered pages, which need a browser, after the others. */
import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { edgesOf, readImports } from '../check/import-graph.ts';

export type TestsOf = (file: string) => string[];

/** Tests of rendered pages take seconds each: of those that reach a file, only this many of the nearest are run. */
const PAGE_TESTS = 6;

/** `folder`: of the package, as a path from the root. */
export function ownTests(root: string, folder: string): TestsOf {
	const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).map((file) => file.split(sep).join('/'));
	const importers = new Map<string, string[]>();
	for (const { from, to, kind } of edgesOf(readImports(root, files)))
		if (kind === 'value') importers.set(to, [...(importers.get(to) ?? []), from]);
	const isOwnTest = (file: string): boolean => file.startsWith(`${folder}/`) && /\.test\.tsx?$/.test(file);

	return (file) => {
		// A map keeps insertion order, which is that of the distance.
		const reached = new Set([file]);
		for (const at of reached) for (const importer of importers.get(at) ?? []) reached.add(importer);
		const tests = [...reached].filter(isOwnTest);
		return [...tests.filter((test) => !isPageTest(test)), ...tests.filter(isPageTest).slice(0, PAGE_TESTS)].map((test) => join(root, test));
	};
}

function isPageTest(file: string): boolean {
	return file.endsWith('.tsx');
}
