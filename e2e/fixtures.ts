/** The whole product, started once per worker on a fresh folder with a small simulated market and a wall clock that only tests move. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { compose } from '@sw/server/compose/compose';
import type { Overrides, Product } from '@sw/server/compose/product';
import { readConfig } from '@sw/server/config/config';
import type { SimulatedProvider } from '@sw/server/intake/simulated/simulated-provider';
import { createSmallMarket } from '@sw/server/intake/testing/small-market';
import { createFakeWallClock, type FakeWallClock } from '@sw/server/platform/clocks/testing/fake-wall-clock';
import { disableFsync } from '@sw/store/testing/disable-fsync';
import { SLOW_CHECK_TIMING } from '@sw/store/testing/slow-machine-limits';

export interface RunningProduct {
	product: Product;
	wall: FakeWallClock;
	url: string;
	folder: string;
}

/**
 * Enough for lists with pages and full top tables. A journey with its own product that needs neither uses `FEW_TICKERS`: start time depends on the number
 * of tickers.
 */
const TICKERS = 150;
export const FEW_TICKERS = 30;
const SESSIONS = 100;
const REPORT_SESSIONS = 3;
/** All readers of journeys share one IP, and the number of calls per minute depends on the machine. */
const CALLS_PER_MINUTE = 1_000_000;

interface StartOptions extends Pick<Overrides, 'vendors' | 'agent'> {
	/** The market waits for something: the product isn't ready when `startProduct` resolves. */
	isWaiting?: boolean;
	tickers?: number;
}

/** `changeMarket` can change the simulated market's data. */
export async function startProduct(
	env: Record<string, string> = {},
	changeMarket: (market: SimulatedProvider) => SimulatedProvider = (market) => market,
	{ isWaiting = false, tickers = TICKERS, ...overrides }: StartOptions = {},
): Promise<RunningProduct & { close(): Promise<void> }> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-e2e-'));
	const wall = createFakeWallClock(Date.UTC(2026, 5, 30, 15, 45));
	// The origin, by which requests from other sites are refused, includes the port, so the port must be known before.
	const { port, release } = await reservePort();
	const config = readConfig(
		{ PORT: String(port), SIGNALWHEEL_DATA: folder, SIGNALWHEEL_LOG: 'error', SIGNALWHEEL_SPEED: '1', ...env },
		folder,
	);
	const isSimulated = config.provider === 'simulated';
	const product = await compose(config, {
		...overrides,
		wall,
		checkTiming: SLOW_CHECK_TIMING,
		callsPerMinute: CALLS_PER_MINUTE,
		reportSessions: REPORT_SESSIONS,
		...(isSimulated
			? { provider: async (_stores, calendar) => changeMarket(createSmallMarket(tickers, SESSIONS, { siteCalendar: calendar })) }
			: {}),
	});
	await disableFsync(product.stores.records.pool);
	await release();
	const url = (await product.listen()).replace('127.0.0.1', 'localhost');
	if (isWaiting) void product.run().catch(() => {});
	else {
		await product.run();
		await product.market.settled;
	}
	return {
		product,
		wall,
		url,
		folder,
		close: async () => {
			await product.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Reserves a port until `release` is called: the stores take seconds to open, and other tests request ports meanwhile. */
function reservePort(): Promise<{ port: number; release(): Promise<void> }> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address() as AddressInfo;
			resolve({ port, release: () => new Promise((done) => server.close(() => done())) });
		});
	});
}

/** Slows the browser by this factor, from the environment, to find journeys that depend on the machine's speed. */
const SLOWDOWN = Number(process.env['SLOWER'] ?? 1);

/** Browser state of a user who has answered the cookie banner and the install offer, which would cover the page. */
const CONSENT_ANSWERS = { cookiesPolicy: '{"security":true,"identification":true,"functional":true}', hideToastPWA: 'true' };

/** Stores these answers in the browser before any page of the context opens. */
export function answerConsent(context: Pick<BrowserContext, 'addInitScript'>): Promise<unknown> {
	return context.addInitScript((answers) => {
		try {
			for (const [key, value] of Object.entries(answers)) localStorage.setItem(key, localStorage.getItem(key) ?? value);
		} catch {
			// A page with an opaque origin has no storage.
		}
	}, CONSENT_ANSWERS);
}

/** A staged answer may still be pending when a test ends: its request ends with the context, which isn't a test failure. */
function closeQuietly(context: BrowserContext): void {
	const close = context.close.bind(context);
	context.close = async (options) => {
		for (const target of [context, ...context.pages()]) await target.unrouteAll({ behavior: 'ignoreErrors' });
		await close(options);
	};
}

/** For tests that start their own product: every context has these answers, whether Playwright or the test opened it. */
export const testWithOwnProduct = base.extend({
	browser: [
		async ({ browser }, use) => {
			const newContext = browser.newContext.bind(browser);
			browser.newContext = async (options) => {
				const context = await newContext(options);
				await answerConsent(context);
				closeQuietly(context);
				return context;
			};
			await use(browser);
			browser.newContext = newContext;
		},
		{ scope: 'worker' },
	],
});

/** What covered the page or was announced on it when a test failed. Not every failure can be repeated. */
async function describeScreen(page: Page): Promise<string> {
	const shown = await page
		.locator('dialog[open], [role=alert], :focus')
		.evaluateAll((elements) => elements.map((element) => `<${element.tagName.toLowerCase()}> ${element.textContent?.slice(0, 160)}`))
		.catch((error: Error) => [error.message]);
	return [`The page was at ${page.url()} and showed:`, ...shown].join('\n');
}

/** `running` is one product for all tests of the worker; `page` opens paths relative to it. */
export const test = testWithOwnProduct.extend<object, { running: RunningProduct }>({
	running: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
		async ({}, use) => {
			const running = await startProduct();
			await use(running);
			await running.close();
		},
		{ scope: 'worker', timeout: 600_000 },
	],
	baseURL: async ({ running }, use) => use(running.url),
	page: async ({ page }, use, { errors }) => {
		if (SLOWDOWN > 1) await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
		await use(page);
		if (errors.length > 0) errors.push({ message: await describeScreen(page) });
	},
});

export { expect } from '@playwright/test';
