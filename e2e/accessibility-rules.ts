import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The minified script: half the size of the full one. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colours: only these can depend on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

declare global {
	interface Window {
		axe: typeof axe;
	}
}

/** Returns the accessibility rules that the page violates, each with the elements. `onlyColours`: only rules that depend on the theme. */
export async function findViolations(page: Page, onlyColours = false): Promise<string[]> {
	await waitForTransitions(page);
	// Half a megabyte of script: injected only once per page.
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
	// Only violations are returned: passed checks took a third of the time. `preload` would fetch style sheets and media again, which none of the
	// rules used here reads.
	return page.evaluate(async (rules) => {
		const { violations } = await window.axe.run(document, {
			resultTypes: ['violations'],
			preload: false,
			...(rules && { runOnly: rules }),
		});
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
	}, onlyColours && COLOUR_RULES);
}

/** Waits for transitions: halfway through, colours are mixed. Endless animations are ignored. */
function waitForTransitions(page: Page): Promise<unknown> {
	return page.evaluate(() =>
		Promise.allSettled(
			document
				.getAnimations()
				.filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
				.map(({ finished }) => finished),
		),
	);
}

/** Returns texts of the page with a date not written MM/DD/YYYY. Text to be copied is excluded, such as code, fields and quoted examples. */
export function findUnusualDateFormats(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const unusualDate =
			/(?<!['\d.])\b\d{4}[-/]\d\d?[-/]\d\d?\b|\b\d{1,2}\.\d{1,2}\.\d{4}\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(?:, \d{4})?\b/;
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const texts: string[] = [];
		while (walker.nextNode()) {
			const { parentElement: parent, data } = walker.currentNode as Text;
			if (unusualDate.test(data) && parent && !parent.closest('code, pre, textarea, script, style, template') && parent.checkVisibility())
				texts.push(data.slice(0, 200));
		}
		return texts;
	});
}

/** Returns controls of the page smaller than `minimumPx` (CSS pixels). Links within a sentence or covering a whole card are excluded. */
export function findSmallTargets(page: Page, minimumPx: number): Promise<string[]> {
	return page.evaluate((limitPx) => {
		const container = document.querySelector('dialog[open], [popover]:popover-open') ?? document.body;
		const controls = [
			...container.querySelectorAll<HTMLElement>('a[href], button, select, summary, input:not([type="checkbox"], [type="radio"])'),
		];
		/** The control's box; for a link that covers its whole container (with an empty `::after`), the container's box. */
		const findBox = (control: HTMLElement): DOMRect => {
			const coversContainer = getComputedStyle(control, '::after').inset === '0px' && getComputedStyle(control).position === 'static';
			return ((coversContainer ? control.offsetParent : null) ?? control).getBoundingClientRect();
		};
		const visibleControls = controls.filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
		return visibleControls
			.filter((control) => !control.closest('p') && control.dataset['card'] === undefined && !control.classList.contains('skip-link'))
			.map((control) => ({ control, box: findBox(control) }))
			.filter(({ box }) => Math.min(box.width, box.height) < limitPx - 0.5)
			.map(({ control, box }) => `${control.outerHTML.slice(0, 120)} is ${Math.round(box.width)} × ${Math.round(box.height)} px`);
	}, minimumPx);
}

/** Elements that scroll sideways without showing it: neither a scrollbar nor shades at the edges. */
export function findUnmarkedScrollers(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('body *')]
			.filter((box) => box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX))
			.filter((box) => !getComputedStyle(box).backgroundAttachment.includes('local'))
			.map((box) => box.outerHTML.slice(0, 120)),
	);
}

/** Table text beyond the right edge of the window, where users can't see that there is more. */
export function findCutOffCells(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('td, tbody th')]
			.filter((cell) => cell.getBoundingClientRect().right > innerWidth && cell.textContent !== '')
			.map((cell) => `${cell.textContent} ends at ${Math.round(cell.getBoundingClientRect().right)} px`),
	);
}
