import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InformationPage } from '@sw/domain/outreach/information';
import { beginsWithHeading, LARGEST_OWN_PAGE, OWN_PAGE_FILES, type OwnPages } from '@sw/domain/outreach/own-pages';
import { ConfigError } from './environment.ts';

const NAME = 'SIGNALWHEEL_PAGES';

/** What the system says of a file: 'ENOENT: no such file or directory'. */
const told = (error: unknown): string => (error as Error).message.split(',')[0] ?? '';

const list = (folder: string): string[] => {
	try {
		return readdirSync(folder);
	} catch (error) {
		throw new ConfigError(`${NAME}: the folder ${folder} cannot be read (${told(error)}). Make it, or leave ${NAME} out.`);
	}
};

const read = (file: string): string => {
	let bytes: Buffer;
	try {
		bytes = readFileSync(file);
	} catch (error) {
		throw new ConfigError(
			`${NAME}: ${file} cannot be read (${told(error)}). Let the service's user read it, or take it out of the folder.`,
		);
	}
	if (bytes.length > LARGEST_OWN_PAGE)
		throw new ConfigError(`${NAME}: ${file} has ${Math.ceil(bytes.length / 1000)} kB. Make it ${LARGEST_OWN_PAGE / 1000} kB or less.`);
	let text: string;
	try {
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw new ConfigError(`${NAME}: ${file} is not in UTF-8. Save it in UTF-8.`);
	}
	if (!beginsWithHeading(text))
		throw new ConfigError(`${NAME}: ${file} does not begin with a heading. Make its first line the page's title: # Title`);
	return text;
};

/**
 * The Markdown files of an operator's folder, as they are now; none without a folder. Throws ConfigError that names the file and what to do: a page that is
 * left out in silence would be found missing by a reader.
 */
export const readOwnPages = (folder: string | null): OwnPages => {
	const pages = new Map<InformationPage['path'], string>();
	for (const name of folder === null ? [] : list(folder)) {
		if (folder === null || !name.toLowerCase().endsWith('.md')) continue;
		const path = OWN_PAGE_FILES.get(name);
		if (!path)
			throw new ConfigError(
				`${NAME}: ${join(folder, name)} takes the place of no page. Name it ${[...OWN_PAGE_FILES.keys()].join(' or ')}, or take it out of the folder.`,
			);
		pages.set(path, read(join(folder, name)));
	}
	return pages;
};
