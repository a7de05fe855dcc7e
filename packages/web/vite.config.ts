import { join } from 'node:path';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkModules } from './plugins/chunk-modules.ts';
import { chunkGroups } from './plugins/chunks.ts';
import { contractRoutes } from './plugins/contract-routes.ts';
import { precompress } from './plugins/precompress.ts';

/** A route's loader comes with its page: the frame around all pages needs no loader but its own. */
const SPLIT: ('component' | 'loader' | 'errorComponent' | 'notFoundComponent')[][] = [
	['component', 'loader'],
	['errorComponent'],
	['notFoundComponent'],
];

/** One configuration for `vite build` and for the development server, which the API process hosts in middleware mode. */
export default defineConfig({
	plugins: [
		tanstackStart({
			router: { quoteStyle: 'single', semicolons: true, codeSplittingOptions: { defaultBehavior: SPLIT } },
			server: { entry: './server.ts' },
		}),
		react(),
		contractRoutes(),
		chunkModules('dist/chunks.json', join(import.meta.dirname, '../..')),
		precompress('dist/client'),
	],
	environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } } },
	build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 700 },
	server: { fs: { allow: ['../..'] } },
});
