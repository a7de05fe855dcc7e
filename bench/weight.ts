/**
 * Counts the bytes that a real Chromium requests for each page, and on a trader's journey from the first page to a ticker. Reference: the same figures
 * before modules were grouped into fewer files. `--raw` prints the figures as JSON, in the form of weight-before.ts.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, openSignedIn } from './browser/browser.ts';
import { measureLoad, type PageLoad, sumGzippedBytes } from './browser/page-load.ts';
import { BASELINE, type Figures } from './browser/weight-before.ts';
import { startChild, stopChild } from './child.ts';
import type { Benchmark, ResultRow } from './measure.ts';
import type { ProductInfo } from './tools/small-product.ts';

/** Generous, because bytes are counted here, not time. */
const TIMEOUT_MS = 300_000;

type Reader = 'visitor' | 'pro' | 'admin';

/** Pages opened with an empty cache. */
const PAGES: readonly { path: string; as: Reader; goal?: string }[] = [
	{ path: '/', as: 'visitor', goal: 'at most 40 kB, no sheets' },
	{ path: '/', as: 'pro' },
	{ path: '/main', as: 'visitor' },
	{ path: '/main', as: 'pro', goal: 'at most 175 kB' },
	{ path: '/ticker/:id', as: 'visitor' },
	{ path: '/ticker/:id', as: 'pro' },
	{ path: '/ticker/:id/history', as: 'pro' },
	{ path: '/ticker/:id/validation', as: 'pro' },
	{ path: '/top', as: 'visitor' },
	{ path: '/search', as: 'pro' },
	{ path: '/favourites', as: 'pro' },
	{ path: '/filter-settings-list', as: 'pro' },
	{ path: '/frozen-list', as: 'pro' },
	{ path: '/reports', as: 'pro' },
	{ path: '/about', as: 'visitor' },
	{ path: '/prices', as: 'visitor' },
	{ path: '/auth/signin', as: 'visitor' },
	{ path: '/profile', as: 'pro' },
	{ path: '/admin', as: 'admin' },
];

/** Blocks service workers: responses that pass through one report no size. */
const NO_SERVICE_WORKERS = { serviceWorkers: 'block' } as const;
const WIDE_SCREEN = { ...NO_SERVICE_WORKERS, viewport: { width: 1720, height: 900 } };

async function openContext(browser: Browser, product: ProductInfo, reader: Reader, screen = WIDE_SCREEN): Promise<BrowserContext> {
	const context =
		reader === 'visitor'
			? await browser.newContext({ baseURL: product.url, locale: 'en-US', ...screen })
			: await openSignedIn(browser, product, reader, screen);
	context.setDefaultTimeout(TIMEOUT_MS);
	return context;
}

/** Id of the first ticker in the top tables. */
async function findTopTickerId(context: BrowserContext): Promise<string> {
	const id = /\/ticker\/(\d+)/.exec(await (await context.request.get('/top', { timeout: TIMEOUT_MS })).text())?.[1];
	if (!id) throw new Error('The top tables are empty');
	return id;
}

function createRow(
	name: string,
	figures: Figures,
	format: (figures: Figures) => string,
	measure: (figures: Figures) => number,
	goal?: string,
): ResultRow {
	const baseline = BASELINE[name];
	return {
		name,
		ours: format(figures),
		reference: baseline ? format(baseline) : null,
		ratio: baseline ? measure(figures) / measure(baseline) : null,
		goal: goal ?? null,
	};
}

function describePage({ gzip, scripts, sheets }: Figures): string {
	return `${formatKb(gzip)} of scripts in ${scripts} files, ${sheets} sheets`;
}

function formatKb(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`;
}

function describeStep({ requests, bytes, calls, callBytes }: Figures): string {
	return `${requests} requests, ${formatKb(bytes)}; of these ${calls} calls, ${formatKb(callBytes)}`;
}

function toFigures({ scripts, sheets, requests, bytes, calls, callBytes }: PageLoad): Figures {
	return {
		gzip: sumGzippedBytes(scripts),
		scripts: scripts.length,
		sheets: sheets.length,
		requests,
		bytes,
		calls,
		callBytes,
	};
}

/** A phone's screen, where a long press opens a card. */
const PHONE = { ...NO_SERVICE_WORKERS, viewport: { width: 390, height: 844 }, hasTouch: true };

/** The steps of a visitor who signs in and opens a ticker: each step's name and its action on the page. */
function createJourneySteps(page: Page, password: string): [string, () => Promise<unknown>][] {
	return [
		['journey: the first page', () => page.goto('/')],
		[
			'journey: to the sign-in',
			async () => {
				await page.getByRole('button', { name: 'Open menu' }).click();
				await page.locator('#menu').getByRole('link', { name: 'Sign in' }).click();
			},
		],
		[
			'journey: signed in, the list',
			async () => {
				await page.getByLabel('E-mail address').fill('pro@demo.test');
				await page.getByLabel('Password', { exact: true }).fill(password);
				await page.locator('main form button[type=submit]').click();
				await page.waitForSelector('main li article');
				await page.getByRole('button', { name: 'Options', exact: true }).waitFor();
			},
		],
		[
			'journey: the picker of reports',
			async () => {
				await page.getByRole('button', { name: /^(?:Latest report|Report) / }).click();
				await page.getByRole('dialog', { name: 'Choose a report' }).getByRole('button', { name: 'Latest Report' }).waitFor();
			},
		],
		[
			'journey: a card over the screen',
			async () => {
				await page.keyboard.press('Escape');
				await page.locator('main li article').first().click({ button: 'right' });
				await page.locator('dialog[open] a[href*="/ticker/"]').waitFor();
			},
		],
		[
			'journey: the ticker of that card',
			async () => {
				await page.locator('dialog[open] a[href*="/ticker/"]').click();
				await page.getByRole('group', { name: /^Price chart/ }).scrollIntoViewIfNeeded();
				await page.waitForSelector('main canvas', { state: 'attached' });
			},
		],
		['journey: the next ticker', () => page.getByRole('link', { name: /^Next ticker/ }).click()],
	];
}

export const run: Benchmark = async (args) => {
	const { child, message: product } = await startChild<ProductInfo>('servers/scroll-server.ts');
	const browser = await launchBrowser();
	const figuresByName: Record<string, Figures> = {};
	const rows: ResultRow[] = [];
	try {
		for (const { path, as, goal } of PAGES) {
			const context = await openContext(browser, product, as);
			const page = await context.newPage();
			const url = path.replace(':id', await findTopTickerId(context));
			const name = `${path} as ${as}`;
			const figures = toFigures(await measureLoad(page, () => page.goto(url)));
			figuresByName[name] = figures;
			rows.push(createRow(name, figures, describePage, ({ gzip }) => gzip, goal));
			await context.close();
		}
		const context = await openContext(browser, product, 'visitor', PHONE);
		const page = await context.newPage();
		for (const [name, action] of createJourneySteps(page, product.password)) {
			const figures = toFigures(await measureLoad(page, action));
			figuresByName[name] = figures;
			rows.push(createRow(name, figures, describeStep, ({ bytes }) => bytes));
		}
	} finally {
		await browser.close();
		await stopChild(child);
	}
	if (args.includes('--raw')) console.log(JSON.stringify(figuresByName));
	return rows;
};
