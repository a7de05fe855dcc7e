import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { CHROMIUM } from './e2e/chromium.ts';
import { HEAP_OPTION } from './scripts/test/heap.ts';

/** Tests with databases wait about half of their time: on two cores a third and a fourth file fill what is left. More would only cost memory. */
const maxWorkers = Math.min(Math.max(availableParallelism(), 3), 4);
/** A hang is ten minutes without an end; a slow machine is none. No test sets a shorter limit of its own. */
const testTimeout = 600_000;
/** Without a browser `npm test` names what was not run. */
const chromium = existsSync(CHROMIUM);
/** Node reads the sources as the product does, and strips their types: Vite's runner reached every imported name through a getter. Nothing is mocked that it would be needed for. */
const experimental = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
	// Outside node_modules, which npm replaces as a whole.
	cacheDir: '.test/cache',
	test: {
		// Two programs of `npm test` run side by side, each with a report of its own.
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
				// chDB crashes in worker threads, so each folder runs in a fork, next to the unit tests, which compute while these wait.
				// A fork is reused from file to file: loading the code for each file took a sixth of these tests' time.
				test: {
					name: 'stores',
					include: ['packages/**/*.store.test.ts'],
					pool: 'forks',
					// Vitest hands its own flags to no fork.
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
				// Lines that compile, or must not.
				test: {
					name: 'types',
					include: [],
					typecheck: { enabled: true, only: true, include: ['packages/**/*.test-d.ts'], tsconfig: 'tsconfig.types.json' },
				},
			},
		],
	},
});
