/**
 * A hundred cards on screen, in a real Chromium: scrolled from top to bottom, and tabs switched. What Chromium traces of the page's main thread is
 * cut into tasks; the longest counts. Reference: the same cards as a page without script, scrolled in the same way.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { left, started } from './child.ts';
import { against, alone, type Benchmark, median, ms, quantile } from './measured.ts';
import type { ProductStarted } from './scroll-server.ts';

const CARDS = 100;
const ROUNDS = 5;
const LONG_TASK = 50;
const START = 'coiled_spring';
const TABS = ['free', 'extreme_fall'] as const;
const ARGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

interface TraceEvent {
	name: string;
	ph: string;
	pid: number;
	tid: number;
	/** Microseconds by the wall, and of the processor: what else runs on the machine adds to the former alone. */
	dur?: number;
	tdur?: number;
	args?: { name?: string };
}

interface Task {
	wall: number;
	processor: number;
}

/** Milliseconds of the longest task on the page's main thread while something is done: by the wall, and of the processor. */
const longestOf = async (browser: Browser, page: Page, work: () => Promise<void>): Promise<Task> => {
	await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
	await work();
	const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
	const mains = new Set(
		traceEvents
			.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
			.map(({ pid, tid }) => `${pid}.${tid}`),
	);
	const tasks = traceEvents.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mains.has(`${pid}.${tid}`));
	return {
		wall: Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000,
		processor: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
	};
};

const scrollThrough = async (page: Page): Promise<void> => {
	await page.mouse.move(600, 500);
	const height = await page.evaluate(() => document.documentElement.scrollHeight);
	for (let at = 0; at < height; at += 300) {
		await page.mouse.wheel(0, 300);
		await page.waitForTimeout(16);
	}
	await page.waitForTimeout(200);
	await page.evaluate(() => window.scrollTo(0, 0));
};

/** Cards that a tab has to show, at most a hundred. */
const cardsOf = async (context: BrowserContext, tab: string): Promise<number> => {
	const answer = await context.request.get(`/api/sector-charts?tab_type=${tab}&max=${CARDS}`);
	return ((await answer.json()) as { items: unknown[] }).items.length;
};

/** A trader's browser in which every page of a list has a hundred cards. */
const signedIn = async (browser: Browser, { url, password }: ProductStarted): Promise<BrowserContext> => {
	const context = await browser.newContext({ baseURL: url, viewport: { width: 1720, height: 900 }, locale: 'en-US' });
	const answer = await context.request.post('/api/auth/login', {
		data: { email: 'pro@demo.test', password },
		headers: { origin: url },
	});
	if (!answer.ok()) throw new Error(`Signing in failed: ${answer.status()}`);
	await context.route(/\/api\/sector-charts\?/, (route) => {
		const asked = new URL(route.request().url());
		asked.searchParams.set('max', String(CARDS));
		return route.continue({ url: asked.href });
	});
	return context;
};

const longest = (values: readonly number[]): number => quantile(values, 1);

export const run: Benchmark = async () => {
	const { child, message: product } = await started<ProductStarted>('scroll-server.ts');
	const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ARGS });
	try {
		const context = await signedIn(browser, product);
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
		const still = await context.newPage();
		const html = await page.content();
		await still.goto('/robots.txt');
		await still.setContent(html.replaceAll(/<script[\s\S]*?<\/script>/g, ''));

		const scrolls: Task[] = [];
		const references: Task[] = [];
		const switches: Task[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			await page.bringToFront();
			scrolls.push(await longestOf(browser, page, () => scrollThrough(page)));
			const tab = round % 2 === 0 ? 'extreme_fall' : 'free';
			switches.push(await longestOf(browser, page, () => open(tab)));
			await still.bringToFront();
			references.push(await longestOf(browser, still, () => scrollThrough(still)));
		}
		const goal = `at most ${LONG_TASK} ms`;
		const of = (tasks: readonly Task[], side: keyof Task): number[] => tasks.map((task) => task[side]);
		const tabs = TABS.map((tab) => counts.get(tab)).join(' and ');
		return [
			against(
				`longest task while ${CARDS} cards are scrolled through, middle of ${ROUNDS}`,
				median(of(scrolls, 'wall')),
				median(of(references, 'wall')),
				goal,
			),
			against(
				'the same in processor time, the longest of all',
				longest(of(scrolls, 'processor')),
				longest(of(references, 'processor')),
				goal,
			),
			alone(`longest task of a tab switch between ${tabs} cards, middle of ${ROUNDS}`, ms(median(of(switches, 'wall'))), goal),
			alone('the same in processor time, the longest of all', ms(longest(of(switches, 'processor'))), goal),
		];
	} finally {
		await browser.close();
		await left(child);
	}
};
