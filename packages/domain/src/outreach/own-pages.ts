import { isPublicPath } from '../prices/public-pages.ts';
import { findInformationPage, type InformationPage, TEXT_PAGES } from './information.ts';

/** Markdown provided by the operator, by the path of the replaced page. */
export type OwnPages = ReadonlyMap<InformationPage['path'], string>;

/** The page replaced by each file of the operator, by file name: 'faq.md' -> '/faq'. */
export const OWN_PAGE_FILES: ReadonlyMap<string, InformationPage['path']> = new Map(
	TEXT_PAGES.map(({ path }) => [`${path.slice(1)}.md`, path]),
);

/** Maximum size of a page's file, in bytes. */
export const MAX_OWN_PAGE_BYTES = 200_000;

/** Whether Markdown begins with a first-level heading, which becomes the page's title. */
export function beginsWithHeading(text: string): boolean {
	return /^ {0,3}#[ \t]+(?!#*\s*$)\S/.test(text.split('\n').find((line) => line.trim() !== '') ?? '');
}

/** Whether a page exists in every language with an address for each: true for server-rendered pages, false for application pages. */
export function isInEveryLanguage(path: string): boolean {
	return path === '/' || isPublicPath(path) || findInformationPage(path) !== undefined;
}
