import { spawn } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language, SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const VITE = join(ROOT, '../../node_modules/vite/bin/vite.js');

/** Environment variable with the code of the language in which to build the pages. Default: English. */
export const BUILD_LANGUAGE = 'BUILD_LANGUAGE';

/**
 * Builds everything again for each translation, in parallel with the English build. The server's files go to `dist/<language>/server`, browser
 * files next to the English ones. Scripts without text are the same in all languages and shared.
 */
export function buildTranslated(): Plugin[] {
	const languages = LANGUAGES.map(({ code }) => code).filter((code) => code !== SOURCE_LANGUAGE);
	let building: Promise<unknown> = Promise.resolve();
	return [
		{
			name: 'begin-translated',
			apply: 'build',
			buildApp: {
				order: 'pre',
				async handler() {
					building = Promise.all(languages.map(buildLanguage));
					// Awaited in `end-translated`. If the English build fails first, an error of this build must not be unhandled.
					building.catch(() => {});
				},
			},
		},
		{
			name: 'end-translated',
			apply: 'build',
			buildApp: {
				order: 'post',
				async handler() {
					await building;
					for (const language of languages) {
						const client = join(ROOT, 'dist', language, 'client');
						await cp(join(client, 'assets'), join(ROOT, 'dist/client/assets'), { recursive: true });
						await rm(client, { recursive: true });
					}
				},
			},
		},
	];
}

function buildLanguage(language: Language): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
			cwd: ROOT,
			env: { ...process.env, [BUILD_LANGUAGE]: language },
			stdio: ['ignore', 'inherit', 'inherit'],
		});
		child.on('error', reject);
		child.on('exit', (code) =>
			code === 0 ? resolve() : reject(new Error(`The pages in '${language}' were not built: see the lines above`)),
		);
	});
}
