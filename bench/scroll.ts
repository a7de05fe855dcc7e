/**
 * Measures the longest main-thread task with a hundred tickers on screen in a real Chromium: as cards, while scrolling and switching tabs; as table
 * rows, while scrolling and sorting. Reference: the same page without scripts, scrolled in the same way.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, openSignedIn } from './browser/browser.ts';
import { maximum, measureLongestTask, scrollThrough, type TaskTimes, valuesOf } from './browser/main-thread.ts';
import { startChild, stopChild } from './child.ts';
import { type Benchmark, compareToReference, formatMs, median, type ResultRow, rowWithoutReference } from './measure.ts';
import type { ProductInfo } from './tools/small-product.ts';

const CARDS = 100;
const ROUNDS = 5;
const LONG_TASK_MS = 50;
const START_TAB = 'coiled_spring';
const TABS = ['free', 'extreme_fall'] as const;

/** A trader's browser, set to a hundred cards per page. */
async function openTrader(browser: Browser, product: ProductInfo): Promise<BrowserContext> {
	const context = await openSignedIn(browser, product, 'pro');
	await context.route(/\/api\/sector-charts(?:\/history)?\?/, (route) => {
		const url = new URL(route.request().url());
		url.searchParams.set('max', String(CARDS));
		return route.continue({ url: url.href });
	});
	return context;
}

interface Rounds {
	scrolls: TaskTimes[];
	references: TaskTimes[];
	changes: TaskTimes[];
}

const GOAL = `at most ${LONG_TASK_MS} ms`;

async function measureCards(browser: Browser, context: BrowserContext): Promise<ResultRow[]> {
	const page = await context.newPage();
	const cardCounts = new Map(await Promise.all(TABS.map(async (tab) => [tab, await countCards(context, tab)] as const)));
	const openTab = async (tab: (typeof TABS)[number]): Promise<void> => {
		await page.locator(`a[href*="tabType=${tab}"]`).first().click();
		await page.waitForFunction(
			([expectedTab, count]) =>
				location.search.includes(String(expectedTab)) && document.querySelectorAll('main li article').length === count,
			[tab, cardCounts.get(tab)],
		);
	};
	await page.goto(`/main?tabType=${START_TAB}`);
	await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
	await openTab('free');
	const rounds = await measureRounds(browser, page, await openStaticCopy(context, page), (round) =>
		openTab(round % 2 === 0 ? 'extreme_fall' : 'free'),
	);
	const cardCountsText = TABS.map((tab) => cardCounts.get(tab)).join(' and ');
	return createRows(rounds, `${CARDS} cards`, `a tab switch between ${cardCountsText} cards`);
}

function createRows({ scrolls, references, changes }: Rounds, subject: string, changeName: string): ResultRow[] {
	return [
		compareToReference(
			`longest task while ${subject} are scrolled through, median of ${ROUNDS}`,
			median(valuesOf(scrolls, 'wall')),
			median(valuesOf(references, 'wall')),
			GOAL,
		),
		compareToReference(
			'the longest in processor time',
			maximum(valuesOf(scrolls, 'processor')),
			maximum(valuesOf(references, 'processor')),
			GOAL,
		),
		rowWithoutReference(`longest task of ${changeName}, median of ${ROUNDS}`, formatMs(median(valuesOf(changes, 'wall'))), GOAL),
		rowWithoutReference('the longest in processor time', formatMs(maximum(valuesOf(changes, 'processor'))), GOAL),
	];
}

/** Alternates between scrolling and changing the page, and scrolling the same page without scripts. */
async function measureRounds(browser: Browser, page: Page, staticPage: Page, change: (round: number) => Promise<void>): Promise<Rounds> {
	const rounds: Rounds = { scrolls: [], references: [], changes: [] };
	for (let round = 0; round < ROUNDS; round++) {
		await page.bringToFront();
		rounds.scrolls.push(await measureLongestTask(browser, page, () => scrollThrough(page)));
		rounds.changes.push(await measureLongestTask(browser, page, () => change(round)));
		await staticPage.bringToFront();
		rounds.references.push(await measureLongestTask(browser, staticPage, () => scrollThrough(staticPage)));
	}
	return rounds;
}

/** Opens a copy of the current page without its scripts. */
async function openStaticCopy(context: BrowserContext, page: Page): Promise<Page> {
	const staticPage = await context.newPage();
	const html = await page.content();
	await staticPage.goto('/robots.txt');
	await staticPage.setContent(html.replaceAll(/<script[\s\S]*?<\/script>/g, ''));
	return staticPage;
}

/** Number of cards on a tab, at most a hundred. */
async function countCards(context: BrowserContext, tab: string): Promise<number> {
	const response = await context.request.get(`/api/sector-charts?tab_type=${tab}&max=${CARDS}`);
	return ((await response.json()) as { items: unknown[] }).items.length;
}

/** Headers of columns to sort by, in turn; each gives a different order. */
const SORT_HEADERS = ['price', 'mentions', 'ticker', 'cap', 'change'] as const;

async function measureTable(browser: Browser, context: BrowserContext): Promise<ResultRow[]> {
	const page = await context.newPage();
	const rowSelector = 'tbody [data-card]';
	const readRowOrder = (): Promise<string> =>
		page.locator(rowSelector).evaluateAll((links) => links.map((link) => link.textContent).join());
	await page.goto(`/main?tabType=free&view=table&rows=${CARDS}`);
	await page.waitForFunction(([selector, count]) => document.querySelectorAll(String(selector)).length === count, [rowSelector, CARDS]);
	await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
	const sortBy = async (header: string): Promise<void> => {
		const previousOrder = await readRowOrder();
		await page.locator('thead th[aria-sort] button', { hasText: header }).click();
		await page.waitForFunction(
			([selector, oldOrder]) => [...document.querySelectorAll(String(selector))].map((link) => link.textContent).join() !== oldOrder,
			[rowSelector, previousOrder],
		);
	};
	const rounds = await measureRounds(browser, page, await openStaticCopy(context, page), (round) =>
		sortBy(SORT_HEADERS[round % SORT_HEADERS.length]!),
	);
	return createRows(rounds, `${CARDS} rows of a table`, `sorting ${CARDS} rows by a column`);
}

export const run: Benchmark = async () => {
	const { child, message: product } = await startChild<ProductInfo>('servers/scroll-server.ts');
	const browser = await launchBrowser();
	try {
		const context = await openTrader(browser, product);
		return [...(await measureCards(browser, context)), ...(await measureTable(browser, context))];
	} finally {
		await browser.close();
		await stopChild(child);
	}
};
