import { dirname } from 'node:path';

/** The tests in the folders of changed files, including changed tests. */
export function findTestsNearChanges(changedFiles: readonly string[], tests: readonly string[]): string[] {
	const folders = new Set(changedFiles.map((file) => dirname(file)));
	return tests.filter((test) => folders.has(dirname(test))).sort();
}
