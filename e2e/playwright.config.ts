import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, HEADLESS } from './chromium.ts';

/** The journeys are split into two projects of about equal duration; `npm test` runs them in parallel, each with its own report. */
const OPERATORS = [
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
const row = process.env['JOURNEYS'] ?? '';

export default defineConfig({
	testDir: 'tests',
	build: { external: ['**/packages/**'] },
	outputDir: `../.test/playwright${row}`,
	projects: [
		{ name: 'traders', testIgnore: OPERATORS },
		{ name: 'operators', testMatch: OPERATORS },
	],
	// Each file starts the whole product once; running files one at a time is fastest.
	workers: 1,
	fullyParallel: false,
	// Ten minutes without progress count as a hang, even on a slow machine. No test sets a shorter limit.
	timeout: 600_000,
	expect: { timeout: 120_000 },
	reporter: [['list'], ['json', { outputFile: `../.test/playwright${row}.json` }]],
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
			executablePath: HEADLESS,
			args: [...CHROMIUM_ARGS],
		},
	},
});
