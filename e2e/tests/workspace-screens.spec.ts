/**
 * Accessibility of every screen: in two combinations that cover both themes and both widths, or with `LOOKS=every` (`npm run screens`) in all four.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { findSmallTargets, findUnmarkedScrollers, findUnusualDateFormats, findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { findUnreachableControls, measureCoveredShare, measureSidewaysScroll, openScreen } from '../open-screen.ts';
import type { Screen } from '../pictures/screen.ts';
import { SCREENS } from '../pictures/screens.ts';
import { type Facts, fetchFacts, type Reader, seedTrader, signIn } from '../readers.ts';

const WIDE = { width: 1720, height: 900 };
const NARROW = { width: 390, height: 844 };
/** At the breakpoints of small screens, and in between, only overflow is checked. */
const BETWEEN = [
	{ width: 641, height: 900 },
	{ width: 1024, height: 768 },
];
/** A laptop at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };
/** Most of a zoomed screen that may stay covered by bars and banners. */
const MOST_COVERED = 0.6;
const FINGERTIP = 44;

interface Look {
	size: typeof WIDE;
	theme: 'dark' | 'light';
}

function inBothThemes(size: typeof WIDE): Look[] {
	return [
		{ size, theme: 'dark' },
		{ size, theme: 'light' },
	];
}

const PAIR: readonly Look[] = [
	{ size: WIDE, theme: 'dark' },
	{ size: NARROW, theme: 'light' },
];
const EVERY: readonly Look[] = [WIDE, NARROW].flatMap(inBothThemes);

function looksAt({ narrowOnly }: Screen): readonly Look[] {
	if (narrowOnly) return inBothThemes(NARROW);
	return process.env['LOOKS'] === 'every' ? EVERY : PAIR;
}

let facts: Facts;
const faults: string[] = [];
const readers = new Map<Reader, BrowserContext>();
/** One tab per reader, used by screens one after the other: a new one for each took half of the time. */
const tabs = new Map<Reader, Page>();

test.beforeAll(async ({ browser, running }) => {
	for (const reader of new Set(SCREENS.map((screen) => screen.as))) {
		const context = await browser.newContext({ baseURL: running.url, viewport: WIDE, reducedMotion: 'reduce', colorScheme: 'dark' });
		context.on('page', (page) => page.on('pageerror', ({ message }) => faults.push(message)));
		await signIn(context, running, reader);
		readers.set(reader, context);
	}
	const trader = readers.get('pro') as BrowserContext;
	await seedTrader(trader, running);
	facts = await fetchFacts(trader, running);
});

test.afterAll(async () => {
	for (const context of readers.values()) await context.close();
});

for (const screen of SCREENS) {
	test(`${screen.name}: accessible in both themes and widths, nothing sideways, and script does not stumble`, async () => {
		const context = readers.get(screen.as) as BrowserContext;
		// What a screen changes in its tab before it opens stays in the tab.
		const isChanged = screen.before !== undefined;
		const looks = looksAt(screen);
		const page = await openScreen(context, screen, facts, {
			size: looks[0]?.size ?? WIDE,
			tab: isChanged ? undefined : tabs.get(screen.as),
		});
		if (!isChanged) tabs.set(screen.as, page);
		let seen: Look['size'] | undefined;
		for (const { size, theme } of looks) {
			const isSize = size === seen;
			if (!isSize) {
				await page.setViewportSize(size);
				expect(await measureSidewaysScroll(page), `sideways at ${size.width} px`).toBe(0);
			}
			await page.evaluate((scheme) => document.documentElement.setAttribute('data-scheme', scheme), theme);
			// At the same size, another theme changes only the colours.
			expect(await findViolations(page, isSize), `${theme} at ${size.width} px`).toEqual([]);
			seen = size;
		}
		expect(await findUnusualDateFormats(page), 'dates in another shape than MM/DD/YYYY').toEqual([]);
		expect(await findSmallTargets(page, FINGERTIP)).toEqual([]);
		expect(await findUnmarkedScrollers(page), 'scrolls without a visible edge').toEqual([]);
		for (const size of screen.narrowOnly ? [] : BETWEEN) {
			await page.setViewportSize(size);
			expect(await measureSidewaysScroll(page), `sideways at ${size.width} px`).toBe(0);
		}
		if (!screen.narrowOnly) {
			await page.setViewportSize(ZOOMED);
			expect(await measureSidewaysScroll(page), 'sideways at 200 % zoom').toBe(0);
			expect(await measureCoveredShare(page), 'covered at 200 % zoom').toBeLessThanOrEqual(MOST_COVERED);
			expect(await findUnreachableControls(page), 'out of reach at 200 % zoom').toEqual([]);
		}
		expect(faults.splice(0)).toEqual([]);
		await page.unrouteAll({ behavior: 'ignoreErrors' });
		if (isChanged) return page.close();
		// Navigates elsewhere, so that the page writes nothing more.
		await page.goto('/robots.txt');
		await page.evaluate(() => sessionStorage.clear());
	});
}
