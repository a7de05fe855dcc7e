import { dirname } from 'node:path';

/** The tests in the folders of changed files, including changed tests. */
export function testsNearChanges(changed: readonly string[], tests: readonly string[]): string[] {
	const folders = new Set(changed.map((file) => dirname(file)));
	return tests.filter((test) => folders.has(dirname(test))).sort();
}
