/** The visible text of a German page: English words in it, and truncated texts. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const CATALOGUES = join(import.meta.dirname, '../packages/web/languages/de');
const pairs = globSync('**/*.json', { cwd: CATALOGUES }).flatMap((file) =>
	Object.entries<string>(JSON.parse(readFileSync(join(CATALOGUES, file), 'utf8'))),
);

/** Excludes technical names, such as sw_browser. */
function wordsOf(text: string): string[] {
	return text.match(/(?<![\p{L}\p{N}_])\p{L}{2,}(?![\p{L}\p{N}_])/gu) ?? [];
}

/** A message's text, without the names of its placeholders and choices: a German text that shows {reports} doesn't contain 'reports'. */
function textIn(message: string): string {
	return message
		.replace(/\{\w+, (?:plural|select),/g, ' ')
		.replace(/(?<!(?:=\d+|one|other|true) )\{\w+\}/g, ' ')
		.replace(/(?:=\d+|one|other|true) \{/g, ' ');
}

const [same, other] = [pairs.filter(([key, text]) => key === text), pairs.filter(([key, text]) => key !== text)];
/** German texts, and names: unchanged texts of one word. */
const german = new Set([
	...other.flatMap(([, text]) => wordsOf(textIn(text))),
	...same
		.map(([, text]) => wordsOf(textIn(text)))
		.filter(({ length }) => length === 1)
		.flat(),
]);
/** Words in the English texts but in no German one. */
const english = new Set(other.flatMap(([key]) => wordsOf(textIn(key))).filter((word) => !german.has(word)));

/**
 * Everything that is visible or announced: text, names of controls, tooltips, title and description. Names of companies, symbols and languages are
 * data, and text to be copied is code.
 */
export function visibleTexts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const texts: string[] = [document.title, document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ?? ''];
		const isForeign = (element: Element | null): boolean =>
			element?.closest('[lang]:not(html), [data-card], code, script, style, textarea[readonly]') != null;
		const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (nodes.nextNode()) if (!isForeign(nodes.currentNode.parentElement)) texts.push(nodes.currentNode.textContent ?? '');
		for (const element of document.body.querySelectorAll(
			'[aria-label], [title], [alt], [placeholder], [data-unit], [data-said], [data-failed]',
		))
			for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'data-unit', 'data-said', 'data-failed'])
				if (!isForeign(element)) texts.push(element.getAttribute(name) ?? '');
		for (const { content } of document.querySelectorAll('template')) texts.push(content.textContent ?? '');
		return texts.filter((text) => text.trim() !== '');
	});
}

/** Classes of truncated elements: wider than their box, where the box clips or scrolls; and cells beyond their table's panel. */
export function truncatedElements(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const boxes = [...document.querySelectorAll<HTMLElement>('body *')].filter((box) => {
			if (box.scrollWidth <= box.clientWidth + 1 || box.clientWidth < 2 || !box.checkVisibility()) return false;
			const style = getComputedStyle(box);
			// A name is cut on purpose where the title of its row says the whole of it.
			const titled = [...(box.closest('tr')?.querySelectorAll<HTMLElement>('[title]') ?? [])];
			if (style.textOverflow === 'ellipsis' && titled.some(({ title }) => title.includes(box.textContent))) return false;
			return /hidden|clip|auto|scroll/.test(style.overflowX);
		});
		const cells = [...document.querySelectorAll<HTMLElement>('td, th')].filter((cell) => {
			const panel = cell.closest('section, article, main');
			// Headings for screen readers only are in a box of one pixel.
			const isSeen = (cell.closest('thead')?.clientWidth ?? 2) > 1;
			return (
				panel !== null && isSeen && cell.checkVisibility() && cell.getBoundingClientRect().right > panel.getBoundingClientRect().right + 1
			);
		});
		return [...new Set([...boxes, ...cells].map((box) => `${box.tagName} ${box.className}`))].sort();
	});
}

/** Each text with English words, and the words; `names` are the market's and the reader's own. */
export function englishIn(texts: readonly string[], names: readonly string[]): string[] {
	return texts.flatMap((text) => {
		// There are many names, and few texts contain a possibly English word.
		if (wordsIn(text).length === 0) return [];
		const found = wordsIn(names.reduce((left, name) => left.replaceAll(name, ' '), text.replaceAll(ADDRESS, ' ')));
		return found.length === 0 ? [] : [`${found.join(' ')}: ${text.slice(0, 120)}`];
	});
}

/** An e-mail address is data. */
const ADDRESS = /\S+@\S+/g;

function wordsIn(text: string): string[] {
	return wordsOf(text).filter((word) => english.has(word));
}
