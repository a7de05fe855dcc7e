import { isPublicPath } from '../prices/public-pages.ts';
import { type InformationPage, informationPage, TEXT_PAGES } from './information.ts';

/** The operator's Markdown, by the path of the page it replaces. */
export type OwnPages = ReadonlyMap<InformationPage['path'], string>;

/** File names of the operator's own pages. */
export const OWN_PAGE_FILES: ReadonlyMap<string, InformationPage['path']> = new Map(
	TEXT_PAGES.map(({ path }) => [`${path.slice(1)}.md`, path]),
);

/** Maximum size of a file in bytes. */
export const LARGEST_OWN_PAGE = 200_000;

/** Whether the text begins with a first-level heading, which becomes the page's title. */
export function beginsWithHeading(text: string): boolean {
	return /^ {0,3}#[ \t]+(?!#*\s*$)\S/.test(text.split('\n').find((line) => line.trim() !== '') ?? '');
}

/** Whether a path is a page without a framework, which exists in every language; the application has its own language. */
export function isInEveryLanguage(path: string): boolean {
	return path === '/' || isPublicPath(path) || informationPage(path) !== undefined;
}
