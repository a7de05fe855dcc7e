import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { LANGUAGES, SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { build, type Plugin, type UserConfig } from 'vite';
import { translate } from './languages/translate.ts';

const FOLDER = join(import.meta.dirname, '../src/features/consent');
const SOURCES: Readonly<Record<string, string>> = { '/site.js': 'main.ts', '/sw.js': 'worker.ts' };

interface BuiltScript {
	readonly fileName: string;
	readonly code: string;
}

/** Bundles a file into small scripts: the file itself as `name`, its dynamic imports under hashed names. */
async function buildScripts(
	file: string,
	name: string,
	{ define = {}, plugins = [] }: Pick<UserConfig, 'define' | 'plugins'> = {},
): Promise<BuiltScript[]> {
	const result = await build({
		configFile: false,
		publicDir: false,
		logLevel: 'error',
		define,
		plugins,
		build: {
			write: false,
			target: 'es2023',
			modulePreload: false,
			rolldownOptions: {
				input: join(FOLDER, file),
				output: { format: 'es', entryFileNames: name, chunkFileNames: 'assets/site-[name]-[hash].js' },
			},
		},
	});
	const [output] = [result].flat();
	if (!output || !('output' in output)) throw new Error(`${file} was not built`);
	return output.output.flatMap((part) => (part.type === 'chunk' ? [{ fileName: part.fileName, code: part.code }] : []));
}

/** Builds the consent, PWA and service worker scripts separately from the application. In development, the server imports their sources. */
export const consentScript = (): Plugin => ({
	name: 'consent-script',
	applyToEnvironment: ({ name }) => name === 'client',
	configureServer(server) {
		server.middlewares.use((request, response, next) => {
			const file = SOURCES[request.url?.split('?')[0] ?? ''];
			if (!file) return next();
			response.setHeader('content-type', 'text/javascript');
			response.end(`import '/src/features/consent/${file}';`);
		});
	},
	async generateBundle(_, bundle) {
		const buildHash = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 12);
		const scripts = await buildScripts('main.ts', 'site.js');
		const worker = await buildScripts('worker.ts', 'sw.js', { define: { EDITION: JSON.stringify(buildHash) } });
		const translated = await Promise.all(
			LANGUAGES.filter(({ code }) => code !== SOURCE_LANGUAGE).map(({ code }) =>
				buildScripts('main.ts', `site-${code}.js`, { plugins: [translate(code)] }),
			),
		);
		for (const { fileName, code } of [...scripts, ...worker, ...translated.flat()])
			this.emitFile({ type: 'asset', fileName, source: code });
	},
});
