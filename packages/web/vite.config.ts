import { join } from 'node:path';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkModules } from './plugins/chunk-modules.ts';
import { chunkGroups } from './plugins/chunks.ts';
import { contractRoutes } from './plugins/contract-routes.ts';
import { deskFiles } from './plugins/desk-files.ts';
import { buildTranslated } from './plugins/languages/build-translated.ts';
import { manners } from './plugins/manners.ts';
import { precompress } from './plugins/precompress.ts';
import { publicScripts } from './plugins/public-scripts.ts';
import { scopedName } from './plugins/scoped-name.ts';

/** A route's loader and its word that something is not there come with its page: the frame around all pages needs none but its own. */
const SPLIT: ('component' | 'loader' | 'errorComponent' | 'notFoundComponent')[][] = [
	['component', 'loader', 'notFoundComponent'],
	['errorComponent'],
];

/** What the browser's part has become, written by its build. */
const CHUNKS = 'dist/chunks.json';

/** One configuration for `vite build` and for the development server, which the API process hosts in middleware mode. */
export default defineConfig({
	plugins: [
		tanstackStart({
			router: { quoteStyle: 'single', semicolons: true, codeSplittingOptions: { defaultBehavior: SPLIT } },
			server: { entry: './server.ts' },
		}),
		react(),
		contractRoutes(),
		publicScripts(),
		manners(),
		chunkModules(CHUNKS, join(import.meta.dirname, '../..')),
		deskFiles(CHUNKS),
		buildTranslated(),
		precompress('dist/client'),
	],
	css: { modules: { generateScopedName: scopedName } },
	environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } } },
	build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 700 },
	server: { fs: { allow: ['../..'] } },
});
