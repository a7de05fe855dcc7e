import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules that look at colours. */
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

/** What looks otherwise since it was last looked at. */
const CHANGED = 'data-looks-otherwise';

/**
 * Marks texts and fields whose colours, ground or size are not those that they had when the page was last marked in this theme, and those that are new; answers
 * how many there are, and undefined where it was never marked.
 */
const markChanged = (page: Page, theme: string): Promise<number | undefined> =>
	page.evaluate(
		([mark, by]) => {
			const kept = window as unknown as { looks?: Record<string, WeakMap<Element, string>> };
			kept.looks ??= {};
			const before = kept.looks[by];
			const looks = before ?? new WeakMap<Element, string>();
			kept.looks[by] = looks;
			const lookOf = (element: Element): string => {
				const { color, fontSize, fontWeight } = getComputedStyle(element);
				const look = [color, fontSize, fontWeight];
				for (let at: Element | null = element; at; at = at.parentElement) {
					const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
					look.push(opacity, backgroundImage, backgroundColor);
					// An opaque ground hides those below it.
					if (backgroundColor.startsWith('rgb(')) break;
				}
				return look.join();
			};
			let changed = 0;
			for (const element of document.querySelectorAll('body *')) {
				element.removeAttribute(mark);
				const isText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
				if (!isText && !element.matches('input, select, textarea')) continue;
				if (!element.checkVisibility({ visibilityProperty: true })) continue;
				const look = lookOf(element);
				if (looks.get(element) === look) continue;
				looks.set(element, look);
				element.setAttribute(mark, '');
				changed++;
			}
			return before && changed;
		},
		[CHANGED, theme] as const,
	);

interface Looks {
	/** The rules of colours alone: all that another theme can change. */
	colours?: boolean;
	/** The theme that is shown: colours of what looks as it did when the page was last judged in it are not judged again. They are most of the work. */
	theme?: string;
}

/** Rules of accessibility that the page breaks, each with the elements that break it. */
export const violationsOf = async (page: Page, { colours = false, theme }: Looks = {}): Promise<string[]> => {
	await atRest(page);
	const found: string[] = [];
	const judge = async (narrow: (builder: AxeBuilder) => AxeBuilder): Promise<void> => {
		// Half a megabyte of script that is injected twice at each look: a page that has it from the look before is spared both.
		const isThere = await page.evaluate(() => 'axe' in window);
		// Without frames the legacy way is the same, and spares a second page for each look.
		const builder = new AxeBuilder(isThere ? { page, axeSource: 'undefined' } : { page })
			.setLegacyMode()
			.options({ resultTypes: ['violations'] });
		const { violations } = await narrow(builder).analyze();
		for (const { id, nodes } of violations) found.push(`${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' ')}`);
	};
	const changed = theme === undefined ? undefined : await markChanged(page, theme);
	if (changed === undefined) await judge((builder) => (colours ? builder.withRules(COLOURS) : builder));
	else {
		if (!colours) await judge((builder) => builder.disableRules(COLOURS));
		if (changed > 0) await judge((builder) => builder.withRules(COLOURS).include(`[${CHANGED}]`));
	}
	return found;
};

/** Controls of the page that are lower or narrower than a fingertip, in CSS pixels. Links within a sentence or covering a whole card are not meant. */
export const smallTargets = (page: Page, least: number): Promise<string[]> =>
	page.evaluate((wanted) => {
		const top = document.querySelector('dialog[open], [popover]:popover-open') ?? document.body;
		const controls = [
			...top.querySelectorAll<HTMLElement>('a[href], button, select, summary, input:not([type="checkbox"], [type="radio"])'),
		];
		const seen = controls.filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
		return (
			seen
				.filter((control) => !control.closest('p') && control.dataset['card'] === undefined && !control.classList.contains('skip-link'))
				// A link whose box is the whole row that it stands in.
				.filter((control) => getComputedStyle(control, '::after').inset !== '0px')
				.map((control) => ({ control, box: control.getBoundingClientRect() }))
				.filter(({ box }) => Math.min(box.width, box.height) < wanted - 0.5)
				.map(({ control, box }) => `${control.outerHTML.slice(0, 120)} is ${Math.round(box.width)} × ${Math.round(box.height)} px`)
		);
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
