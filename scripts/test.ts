/**
 * `npm test`: every test, unit to browser, then one closing line 'N passed, N failed, N skipped'.
 * Chromium is installed from the system's packages only as root with CI=true; otherwise the command is printed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = join(import.meta.dirname, '..');
const vitestFile = join(root, '.test/vitest.json');
const playwrightFile = join(root, '.test/playwright.json');
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

interface Tally {
	passed: number;
	failed: number;
	skipped: number;
	/** What failed and why, told again at the end: the runner's own lines are far above by then. */
	failures: string[];
}

interface VitestReport {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	success: boolean;
	testResults: {
		name: string;
		status: string;
		message: string;
		assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
	}[];
}

interface PlaywrightSuite {
	file: string;
	suites?: PlaywrightSuite[];
	specs: { title: string; ok: boolean; tests: { results: { errors: { message: string }[] }[] }[] }[];
}

interface PlaywrightReport {
	stats: { expected: number; unexpected: number; flaky: number; skipped: number };
	errors: { message: string }[];
	suites: PlaywrightSuite[];
}

const failure = (where: string, messages: string[]): string =>
	`FAILED ${where}\n${stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, 12).join('\n').replace(/^/gm, '  ')}`;

const ensureChromium = (): boolean => {
	if (existsSync(chromium)) return true;
	const install = 'apt-get update && apt-get install -y chromium';
	if (process.env.CI === 'true' && process.getuid?.() === 0) {
		console.log('Installing Chromium from the system packages ...');
		spawnSync('sh', ['-c', `${install} >/dev/null 2>&1`], { stdio: 'inherit' });
		return existsSync(chromium);
	}
	console.error(`The browser tests need Chromium at ${chromium}. Install it with:\n  ${install}\nor name another one by CHROMIUM_PATH.`);
	return false;
};

const runTool = (file: string, args: string[]): void => {
	spawnSync(process.execPath, [join(root, 'node_modules', file), ...args], {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, CHROMIUM_PATH: chromium },
	});
};

/** A missing report means that the runner crashed: that is a failure. */
const crashed = (runner: string): Tally => ({ passed: 0, failed: 1, skipped: 0, failures: [`FAILED ${runner} wrote no report`] });

const vitestTally = (): Tally => {
	if (!existsSync(vitestFile)) return crashed('vitest');
	const report = JSON.parse(readFileSync(vitestFile, 'utf8')) as VitestReport;
	const emptyFailures = report.testResults.filter((t) => t.status === 'failed' && t.assertionResults.length === 0);
	const failed = report.numFailedTests + emptyFailures.length;
	const failures = report.testResults.flatMap(({ name, assertionResults }) =>
		assertionResults
			.filter(({ status }) => status === 'failed')
			.map(({ fullName, failureMessages }) => failure(`${relative(root, name)} > ${fullName}`, failureMessages)),
	);
	for (const { name, message } of emptyFailures) failures.push(failure(relative(root, name), [message]));
	if (failed === 0 && !report.success) failures.push('FAILED vitest: an error outside of any test, see above');
	return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed, skipped: report.numPendingTests, failures };
};

const playwrightFailures = ({ file, specs, suites = [] }: PlaywrightSuite): string[] => [
	...specs
		.filter(({ ok }) => !ok)
		.map(({ title, tests }) =>
			failure(
				`e2e/tests/${file} > ${title}`,
				tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message))),
			),
		),
	...suites.flatMap(playwrightFailures),
];

const playwrightTally = (): Tally => {
	if (!existsSync(playwrightFile)) return crashed('playwright');
	const { stats, errors, suites } = JSON.parse(readFileSync(playwrightFile, 'utf8')) as PlaywrightReport;
	const failures = [...errors.map(({ message }) => failure('playwright', [message])), ...suites.flatMap(playwrightFailures)];
	const failed = stats.unexpected + stats.flaky;
	return { passed: stats.expected, failed: failed === 0 && errors.length > 0 ? 1 : failed, skipped: stats.skipped, failures };
};

rmSync(vitestFile, { force: true });
rmSync(playwrightFile, { force: true });
mkdirSync(join(root, '.test'), { recursive: true });

const tallies: Tally[] = [];
runTool('vitest/vitest.mjs', ['run']);
tallies.push(vitestTally());
if (ensureChromium()) {
	runTool('@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts']);
	tallies.push(playwrightTally());
} else tallies.push({ passed: 0, failed: 1, skipped: 0, failures: [`FAILED the browser tests: no Chromium at ${chromium}`] });

for (const line of tallies.flatMap(({ failures }) => failures)) console.log(line);
const sum = (key: 'passed' | 'failed' | 'skipped'): number => tallies.reduce((total, t) => total + t[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
