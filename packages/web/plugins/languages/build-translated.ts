import { join } from 'node:path';
import { LANGUAGES, SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { contractRoutes } from '../contract-routes.ts';
import { publicScripts } from '../public-scripts.ts';
import { scopedName } from '../scoped-name.ts';
import { translate } from './translate.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The pages without framework in one language, as a module that the server imports: `dist/translated/de.js`. */
const buildIn = async (language: string): Promise<void> => {
	await build({
		root: ROOT,
		configFile: false,
		publicDir: false,
		logLevel: 'error',
		plugins: [translate(language), react(), contractRoutes(), publicScripts(language)],
		css: { modules: { generateScopedName: scopedName } },
		ssr: { noExternal: [/^@sw\//] },
		build: {
			ssr: true,
			outDir: 'dist/translated',
			emptyOutDir: false,
			target: 'es2023',
			rolldownOptions: {
				input: join(ROOT, 'src/translated.ts'),
				output: { format: 'es', entryFileNames: `${language}.js`, codeSplitting: false },
			},
		},
	});
};

/** Builds the pages without framework once more for each language besides that of the sources. */
export const buildTranslated = (): Plugin => ({
	name: 'build-translated',
	apply: 'build',
	buildApp: {
		order: 'post',
		async handler() {
			for (const { code } of LANGUAGES) if (code !== SOURCE_LANGUAGE) await buildIn(code);
		},
	},
});
