import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, HEADLESS } from './chromium.ts';

/** The journeys are in two projects that take about as long; `npm test` runs them side by side, each with its own report. */
const OPERATORS = [
	'**/admin*',
	'**/first-run*',
	'**/accounts*',
	'**/doors*',
	'**/import*',
	'**/licence*',
	'**/default-start*',
	'**/desk-screens*',
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
	// Each file starts the whole product once; in a row one at a time is fastest.
	workers: 1,
	fullyParallel: false,
	// A hang is ten minutes without an end; a slow machine is none. No test sets a shorter limit of its own.
	timeout: 600_000,
	expect: { timeout: 120_000 },
	reporter: [['list'], ['json', { outputFile: `../.test/playwright${row}.json` }]],
	use: {
		// Whatever a click waits for, it does not wait longer than an expectation.
		actionTimeout: 120_000,
		navigationTimeout: 120_000,
		locale: 'en-US',
		timezoneId: 'Europe/Berlin',
		viewport: { width: 1720, height: 900 },
		// What a worker answers, a test cannot; the journey about it lets it in.
		serviceWorkers: 'block',
		launchOptions: {
			executablePath: HEADLESS,
			args: [...CHROMIUM_ARGS],
		},
	},
});
