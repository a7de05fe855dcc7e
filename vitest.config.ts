import { defineConfig } from 'vitest/config';

export default defineConfig({
	// Outside node_modules, which npm replaces as a whole.
	cacheDir: '.test/cache',
	test: {
		reporters: ['default', ['json', { outputFile: '.test/vitest.json' }]],
		projects: [
			{
				test: {
					name: 'unit',
					include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
					exclude: ['**/*.store.test.ts', '**/node_modules/**', '**/dist/**'],
					pool: 'threads',
					isolate: false,
					// A hang is a minute without an end; a slow machine is none.
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
			{
				// chDB crashes in worker threads; one folder a fork.
				test: {
					name: 'stores',
					include: ['packages/**/*.store.test.ts'],
					pool: 'forks',
					maxWorkers: 2,
					// After the unit tests, which take every core.
					sequence: { groupOrder: 1 },
					// Walks over years of real bars take a while on a small machine.
					testTimeout: 240_000,
					hookTimeout: 240_000,
					globalSetup: ['packages/store/src/testing/global-setup.ts'],
				},
			},
		],
	},
});
