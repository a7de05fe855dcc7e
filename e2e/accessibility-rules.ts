import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** Half of the package's source. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colours: only these can depend on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

declare global {
	interface Window {
		axe: typeof axe;
	}
}

/** Accessibility rules that the page violates, each with the elements. `colours`: only those that depend on the theme. */
export async function violationsOf(page: Page, colours = false): Promise<string[]> {
	await atRest(page);
	// Half a megabyte of script: injected only once per page.
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
	// Only violations are returned: passed checks took a third of the time. `preload` would fetch style sheets and media again, which none of the
	// rules used here reads.
	return page.evaluate(async (rules) => {
		const { violations } = await window.axe.run(document, {
			resultTypes: ['violations'],
			preload: false,
			...(rules && { runOnly: rules }),
		});
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
	}, colours && COLOURS);
}

/** Waits for transitions: halfway through, colours are mixed. Endless animations are ignored. */
function atRest(page: Page): Promise<unknown> {
	return page.evaluate(() =>
		Promise.allSettled(
			document
				.getAnimations()
				.filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
				.map(({ finished }) => finished),
		),
	);
}

/** Texts of the page with a date in another shape than MM/DD/YYYY. What is to be copied, such as code, fields and quoted examples, is excluded. */
export function otherDates(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const other =
			/(?<!['\d.])\b\d{4}[-/]\d\d?[-/]\d\d?\b|\b\d{1,2}\.\d{1,2}\.\d{4}\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(?:, \d{4})?\b/;
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const found: string[] = [];
		while (walker.nextNode()) {
			const { parentElement: parent, data } = walker.currentNode as Text;
			if (other.test(data) && parent && !parent.closest('code, pre, textarea, script, style, template') && parent.checkVisibility())
				found.push(data.slice(0, 200));
		}
		return found;
	});
}

/** Controls of the page smaller than a fingertip, in CSS pixels. Links within a sentence or covering a whole card are excluded. */
export function smallTargets(page: Page, minimum: number): Promise<string[]> {
	return page.evaluate((wanted) => {
		const top = document.querySelector('dialog[open], [popover]:popover-open') ?? document.body;
		const controls = [
			...top.querySelectorAll<HTMLElement>('a[href], button, select, summary, input:not([type="checkbox"], [type="radio"])'),
		];
		/** For a link that covers its whole container (an empty `::after`): that container. */
		const boxOf = (control: HTMLElement): DOMRect => {
			const covers = getComputedStyle(control, '::after').inset === '0px' && getComputedStyle(control).position === 'static';
			return ((covers ? control.offsetParent : null) ?? control).getBoundingClientRect();
		};
		const seen = controls.filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
		return seen
			.filter((control) => !control.closest('p') && control.dataset['card'] === undefined && !control.classList.contains('skip-link'))
			.map((control) => ({ control, box: boxOf(control) }))
			.filter(({ box }) => Math.min(box.width, box.height) < wanted - 0.5)
			.map(({ control, box }) => `${control.outerHTML.slice(0, 120)} is ${Math.round(box.width)} × ${Math.round(box.height)} px`);
	}, minimum);
}

/** Elements that scroll sideways without showing it: neither a scrollbar nor shades at the edges. */
export function hiddenEdges(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('body *')]
			.filter((box) => box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX))
			.filter((box) => !getComputedStyle(box).backgroundAttachment.includes('local'))
			.map((box) => box.outerHTML.slice(0, 120)),
	);
}

/** Table text beyond the right edge of the window, where users can't see that there is more. */
export function cutCells(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('td, tbody th')]
			.filter((cell) => cell.getBoundingClientRect().right > innerWidth && cell.textContent !== '')
			.map((cell) => `${cell.textContent} ends at ${Math.round(cell.getBoundingClientRect().right)} px`),
	);
}
