import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { CHROMIUM } from './e2e/chromium.ts';
import { HEAP_OPTION } from './scripts/test/heap.ts';

/** Tests with databases wait for about half of their time, so more files than cores run at once. More than four only cost memory. */
const maxWorkers = Math.min(Math.max(availableParallelism(), 3), 4);
/** Ten minutes count as a hang, even on a slow machine. No test sets a shorter limit. */
const testTimeout = 600_000;
/** Without a browser, `npm test` lists the tests that were not run. */
const chromium = existsSync(CHROMIUM);
/** Node loads the sources as the product does: Vite's module runner accesses every imported name through a getter. Only mocked modules would need it. */
const experimental = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
	// Outside node_modules, which npm replaces as a whole.
	cacheDir: '.test/cache',
	test: {
		// `npm test` runs two programs at the same time, each with its own report.
		reporters: ['default', ['json', { outputFile: process.env['VITEST_REPORT'] ?? '.test/vitest.json' }]],
		projects: [
			...(chromium ? ['packages/web/vitest.config.ts'] : []),
			{
				test: {
					name: 'unit',
					include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
					exclude: ['**/*.store.test.ts', '**/node_modules/**', '**/dist/**'],
					pool: 'threads',
					isolate: false,
					experimental,
					maxWorkers,
					testTimeout,
					hookTimeout: testTimeout,
					expect: { poll: { timeout: testTimeout / 2, interval: 10 } },
				},
			},
			{
				// In forks, because chDB crashes in worker threads. A fork is reused from file to file: loading the code for each file took a sixth of the time.
				test: {
					name: 'stores',
					include: ['packages/**/*.store.test.ts'],
					pool: 'forks',
					// Vitest doesn't pass its own flags to forks.
					execArgv: [HEAP_OPTION],
					isolate: false,
					experimental,
					maxWorkers,
					testTimeout,
					hookTimeout: testTimeout,
					expect: { poll: { timeout: testTimeout / 2, interval: 10 } },
					globalSetup: ['packages/store/src/testing/global-setup.ts'],
				},
			},
			{
				// Type tests: lines that must compile, or must not.
				test: {
					name: 'types',
					include: [],
					typecheck: { enabled: true, only: true, include: ['packages/**/*.test-d.ts'], tsconfig: 'tsconfig.types.json' },
				},
			},
		],
	},
});
