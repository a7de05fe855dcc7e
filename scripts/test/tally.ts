/** Sums up the reports of the test runners: numbers of passed, failed and skipped tests, with names and reasons of the latter two. */
import { stripVTControlCharacters } from 'node:util';

export interface Tally {
	passed: number;
	failed: number;
	skipped: number;
	/** Lines to repeat at the end, because the runner's own lines are far above by then. */
	failures: string[];
	skips: string[];
}

export interface VitestReport {
	numPassedTests: number;
	numFailedTests: number;
	success: boolean;
	testResults: {
		/** File name. */
		name: string;
		status: string;
		message: string;
		assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
	}[];
}

export interface PlaywrightSuite {
	file: string;
	suites?: PlaywrightSuite[];
	specs: {
		title: string;
		ok: boolean;
		tests: { status?: string; annotations?: { type: string; description?: string }[]; results: { errors: { message: string }[] }[] }[];
	}[];
}

export interface PlaywrightReport {
	stats: { expected: number; unexpected: number; flaky: number; skipped: number };
	errors: { message: string }[];
	suites: PlaywrightSuite[];
}

/** A missing report means that the runner crashed, which is a failure. */
export function crashedTally(runner: string): Tally {
	return {
		passed: 0,
		failed: 1,
		skipped: 0,
		failures: [`FAILED ${runner} wrote no report`],
		skips: [],
	};
}

/** `nameOf` gives a file's displayed name. The title of a skipped test contains the reason. */
export function vitestTally(report: VitestReport, nameOf: (file: string) => string): Tally {
	const crashedFiles = report.testResults.filter((t) => t.status === 'failed' && t.assertionResults.length === 0);
	const allTests = report.testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map((test) => ({ file: nameOf(name), ...test })),
	);
	const failed = report.numFailedTests + crashedFiles.length;
	const failures = allTests
		.filter(({ status }) => status === 'failed')
		.map(({ file, fullName, failureMessages }) => formatFailure(`${file} > ${fullName}`, failureMessages));
	for (const { name, message } of crashedFiles) failures.push(formatFailure(nameOf(name), [message]));
	const hasOutsideError = failed === 0 && !report.success;
	if (hasOutsideError) failures.push('FAILED vitest: an error outside of any test, see above');
	const skips = allTests
		.filter(({ status }) => status !== 'passed' && status !== 'failed')
		.map(({ file, fullName }) => `SKIPPED ${file} > ${fullName}`);
	return { passed: report.numPassedTests, failed: hasOutsideError ? 1 : failed, skipped: skips.length, failures, skips };
}

function formatFailure(place: string, messages: string[]): string {
	const lines = messages.flatMap((message) => stripVTControlCharacters(message).split('\n').slice(0, 12));
	return [`FAILED ${place}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

export function playwrightTally({ stats, errors, suites }: PlaywrightReport): Tally {
	const specs = suites.flatMap(collectSpecs);
	const failures = [
		...errors.map(({ message }) => formatFailure('playwright', [message])),
		...specs
			.filter(({ ok }) => !ok)
			.map((spec) =>
				formatFailure(
					testName(spec),
					spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors.map(({ message }) => message))),
				),
			),
	];
	const skips = specs
		.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
		.map((spec) => {
			const reasons = spec.tests.flatMap(({ annotations = [] }) => annotations.flatMap(({ description }) => description ?? []));
			return `SKIPPED ${testName(spec)} (${reasons.join('; ') || 'no reason given'})`;
		});
	const failed = stats.unexpected + stats.flaky;
	return { passed: stats.expected, failed: failed === 0 && errors.length > 0 ? 1 : failed, skipped: stats.skipped, failures, skips };
}

function testName({ file, title }: { file: string; title: string }): string {
	return `e2e/tests/${file} > ${title}`;
}

function collectSpecs(suite: PlaywrightSuite): (PlaywrightSuite['specs'][number] & { file: string })[] {
	return [...suite.specs.map((spec) => ({ file: suite.file, ...spec })), ...(suite.suites ?? []).flatMap(collectSpecs)];
}

/** Counts every test of a listing as skipped, for one reason. */
export function skippedTally({ suites }: PlaywrightReport, reason: string): Tally {
	const skips = suites.flatMap(collectSpecs).map((spec) => `SKIPPED ${testName(spec)} (${reason})`);
	return { passed: 0, failed: 0, skipped: skips.length, failures: [], skips };
}

/** Counts each file as one skipped test, for one reason: without the runner, the number of tests is unknown. */
export function skippedFilesTally(files: readonly string[], reason: string): Tally {
	return {
		passed: 0,
		failed: 0,
		skipped: files.length,
		failures: [],
		skips: files.map((file) => `SKIPPED ${file} (${reason})`),
	};
}

/** The closing lines of `npm test`: skipped tests, failures, and totals. */
export function closingLines(tallies: readonly Tally[]): string[] {
	const sum = (key: 'passed' | 'failed' | 'skipped'): number => tallies.reduce((total, tally) => total + tally[key], 0);
	return [
		...tallies.flatMap(({ skips }) => skips),
		...tallies.flatMap(({ failures }) => failures),
		`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`,
	];
}
