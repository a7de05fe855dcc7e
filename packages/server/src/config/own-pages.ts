import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InformationPage } from '@sw/domain/outreach/information';
import { beginsWithHeading, MAX_OWN_PAGE_BYTES, OWN_PAGE_FILES, type OwnPages } from '@sw/domain/outreach/own-pages';
import { ConfigError } from './environment.ts';

const VARIABLE = 'SIGNALWHEEL_PAGES';

/**
 * Reads the Markdown files of the operator's folder; empty without a folder. Throws a ConfigError that names the file and the fix, because only visitors
 * would notice a page that is silently left out.
 */
export function readOwnPages(folder: string | null): OwnPages {
	const pages = new Map<InformationPage['path'], string>();
	for (const name of folder === null ? [] : listFiles(folder)) {
		if (folder === null || !name.toLowerCase().endsWith('.md')) continue;
		const path = OWN_PAGE_FILES.get(name);
		if (!path)
			throw new ConfigError(
				`${VARIABLE}: ${join(folder, name)} doesn't match a page. Name it ${[...OWN_PAGE_FILES.keys()].join(' or ')}, or remove it from the folder.`,
			);
		pages.set(path, readPage(join(folder, name)));
	}
	return pages;
}

function readPage(file: string): string {
	let bytes: Buffer;
	try {
		bytes = readFileSync(file);
	} catch (error) {
		throw new ConfigError(
			`${VARIABLE}: can't read ${file} (${systemError(error)}). Make it readable for the service's user, or remove it from the folder.`,
		);
	}
	if (bytes.length > MAX_OWN_PAGE_BYTES)
		throw new ConfigError(`${VARIABLE}: ${file} has ${Math.ceil(bytes.length / 1000)} kB; the limit is ${MAX_OWN_PAGE_BYTES / 1000} kB.`);
	let text: string;
	try {
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw new ConfigError(`${VARIABLE}: ${file} isn't UTF-8. Save it as UTF-8.`);
	}
	if (!beginsWithHeading(text))
		throw new ConfigError(`${VARIABLE}: ${file} doesn't begin with a heading. Make its first line the page's title: # Title`);
	return text;
}

/** Returns the system's error without the path, such as 'ENOENT: no such file or directory'. */
function systemError(error: unknown): string {
	return (error as Error).message.split(',')[0] ?? '';
}

function listFiles(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch (error) {
		throw new ConfigError(`${VARIABLE}: can't read the folder ${folder} (${systemError(error)}). Create it, or unset ${VARIABLE}.`);
	}
}
