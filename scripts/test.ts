/**
 * `npm test`: every test, unit to browser, then by name what was skipped (and why) and what failed, and one closing line 'N passed, N failed, N skipped'.
 * Chromium is installed from the system's packages only as root with CI=true; otherwise the command is printed, and the browser tests are told as skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
	closingLines,
	crashed,
	notRun,
	type PlaywrightReport,
	playwrightTally,
	type Tally,
	type VitestReport,
	vitestTally,
} from './test/tally.ts';

const root = join(import.meta.dirname, '..');
const vitestFile = join(root, '.test/vitest.json');
const playwrightFile = join(root, '.test/playwright.json');
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

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

const reportIn = <Report>(file: string): Report | undefined =>
	existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;

const browserTests = (...flags: string[]): PlaywrightReport | undefined => {
	runTool('@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts', ...flags]);
	return reportIn<PlaywrightReport>(playwrightFile);
};

rmSync(vitestFile, { force: true });
rmSync(playwrightFile, { force: true });
mkdirSync(join(root, '.test'), { recursive: true });

const tallies: Tally[] = [];
runTool('vitest/vitest.mjs', ['run']);
const units = reportIn<VitestReport>(vitestFile);
tallies.push(units ? vitestTally(units, (file) => relative(root, file)) : crashed('vitest'));
if (ensureChromium()) {
	const report = browserTests();
	tallies.push(report ? playwrightTally(report) : crashed('playwright'));
} else if (process.env.CI === 'true') {
	tallies.push({ ...crashed('chromium'), failures: [`FAILED the browser tests: no Chromium at ${chromium}`] });
} else {
	const listing = browserTests('--list');
	tallies.push(listing ? notRun(listing, `no Chromium at ${chromium}`) : crashed('playwright'));
}

for (const line of closingLines(tallies)) console.log(line);
const failed = tallies.some((tally) => tally.failed > 0);
process.exit(!failed && tallies.some(({ passed }) => passed > 0) ? 0 : 1);
