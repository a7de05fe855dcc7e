import { describe, expect, it } from 'vitest';
import {
	closingLines,
	crashedTally,
	type PlaywrightReport,
	playwrightTally,
	skippedFilesTally,
	skippedTally,
	type VitestReport,
	vitestTally,
} from './tally.ts';

function vitest(assertionResults: VitestReport['testResults'][number]['assertionResults'], more: Partial<VitestReport> = {}): VitestReport {
	return {
		numPassedTests: assertionResults.filter(({ status }) => status === 'passed').length,
		numFailedTests: assertionResults.filter(({ status }) => status === 'failed').length,
		success: true,
		testResults: [{ name: '/house/a.test.ts', status: 'passed', message: '', assertionResults }],
		...more,
	};
}

function name(file: string): string {
	return file.replace('/house/', '');
}

function playwright(status: string, more: Partial<PlaywrightReport> = {}): PlaywrightReport {
	return {
		stats: { expected: 0, unexpected: 0, flaky: 0, skipped: status === 'skipped' ? 1 : 0 },
		errors: [],
		suites: [
			{
				file: 'import.spec.ts',
				specs: [],
				suites: [
					{
						file: 'import.spec.ts',
						specs: [
							{
								title: 'real files',
								ok: true,
								tests: [{ status, annotations: [{ type: 'skip', description: 'absent: data' }], results: [] }],
							},
						],
					},
				],
			},
		],
		...more,
	};
}

describe('the end of npm test', () => {
	it('names each skipped test and why', () => {
		const lines = closingLines([
			vitestTally(
				vitest([
					{ status: 'passed', fullName: 'runs', failureMessages: [] },
					{ status: 'skipped', fullName: 'files are read (absent: data)', failureMessages: [] },
					{ status: 'todo', fullName: 'forgotten', failureMessages: [] },
				]),
				name,
			),
			playwrightTally(playwright('skipped')),
		]);
		expect(lines).toEqual([
			'SKIPPED a.test.ts > files are read (absent: data)',
			'SKIPPED a.test.ts > forgotten',
			'SKIPPED e2e/tests/import.spec.ts > real files (absent: data)',
			'1 passed, 0 failed, 3 skipped',
		]);
	});

	it('names every browser test when no browser is there', () => {
		expect(closingLines([skippedTally(playwright('expected'), 'no Chromium')])).toEqual([
			'SKIPPED e2e/tests/import.spec.ts > real files (no Chromium)',
			'0 passed, 0 failed, 1 skipped',
		]);
	});

	it('names files whose runner was not there', () => {
		expect(closingLines([skippedFilesTally(['a.test.tsx'], 'no Chromium')])).toEqual([
			'SKIPPED a.test.tsx (no Chromium)',
			'0 passed, 0 failed, 1 skipped',
		]);
	});

	it('counts what failed, also outside of any test, and a runner that wrote nothing', () => {
		const failed = vitestTally(vitest([{ status: 'failed', fullName: 'breaks', failureMessages: ['\u001b[31mno\u001b[39m'] }]), name);
		expect([failed.failed, failed.failures]).toEqual([1, ['FAILED a.test.ts > breaks\n  no']]);
		expect(vitestTally(vitest([], { success: false }), name).failed).toBe(1);
		expect(
			vitestTally(
				vitest([], { testResults: [{ name: '/house/b.test.ts', status: 'failed', message: 'bad import', assertionResults: [] }] }),
				name,
			),
		).toMatchObject({
			failed: 1,
			failures: ['FAILED b.test.ts\n  bad import'],
		});
		expect(playwrightTally(playwright('expected', { errors: [{ message: 'x' }] })).failed).toBe(1);
		expect(playwrightTally(playwright('flaky', { stats: { expected: 0, unexpected: 1, flaky: 1, skipped: 0 } })).failed).toBe(2);
		expect(crashedTally('vitest').failed).toBe(1);
	});
});
