/** The whole product, started once per worker on a fresh folder with a small simulated market and a wall clock that only tests move. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base } from '@playwright/test';
import { compose } from '@sw/server/compose/compose';
import type { Overrides, Product } from '@sw/server/compose/product';
import { readConfig } from '@sw/server/config/config';
import type { SimulatedProvider } from '@sw/server/intake/simulated/simulated-provider';
import { smallMarket } from '@sw/server/intake/testing/small-market';
import { createFakeWallClock, type FakeWallClock } from '@sw/server/platform/clocks/testing/fake-wall-clock';
import { disableFsync } from '@sw/store/testing/disable-fsync';
import { SLOW_BEAT } from '@sw/store/testing/slow-machine-limits';

export interface Running {
	product: Product;
	wall: FakeWallClock;
	url: string;
	folder: string;
}

/**
 * Enough for lists with pages and full top tables. A journey with its own product that needs neither uses `FEW`: start time depends on the number
 * of tickers.
 */
const TICKERS = 150;
export const FEW = 30;
const SESSIONS = 100;
const REPORT_SESSIONS = 3;
/** All readers of journeys share one address, and the number of calls per minute depends on the machine. */
const CALLS = 1_000_000;

interface Start extends Pick<Overrides, 'vendors' | 'agent'> {
	/** The market is waiting for something: it isn't ready when this resolves. */
	waits?: boolean;
	tickers?: number;
}

/** `feed` can change the simulated market's data. */
export async function startProduct(
	env: Record<string, string> = {},
	feed: (market: SimulatedProvider) => SimulatedProvider = (market) => market,
	{ waits = false, tickers = TICKERS, ...overrides }: Start = {},
): Promise<Running & { close(): Promise<void> }> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-e2e-'));
	const wall = createFakeWallClock(Date.UTC(2026, 5, 30, 15, 45));
	// The origin, by which requests from other sites are refused, includes the port: it must be known before.
	const { port, free } = await heldPort();
	const config = readConfig(
		{ PORT: String(port), SIGNALWHEEL_DATA: folder, SIGNALWHEEL_LOG: 'error', SIGNALWHEEL_SPEED: '1', ...env },
		folder,
	);
	const small = config.provider === 'simulated';
	const product = await compose(config, {
		...overrides,
		wall,
		beat: SLOW_BEAT,
		callsPerMinute: CALLS,
		reportSessions: REPORT_SESSIONS,
		...(small ? { provider: async (_stores, calendar) => feed(smallMarket(tickers, SESSIONS, { siteCalendar: calendar })) } : {}),
	});
	await disableFsync(product.stores.records.pool);
	await free();
	const url = (await product.listen()).replace('127.0.0.1', 'localhost');
	if (waits) void product.run().catch(() => {});
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

/** A port reserved until `free`: the stores take seconds to open, and other tests request ports meanwhile. */
function heldPort(): Promise<{ port: number; free(): Promise<void> }> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address() as AddressInfo;
			resolve({ port, free: () => new Promise((freed) => server.close(() => freed())) });
		});
	});
}

/** Slows the browser by this factor, from the environment, to find journeys that depend on the machine's speed. */
const SLOWER = Number(process.env['SLOWER'] ?? 1);

/** Browser state of a user who has answered the cookie banner and the install offer, which would cover the page. */
const ANSWERED = { cookiesPolicy: '{"security":true,"identification":true,"functional":true}', hideToastPWA: 'true' };

/** Every page of a context opens in a browser with these answers. */
export function answerConsent(context: Pick<BrowserContext, 'addInitScript'>): Promise<unknown> {
	return context.addInitScript((kept) => {
		try {
			for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, localStorage.getItem(key) ?? value);
		} catch {
			// A page with an opaque origin has no storage.
		}
	}, ANSWERED);
}

/** A staged answer may still be pending when a test ends: its request ends with the context, which isn't a test failure. */
function closeQuietly(context: BrowserContext): void {
	const close = context.close.bind(context);
	context.close = async (options) => {
		for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
		await close(options);
	};
}

/** For tests that start their own product: every context, theirs and the given one, has these answers. */
export const ownTest = base.extend({
	browser: [
		async ({ browser }, use) => {
			const open = browser.newContext.bind(browser);
			browser.newContext = async (options) => {
				const context = await open(options);
				await answerConsent(context);
				closeQuietly(context);
				return context;
			};
			await use(browser);
			browser.newContext = open;
		},
		{ scope: 'worker' },
	],
});

/** `running` is one product for all tests of the worker; `page` opens paths relative to it. */
export const test = ownTest.extend<object, { running: Running }>({
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
	page: async ({ page }, use) => {
		if (SLOWER > 1) await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
		await use(page);
	},
});

export { expect } from '@playwright/test';
