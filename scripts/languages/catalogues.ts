import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where translators write, from the root of the repository: a folder for each language, in it a file for each folder of sources. */
export const CATALOGUES = 'packages/web/languages';

/** English texts and what stands for them. */
export type Catalogue = Readonly<Record<string, string>>;

/** Which catalogue a source belongs to, by its path from the root: 'features/landing', 'domain/prices'; undefined for what is not of the pages. */
export const catalogueOf = (file: string): string | undefined => {
	const [, room, inside] = /^packages\/(web|domain)\/src\/(.+)$/.exec(file) ?? [];
	if (inside === undefined || !/\.tsx?$/.test(inside)) return undefined;
	const folder = dirname(inside).split('/').slice(0, 2).join('/');
	return room === 'domain' ? `domain/${folder}` : folder === '.' ? 'pages' : folder;
};

/** The texts of a folder in a language; nothing where there is no such file. */
export const readCatalogue = (root: string, language: string, name: string): Catalogue => {
	const file = join(root, CATALOGUES, language, `${name}.json`);
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};
