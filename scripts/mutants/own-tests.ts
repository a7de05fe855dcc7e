/**
 * Finds the tests of a package that reach a file by imports, nearest first, with tests of rendered pages, which need a browser, after the others.
 * Tests on stores and of pages take seconds each, so only the nearest of them are run: a more distant test could still kill a survivor.
 */
import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { edgesOf, readImports } from '../check/import-graph.ts';

export type FindTests = (file: string) => string[];

/** Maximum number of slow tests to run for a file, by kind. */
export interface SlowTestLimits {
	readonly store: number;
	readonly page: number;
}

export const SLOW_TEST_LIMITS: SlowTestLimits = { store: 6, page: 6 };

/** Returns a function that gives absolute paths of a file's tests. `folder`: the package's path from the root. */
export function createTestFinder(root: string, folder: string, limits: SlowTestLimits = SLOW_TEST_LIMITS): FindTests {
	const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).map((file) => file.split(sep).join('/'));
	const importers = new Map<string, string[]>();
	for (const { from, to, kind } of edgesOf(readImports(root, files)))
		if (kind === 'value') importers.set(to, [...(importers.get(to) ?? []), from]);
	const isOwnTest = (file: string): boolean => file.startsWith(`${folder}/`) && /\.test\.tsx?$/.test(file);

	return (file) => {
		// A set keeps insertion order, here the order of distance, and the loop also visits files added meanwhile.
		const reachedFiles = new Set([file]);
		for (const current of reachedFiles) for (const importer of importers.get(current) ?? []) reachedFiles.add(importer);
		const counts = { store: 0, page: 0, unit: 0 };
		const tests = [...reachedFiles].filter(isOwnTest).filter((test) => {
			const kind = kindOf(test);
			return ++counts[kind] <= (kind === 'unit' ? Number.POSITIVE_INFINITY : limits[kind]);
		});
		return [...tests.filter((test) => !isPageTest(test)), ...tests.filter(isPageTest)].map((test) => join(root, test));
	};
}

function kindOf(test: string): keyof SlowTestLimits | 'unit' {
	return isPageTest(test) ? 'page' : test.endsWith('.store.test.ts') ? 'store' : 'unit';
}

function isPageTest(file: string): boolean {
	return file.endsWith('.tsx');
}
