import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkModules } from './plugins/chunk-modules.ts';
import { chunkGroups } from './plugins/chunks.ts';
import { consentScript } from './plugins/consent-script.ts';
import { contractRoutes } from './plugins/contract-routes.ts';
import { BUILD_LANGUAGE, buildTranslated } from './plugins/languages/build-translated.ts';
import { translate } from './plugins/languages/translate.ts';
import { precompress } from './plugins/precompress.ts';
import { PRODUCT_VERSION } from './plugins/product-version.ts';
import { publicScripts } from './plugins/public-scripts.ts';
import { workspaceFiles } from './plugins/workspace-files.ts';

const ROOT = `${import.meta.dirname}/..`;

/** The parts of a route that share a chunk. Its loader and not-found page load with its page, so that other pages don't load them. */
const ROUTE_CHUNKS: ('component' | 'loader' | 'errorComponent' | 'notFoundComponent')[][] = [
	['component', 'loader', 'notFoundComponent'],
	['errorComponent'],
];

const language = process.env[BUILD_LANGUAGE] ?? SOURCE_LANGUAGE;
const isSource = language === SOURCE_LANGUAGE;
const OUT = isSource ? 'dist' : `dist/${language}`;

/** File with the list of the client build's chunks, written by that build. */
const CHUNK_LIST_FILE = `${OUT}/chunks.json`;

/** One configuration for `vite build`, in each language, and for the development server, which the API process runs in middleware mode. */
export default defineConfig({
	define: PRODUCT_VERSION,
	plugins: [
		...(isSource ? [] : [translate(language)]),
		tanstackStart({
			// The English build writes the route tree before the other builds begin.
			router: {
				quoteStyle: 'single',
				semicolons: true,
				codeSplittingOptions: { defaultBehavior: ROUTE_CHUNKS },
				enableRouteGeneration: isSource,
			},
			server: { entry: './server.ts' },
		}),
		react(),
		contractRoutes(),
		publicScripts(language),
		chunkModules(CHUNK_LIST_FILE, join(import.meta.dirname, '../..')),
		workspaceFiles(CHUNK_LIST_FILE),
		...(isSource ? [consentScript(), ...buildTranslated(), precompress('dist/client')] : []),
	],
	publicDir: isSource ? 'public' : false,
	css: { modules: { generateScopedName: scopedName } },
	// Scripts and styles find each other by relative addresses, so that one build works below any path of a host.
	experimental: { renderBuiltUrl: (_, { ssr }) => (ssr ? undefined : { relative: true }) },
	environments: {
		client: {
			build: {
				rolldownOptions: {
					// Every page loads the names of all scripts, so they are short: 42 bits still tell the versions of one file apart.
					output: { codeSplitting: { groups: chunkGroups }, chunkFileNames: 'assets/[name]-[hash:7].js' },
				},
			},
		},
	},
	build: {
		outDir: OUT,
		emptyOutDir: true,
		target: 'es2023',
		chunkSizeWarningLimit: 700,
		// Parallel builds wait for each other, so plugin timings are meaningless.
		rolldownOptions: { checks: { bundlerTimings: false } },
	},
	server: { fs: { allow: ['../..'] } },
});

/** A class name in the built pages: derived from its file only, so that styles loaded as text use the same names as the page. */
function scopedName(name: string, file: string): string {
	const path = relative(ROOT, file.split('?')[0] ?? file).replaceAll('\\', '/');
	return `_${name}_${createHash('sha256').update(path).digest('base64url').replaceAll('-', '').slice(0, 5)}`;
}
