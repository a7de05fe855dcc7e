import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, HEADLESS_CHROMIUM } from './chromium.ts';

/** The journeys are split into two projects of about equal duration; `npm test` runs them in parallel, each with its own report. */
const OPERATOR_TESTS = [
	'**/admin*',
	'**/first-run*',
	'**/accounts*',
	'**/doors*',
	'**/closed-doors*',
	'**/import*',
	'**/licence*',
	'**/default-start*',
	'**/workspace-screens*',
];
const projectName = process.env['JOURNEYS'] ?? '';

export default defineConfig({
	testDir: 'tests',
	build: { external: ['**/packages/**'] },
	outputDir: `../.test/playwright${projectName}`,
	projects: [
		{ name: 'traders', testIgnore: OPERATOR_TESTS },
		{ name: 'operators', testMatch: OPERATOR_TESTS },
	],
	// Each file starts the whole product once; running files one at a time is fastest.
	workers: 1,
	fullyParallel: false,
	// Ten minutes without progress count as a hang, even on a slow machine. No test sets a shorter limit.
	timeout: 600_000,
	expect: { timeout: 120_000 },
	reporter: [['list'], ['json', { outputFile: `../.test/playwright${projectName}.json` }]],
	use: {
		// A click waits no longer than an expectation.
		actionTimeout: 120_000,
		navigationTimeout: 120_000,
		locale: 'en-US',
		timezoneId: 'Europe/Berlin',
		viewport: { width: 1720, height: 900 },
		// Tests can't intercept what a service worker answers; the journey about it allows the worker.
		serviceWorkers: 'block',
		launchOptions: {
			executablePath: HEADLESS_CHROMIUM,
			args: [...CHROMIUM_ARGS],
		},
	},
});
