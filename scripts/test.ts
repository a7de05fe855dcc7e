/**
 * `npm test`: runs every test, from unit tests to browser tests, then prints the names of skipped tests (with the reason) and failures, and a closing
 * line 'N passed, N failed, N skipped'. Chromium is installed from the system's packages only as root with CI=true; otherwise the command is printed,
 * and the browser tests are reported as skipped.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { CHROMIUM, CHROMIUM_PACKAGES, findMissingChromium } from '../e2e/chromium.ts';
import { createSharePrefix, scheduleBatch } from './test/cores.ts';
import {
	deleteReports,
	JOURNEY_PROJECTS,
	type JourneyProject,
	journeyReport,
	PAGES_REPORT,
	readReport,
	relativeName,
	startTool,
	VITEST_REPORT,
} from './test/runners.ts';
import {
	closingLines,
	crashedTally,
	type PlaywrightReport,
	playwrightTally,
	skippedFilesTally,
	skippedTally,
	type Tally,
	type VitestReport,
	vitestTally,
} from './test/tally.ts';

const missingChromiumReason = `no Chromium at ${CHROMIUM}`;

async function runJourneys(project: JourneyProject, previousRun?: Promise<unknown>): Promise<Tally> {
	if (hasBrowser) {
		const report = await startJourneys(project, previousRun);
		return report ? playwrightTally(report) : crashedTally(`playwright, ${project},`);
	}
	if (process.env.CI === 'true')
		return { ...crashedTally('chromium'), failures: [`FAILED the browser tests of ${project}: ${missingChromiumReason}`] };
	const listing = await startJourneys(project, previousRun, '--list');
	return listing ? skippedTally(listing, missingChromiumReason) : crashedTally(`playwright, ${project},`);
}

/** Runs the journeys of one Playwright project. The output is held back until `previousRun` settles. */
async function startJourneys(
	project: JourneyProject,
	previousRun: Promise<unknown> | undefined,
	...flags: string[]
): Promise<PlaywrightReport | undefined> {
	const args = ['test', '--config', 'e2e/playwright.config.ts', `--project=${project}`, ...flags];
	// NODE_ENV as in production.
	await startTool('@playwright/test/cli.js', args, {
		holdOutputUntil: previousRun,
		commandPrefix: createSharePrefix(JOURNEY_PROJECTS.indexOf(project), JOURNEY_PROJECTS.length),
		env: { JOURNEYS: project, NODE_ENV: 'production' },
	});
	return readReport<PlaywrightReport>(journeyReport(project));
}

/** Reads a report of Vitest; a missing one counts as a crash. */
function readTally(report: string, label: string): Tally {
	const parsedReport = readReport<VitestReport>(report);
	return parsedReport ? vitestTally(parsedReport, relativeName) : crashedTally(label);
}

/** Tests rendered pages one after another in one browser. In a separate process, because Vitest would start them only after all other tests. */
async function runPages(previousRuns: Promise<unknown>): Promise<Tally> {
	if (!hasBrowser) return skippedFilesTally(globSync('packages/web/src/**/*.test.tsx').sort(), missingChromiumReason);
	await startTool('vitest/vitest.mjs', ['run', '--project', 'pages'], {
		holdOutputUntil: previousRuns,
		isLowPriority: true,
		env: { VITEST_REPORT: PAGES_REPORT },
	});
	return readTally(PAGES_REPORT, 'vitest, pages,');
}

scheduleBatch();
deleteReports(VITEST_REPORT, PAGES_REPORT, ...JOURNEY_PROJECTS.map(journeyReport));
// Before all tests, because Vitest skips those that need Chromium if there is none.
const hasBrowser = await ensureChromium();
// Everything runs in parallel. The two projects of journeys take longest but often wait for their servers and screens; the other tests use that time.
const traders = runJourneys('traders');
const operators = runJourneys('operators', traders);
const otherTests = startTool('vitest/vitest.mjs', ['run', ...['unit', 'stores', 'types'].flatMap((project) => ['--project', project])], {
	holdOutputUntil: operators,
	isLowPriority: true,
});
const pages = runPages(otherTests);
await otherTests;
const tallies = [readTally(VITEST_REPORT, 'vitest'), await pages, await traders, await operators];

for (const line of closingLines(tallies)) console.log(line);
const failed = tallies.some((tally) => tally.failed > 0);
process.exit(!failed && tallies.some(({ passed }) => passed > 0) ? 0 : 1);

/** Whether Chromium is installed; installs missing packages only as root with CI=true, and otherwise prints how. */
async function ensureChromium(): Promise<boolean> {
	const install = `apt-get update && apt-get install -y ${CHROMIUM_PACKAGES}`;
	if (findMissingChromium().length > 0 && process.env.CI === 'true' && process.getuid?.() === 0) {
		console.log('Installing Chromium from the system packages ...');
		await once(spawn('sh', ['-c', `(${install}) >/dev/null 2>&1`], { stdio: 'inherit' }), 'close');
	}
	if (existsSync(CHROMIUM)) return true;
	console.error(`The browser tests need Chromium at ${CHROMIUM}. Install it with:\n  ${install}\nor set CHROMIUM_PATH to another one.`);
	return false;
}
