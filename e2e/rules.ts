import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules that look at colours: all that another theme can change. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Waits for what comes in or goes: half way through, its colours are nobody's. What turns for ever is not waited for. */
const atRest = (page: Page): Promise<unknown> =>
	page.evaluate(() =>
		Promise.allSettled(
			document
				.getAnimations()
				.filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
				.map(({ finished }) => finished),
		),
	);

/** Rules of accessibility that the page breaks, each with the elements that break it. */
export const violationsOf = async (page: Page, colours = false): Promise<string[]> => {
	await atRest(page);
	// Half a megabyte of script that is injected twice at each look: a page that has it from the look before is spared both.
	const isThere = await page.evaluate(() => 'axe' in window);
	// Without frames the legacy way is the same, and spares a second page for each look.
	const builder = new AxeBuilder(isThere ? { page, axeSource: 'undefined' } : { page })
		.setLegacyMode()
		.options({ resultTypes: ['violations'] });
	const { violations } = await (colours ? builder.withRules(COLOURS) : builder).analyze();
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' ')}`);
};

/** Controls of the page that are lower or narrower than a fingertip, in CSS pixels. Links within a sentence or covering a whole card are not meant. */
export const smallTargets = (page: Page, least: number): Promise<string[]> =>
	page.evaluate((wanted) => {
		const top = document.querySelector('dialog[open], [popover]:popover-open') ?? document.body;
		const controls = [
			...top.querySelectorAll<HTMLElement>('a[href], button, select, summary, input:not([type="checkbox"], [type="radio"])'),
		];
		/** Of a link whose box is the whole of what it stands in (an empty `::after` that covers it): that. */
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
	}, least);

/** What scrolls sideways without a sign of it: neither a bar nor shades at its edges. */
export const hiddenEdges = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('body *')]
			.filter((box) => box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX))
			.filter((box) => !getComputedStyle(box).backgroundAttachment.includes('local'))
			.map((box) => box.outerHTML.slice(0, 120)),
	);

/** Text of tables that stands beyond the right edge of the window, where nobody sees that there is more. */
export const cutCells = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('td, tbody th')]
			.filter((cell) => cell.getBoundingClientRect().right > innerWidth && cell.textContent !== '')
			.map((cell) => `${cell.textContent} ends at ${Math.round(cell.getBoundingClientRect().right)} px`),
	);
