import { isPublicPath } from '../prices/public-pages.ts';
import { type InformationPage, informationPage, TEXT_PAGES } from './information.ts';

/** Markdown that the operator provides, by the path of the page it replaces. */
export type OwnPages = ReadonlyMap<InformationPage['path'], string>;

/** The page that each file of the operator replaces, by file name: 'faq.md' -> '/faq'. */
export const OWN_PAGE_FILES: ReadonlyMap<string, InformationPage['path']> = new Map(
	TEXT_PAGES.map(({ path }) => [`${path.slice(1)}.md`, path]),
);

/** Maximum size of a page's file, in bytes. */
export const MAX_OWN_PAGE_BYTES = 200_000;

/** Whether Markdown begins with a first-level heading, which becomes the page's title. */
export function beginsWithHeading(text: string): boolean {
	return /^ {0,3}#[ \t]+(?!#*\s*$)\S/.test(text.split('\n').find((line) => line.trim() !== '') ?? '');
}

/** Whether a page exists in every language, each with its own address: the server-rendered pages, not those of the application. */
export function isInEveryLanguage(path: string): boolean {
	return path === '/' || isPublicPath(path) || informationPage(path) !== undefined;
}
