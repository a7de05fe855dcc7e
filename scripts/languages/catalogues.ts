import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of the translators' files, from the repository root: a folder per language, with a file per source folder. */
export const CATALOGUES = 'packages/web/languages';

/** English texts and their translations. */
export type Catalogue = Readonly<Record<string, string>>;

/** The catalogue of a source, by its path from the root: 'features/landing', 'domain/prices'; undefined if it is no part of the pages. */
export function catalogueOf(file: string): string | undefined {
	const [, room, inside] = /^packages\/(web|domain)\/src\/(.+)$/.exec(file) ?? [];
	if (inside === undefined || !/\.tsx?$/.test(inside)) return undefined;
	const folder = dirname(inside).split('/').slice(0, 2).join('/');
	return room === 'domain' ? `domain/${folder}` : folder === '.' ? 'pages' : folder;
}

/** The texts of a folder in a language; empty without such a file. */
export function readCatalogue(root: string, language: string, name: string): Catalogue {
	const file = join(root, CATALOGUES, language, `${name}.json`);
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
