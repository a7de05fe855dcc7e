/**
 * `npm test`: every test, unit to browser, then one closing line 'N passed, N failed, N skipped'.
 * Chromium is installed from the system's packages only as root with CI=true; otherwise the command is printed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const vitestFile = join(root, '.test/vitest.json');
const playwrightFile = join(root, '.test/playwright.json');
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

interface Tally {
	passed: number;
	failed: number;
	skipped: number;
}

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
const vitestTally = (): Tally => {
	if (!existsSync(vitestFile)) return { passed: 0, failed: 1, skipped: 0 };
	const report = JSON.parse(readFileSync(vitestFile, 'utf8')) as {
		numPassedTests: number;
		numFailedTests: number;
		numPendingTests: number;
		success: boolean;
		testResults: { status: string; assertionResults: unknown[] }[];
	};
	const emptyFailures = report.testResults.filter((t) => t.status === 'failed' && t.assertionResults.length === 0).length;
	const failed = report.numFailedTests + emptyFailures;
	return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed, skipped: report.numPendingTests };
};

const playwrightTally = (): Tally => {
	if (!existsSync(playwrightFile)) return { passed: 0, failed: 1, skipped: 0 };
	const { stats } = JSON.parse(readFileSync(playwrightFile, 'utf8')) as {
		stats: { expected: number; unexpected: number; flaky: number; skipped: number };
	};
	return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
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
} else tallies.push({ passed: 0, failed: 1, skipped: 0 });

const sum = (key: keyof Tally): number => tallies.reduce((total, t) => total + t[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
