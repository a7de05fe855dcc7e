import { defineConfig } from '@playwright/test';

export default defineConfig({
	testDir: 'tests',
	outputDir: '../.test/playwright',
	// Each file starts the whole product once; on two cores one at a time is fastest.
	workers: 1,
	fullyParallel: false,
	// A hang is ten minutes without an end; a slow machine is none. No test sets a shorter limit of its own.
	timeout: 600_000,
	expect: { timeout: 120_000 },
	reporter: [['list'], ['json', { outputFile: '../.test/playwright.json' }]],
	use: {
		// Whatever a click waits for, it does not wait longer than an expectation.
		actionTimeout: 120_000,
		locale: 'en-US',
		timezoneId: 'Europe/Berlin',
		viewport: { width: 1720, height: 900 },
		launchOptions: {
			executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
});
