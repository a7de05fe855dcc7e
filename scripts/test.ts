/**
 * `npm test`: every test, unit to browser, then by name what was skipped (and why) and what failed, and one closing line 'N passed, N failed, N skipped'.
 * Chromium is installed from the system's packages only as root with CI=true; otherwise the command is printed, and the browser tests are told as skipped.
 */
import { globSync } from 'node:fs';
import { chromium, ensureChromium } from './test/chromium.ts';
import { forget, PLAYWRIGHT_REPORT, relativeName, reportIn, startTool, VITEST_REPORT } from './test/runners.ts';
import {
	closingLines,
	crashed,
	filesNotRun,
	notRun,
	type PlaywrightReport,
	playwrightTally,
	type Tally,
	type VitestReport,
	vitestTally,
} from './test/tally.ts';

const browserTests = async (...flags: string[]): Promise<PlaywrightReport | undefined> => {
	await startTool('@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts', ...flags], { after: others });
	return reportIn<PlaywrightReport>(PLAYWRIGHT_REPORT);
};

const absent = `no Chromium at ${chromium}`;

const inBrowser = async (): Promise<Tally> => {
	if (hasBrowser) {
		const report = await browserTests();
		return report ? playwrightTally(report) : crashed('playwright');
	}
	if (process.env.CI === 'true') return { ...crashed('chromium'), failures: [`FAILED the browser tests: ${absent}`] };
	const listing = await browserTests('--list');
	return listing ? notRun(listing, absent) : crashed('playwright');
};

forget(VITEST_REPORT, PLAYWRIGHT_REPORT);
// Before all else: Vitest leaves out the tests that need it where there is none.
const hasBrowser = await ensureChromium();
// Side by side: the journeys are one long row, so they go first wherever both want the machine; the others fill what they leave.
const others = startTool('vitest/vitest.mjs', ['run'], { nice: 5 });
const browser = inBrowser();
await others;
const units = reportIn<VitestReport>(VITEST_REPORT);
const tallies = [units ? vitestTally(units, relativeName) : crashed('vitest'), await browser];
if (!hasBrowser) tallies.push(filesNotRun(globSync('packages/web/src/**/*.test.tsx').sort(), absent));

for (const line of closingLines(tallies)) console.log(line);
const failed = tallies.some((tally) => tally.failed > 0);
process.exit(!failed && tallies.some(({ passed }) => passed > 0) ? 0 : 1);
