import { describe, expect, it } from 'vitest';
import { findTestsNearChanges } from './tests-near-changes.ts';

const TESTS = ['packages/store/src/backup/backup.store.test.ts', 'packages/store/src/open.store.test.ts'];

describe('the tests beside what changed', () => {
	it.each([
		[['packages/store/src/backup/restore.ts'], [TESTS[0]]],
		[['packages/store/src/open.store.test.ts', 'packages/store/src/watch.ts'], [TESTS[1]]],
		[['packages/store/src/postgres/pulse.ts', 'README.md'], []],
		[[], []],
	])('of %j are %j', (changed, expected) => {
		expect(findTestsNearChanges(changed, TESTS)).toEqual(expected);
	});
});
