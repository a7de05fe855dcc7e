/** The visible text of a German page: English words in it, and truncated texts. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const CATALOGUES = join(import.meta.dirname, '../packages/web/languages/de');
const pairs = globSync('**/*.json', { cwd: CATALOGUES }).flatMap((file) =>
	Object.entries<string>(JSON.parse(readFileSync(join(CATALOGUES, file), 'utf8'))),
);

/** Excludes technical names, such as sw_browser. */
function extractWords(text: string): string[] {
	return text.match(/(?<![\p{L}\p{N}_])\p{L}{2,}(?![\p{L}\p{N}_])/gu) ?? [];
}

/** A message's text, without the names of its placeholders and choices: a German text that shows {reports} doesn't contain 'reports'. */
function removePlaceholders(message: string): string {
	return message
		.replace(/\{\w+, (?:plural|select),/g, ' ')
		.replace(/(?<!(?:=\d+|one|other|true) )\{\w+\}/g, ' ')
		.replace(/(?:=\d+|one|other|true) \{/g, ' ');
}

const [unchangedPairs, translatedPairs] = [pairs.filter(([key, text]) => key === text), pairs.filter(([key, text]) => key !== text)];
/** German texts, and names: unchanged texts of one word. */
const germanWords = new Set([
	...translatedPairs.flatMap(([, text]) => extractWords(removePlaceholders(text))),
	...unchangedPairs
		.map(([, text]) => extractWords(removePlaceholders(text)))
		.filter(({ length }) => length === 1)
		.flat(),
]);
/** Words in the English texts but in no German one. */
const englishWords = new Set(
	translatedPairs.flatMap(([key]) => extractWords(removePlaceholders(key))).filter((word) => !germanWords.has(word)),
);

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
			// A name may be truncated where a title in its row gives it in full.
			const titledElements = [...(box.closest('tr')?.querySelectorAll<HTMLElement>('[title]') ?? [])];
			if (style.textOverflow === 'ellipsis' && titledElements.some(({ title }) => title.includes(box.textContent))) return false;
			return /hidden|clip|auto|scroll/.test(style.overflowX);
		});
		const cells = [...document.querySelectorAll<HTMLElement>('td, th')].filter((cell) => {
			const panel = cell.closest('section, article, main');
			// Headings for screen readers only are in a box of one pixel.
			const isRendered = (cell.closest('thead')?.clientWidth ?? 2) > 1;
			return (
				panel !== null &&
				isRendered &&
				cell.checkVisibility() &&
				cell.getBoundingClientRect().right > panel.getBoundingClientRect().right + 1
			);
		});
		return [...new Set([...boxes, ...cells].map((box) => `${box.tagName} ${box.className}`))].sort();
	});
}

/** Returns each text that contains English words, with the words. `names`: of the market and of the reader, ignored. */
export function findEnglish(texts: readonly string[], names: readonly string[]): string[] {
	return texts.flatMap((text) => {
		// There are many names, and few texts contain a possibly English word.
		if (findEnglishWords(text).length === 0) return [];
		const words = findEnglishWords(names.reduce((remaining, name) => remaining.replaceAll(name, ' '), text.replaceAll(EMAIL_ADDRESS, ' ')));
		return words.length === 0 ? [] : [`${words.join(' ')}: ${text.slice(0, 120)}`];
	});
}

/** An e-mail address is data. */
const EMAIL_ADDRESS = /\S+@\S+/g;

function findEnglishWords(text: string): string[] {
	return extractWords(text).filter((word) => englishWords.has(word));
}
