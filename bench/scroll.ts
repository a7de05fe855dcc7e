/**
 * Measures the longest main-thread task with a hundred tickers on screen in a real Chromium: as cards, while scrolling and switching tabs; as table
 * rows, while scrolling and sorting. Reference: the same page without scripts, scrolled in the same way.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, signedInAs } from './browser/browser.ts';
import { longest, longestOf, scrollThrough, side, type Task } from './browser/main-thread.ts';
import { startChild, stopChild } from './child.ts';
import { type Benchmark, compareToReference, type Measured, median, ms, rowWithoutReference } from './measure.ts';
import type { ProductStarted } from './tools/small-product.ts';

const CARDS = 100;
const ROUNDS = 5;
const LONG_TASK = 50;
const START = 'coiled_spring';
const TABS = ['free', 'extreme_fall'] as const;

/** A trader's browser, set to a hundred cards per page. */
async function signedIn(browser: Browser, product: ProductStarted): Promise<BrowserContext> {
	const context = await signedInAs(browser, product, 'pro');
	await context.route(/\/api\/sector-charts\?/, (route) => {
		const url = new URL(route.request().url());
		url.searchParams.set('max', String(CARDS));
		return route.continue({ url: url.href });
	});
	return context;
}

interface Rounds {
	scrolls: Task[];
	references: Task[];
	changes: Task[];
}

const GOAL = `at most ${LONG_TASK} ms`;

async function asCards(browser: Browser, context: BrowserContext): Promise<Measured[]> {
	const page = await context.newPage();
	const counts = new Map(await Promise.all(TABS.map(async (tab) => [tab, await cardsOf(context, tab)] as const)));
	const open = async (tab: (typeof TABS)[number]): Promise<void> => {
		await page.locator(`a[href*="tabType=${tab}"]`).first().click();
		await page.waitForFunction(
			([wanted, count]) => location.search.includes(String(wanted)) && document.querySelectorAll('main li article').length === count,
			[tab, counts.get(tab)],
		);
	};
	await page.goto(`/main?tabType=${START}`);
	await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
	await open('free');
	const rounds = await inRounds(browser, page, await withoutScript(context, page), (round) =>
		open(round % 2 === 0 ? 'extreme_fall' : 'free'),
	);
	const tabs = TABS.map((tab) => counts.get(tab)).join(' and ');
	return reported(rounds, `${CARDS} cards`, `a tab switch between ${tabs} cards`);
}

function reported({ scrolls, references, changes }: Rounds, subject: string, change: string): Measured[] {
	return [
		compareToReference(
			`longest task while ${subject} are scrolled through, median of ${ROUNDS}`,
			median(side(scrolls, 'wall')),
			median(side(references, 'wall')),
			GOAL,
		),
		compareToReference('the longest in processor time', longest(side(scrolls, 'processor')), longest(side(references, 'processor')), GOAL),
		rowWithoutReference(`longest task of ${change}, median of ${ROUNDS}`, ms(median(side(changes, 'wall'))), GOAL),
		rowWithoutReference('the longest in processor time', ms(longest(side(changes, 'processor'))), GOAL),
	];
}

/** Alternates between scrolling and changing the page, and scrolling the same page without scripts. */
async function inRounds(browser: Browser, page: Page, still: Page, change: (round: number) => Promise<void>): Promise<Rounds> {
	const rounds: Rounds = { scrolls: [], references: [], changes: [] };
	for (let round = 0; round < ROUNDS; round++) {
		await page.bringToFront();
		rounds.scrolls.push(await longestOf(browser, page, () => scrollThrough(page)));
		rounds.changes.push(await longestOf(browser, page, () => change(round)));
		await still.bringToFront();
		rounds.references.push(await longestOf(browser, still, () => scrollThrough(still)));
	}
	return rounds;
}

/** Opens a copy of the current page without its scripts. */
async function withoutScript(context: BrowserContext, page: Page): Promise<Page> {
	const still = await context.newPage();
	const html = await page.content();
	await still.goto('/robots.txt');
	await still.setContent(html.replaceAll(/<script[\s\S]*?<\/script>/g, ''));
	return still;
}

/** Number of cards on a tab, at most a hundred. */
async function cardsOf(context: BrowserContext, tab: string): Promise<number> {
	const answer = await context.request.get(`/api/sector-charts?tab_type=${tab}&max=${CARDS}`);
	return ((await answer.json()) as { items: unknown[] }).items.length;
}

/** Headers of columns to sort by, in turn; each gives a different order. */
const HEADS = ['price', 'mentions', 'ticker', 'cap', 'change'] as const;

async function asTable(browser: Browser, context: BrowserContext): Promise<Measured[]> {
	const page = await context.newPage();
	const rows = 'tbody [data-card]';
	const order = (): Promise<string> => page.locator(rows).evaluateAll((links) => links.map((link) => link.textContent).join());
	await page.goto(`/main?tabType=free&view=table&rows=${CARDS}`);
	await page.waitForFunction(([selector, count]) => document.querySelectorAll(String(selector)).length === count, [rows, CARDS]);
	await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
	const sortBy = async (head: string): Promise<void> => {
		const before = await order();
		await page.locator('thead th[aria-sort] button', { hasText: head }).click();
		await page.waitForFunction(
			([selector, shown]) => [...document.querySelectorAll(String(selector))].map((link) => link.textContent).join() !== shown,
			[rows, before],
		);
	};
	const rounds = await inRounds(browser, page, await withoutScript(context, page), (round) => sortBy(HEADS[round % HEADS.length]!));
	return reported(rounds, `${CARDS} rows of a table`, `sorting ${CARDS} rows by a column`);
}

export const run: Benchmark = async () => {
	const { child, message: product } = await startChild<ProductStarted>('servers/scroll-server.ts');
	const browser = await launchBrowser();
	try {
		const context = await signedIn(browser, product);
		return [...(await asCards(browser, context)), ...(await asTable(browser, context))];
	} finally {
		await browser.close();
		await stopChild(child);
	}
};
