import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of the translations, from the repository root. It has a folder per language, with a file per folder of sources. */
export const CATALOGUES = 'packages/web/languages';

/** Translations by their English texts. */
export type Catalogue = Readonly<Record<string, string>>;

/** Name of the catalogue for a source file, such as 'features/landing' or 'domain/prices'. Undefined if the file can't be part of the pages. */
export function catalogueOf(file: string): string | undefined {
	const [, packageName, path] = /^packages\/(web|domain)\/src\/(.+)$/.exec(file) ?? [];
	if (path === undefined || !/\.tsx?$/.test(path)) return undefined;
	const folder = dirname(path).split('/').slice(0, 2).join('/');
	return packageName === 'domain' ? `domain/${folder}` : folder === '.' ? 'pages' : folder;
}

/** The texts of a folder in a language; empty without such a file. */
export function readCatalogue(root: string, language: string, name: string): Catalogue {
	const file = join(root, CATALOGUES, language, `${name}.json`);
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
