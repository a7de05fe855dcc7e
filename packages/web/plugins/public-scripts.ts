import { join } from 'node:path';
import { SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { build, type Plugin } from 'vite';
import { translate } from './languages/translate.ts';

const NAME = 'virtual:public-scripts';
const RESOLVED = `\0${NAME}`;
const CLIENT = join(import.meta.dirname, '../src/features/public-pages/client');

/** Serves the scripts of pages without a framework as strings. The server inserts these into the page. */
export function publicScripts(language: string = SOURCE_LANGUAGE): Plugin {
	return {
		name: 'public-scripts',
		resolveId: (id) => (id === NAME ? RESOLVED : undefined),
		async load(id) {
			if (id !== RESOLVED) return undefined;
			const [first, last] = [await bundleScript('first.ts', language), await bundleScript('last.ts', language)];
			return `export const first = ${JSON.stringify(first)};\nexport const last = ${JSON.stringify(last)};`;
		},
	};
}

/** Bundles a file and its imports into one minified script. */
async function bundleScript(file: string, language: string): Promise<string> {
	const result = await build({
		configFile: false,
		logLevel: 'error',
		plugins: language === SOURCE_LANGUAGE ? [] : [translate(language)],
		build: {
			write: false,
			target: 'es2023',
			minify: true,
			lib: { entry: join(CLIENT, file), formats: ['iife'], name: 'page' },
		},
	});
	const [output] = [result].flat();
	const chunk = output && 'output' in output ? output.output[0] : undefined;
	if (!chunk) throw new Error(`${file} was not built`);
	return chunk.code.trim();
}
