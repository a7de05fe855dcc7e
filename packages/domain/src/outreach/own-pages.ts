import { type InformationPage, TEXT_PAGES } from './information.ts';

/** Markdown of an operator by the path of the page whose place it takes. */
export type OwnPages = ReadonlyMap<InformationPage['path'], string>;

/** Files that take the place of pages of words, by their names. */
export const OWN_PAGE_FILES: ReadonlyMap<string, InformationPage['path']> = new Map(
	TEXT_PAGES.map(({ path }) => [`${path.slice(1)}.md`, path]),
);

/** Bytes of one file. */
export const LARGEST_OWN_PAGE = 200_000;

/** Whether the text begins with a heading of the first rank: that is the page's one, and its title. */
export const beginsWithHeading = (text: string): boolean =>
	/^ {0,3}#[ \t]+(?!#*\s*$)\S/.test(text.split('\n').find((line) => line.trim() !== '') ?? '');
