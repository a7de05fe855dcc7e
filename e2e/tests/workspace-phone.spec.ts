import type { Page } from '@playwright/test';
import { findCutOffCells, findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { openScreen, waitUntilSettled } from '../open-screen.ts';
import { SCREENS } from '../pictures/screens.ts';
import { reportForVisitors, showNewReport } from '../pictures/staged.ts';
import { fetchFacts, type Reader, seedTrader, signIn } from '../readers.ts';

const FINGERTIP = 44;
const SCREEN = { width: 390, height: 844 };

test.use({ viewport: SCREEN, hasTouch: true, isMobile: true });

async function boxOf(page: Page, selector: string) {
	const box = await page.locator(selector).first().boundingBox();
	if (!box) throw new Error(`${selector} is not on screen`);
	return box;
}

for (const reader of ['visitor', 'basic', 'admin'] as const satisfies readonly Reader[])
	test(`${reader}: the header is one row, and its menu holds the rest`, async ({ page, context, running }) => {
		await signIn(context, running, reader);
		await page.goto('/search');
		await waitUntilSettled(page);
		const header = await boxOf(page, 'body > header');
		expect(header.height).toBeLessThanOrEqual(57);
		expect(header.width).toBe(SCREEN.width);
		await expect(page.locator('body > header').getByText('Simulated market')).toBeVisible();
		const menu = page.locator('#menu');
		await expect(menu).toBeHidden();
		await page.getByRole('button', { name: 'Open menu' }).tap();
		await expect(menu.getByText(/^NYSE/)).toBeVisible();
		for (const name of ['Search', 'Switch between dark and light']) await expect(menu.getByRole('button', { name })).toBeVisible();
		await expect(menu.getByRole('link', { name: reader === 'visitor' ? 'Sign in' : 'Sign out' })).toBeVisible();
		await page.getByRole('button', { name: 'Close menu' }).tap();
		await expect(menu).toBeHidden();
		await page.getByRole('button', { name: 'Open menu' }).tap();
		await menu.getByRole('link', { name: 'Top', exact: true }).tap();
		await expect(page).toHaveURL(/\/top/);
		await expect(menu).toBeHidden();
	});

test('between the widths of a phone and a desktop the header is one row with a menu, or two without one; from 1,200 px it is one row', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'admin');
	await page.goto('/search');
	await waitUntilSettled(page);
	for (const [width, height] of [
		[641, 57],
		[1020, 57],
		[1021, 96],
		[1200, 57],
		[1320, 57],
	] as const) {
		await page.setViewportSize({ width, height: SCREEN.height });
		expect([width, Math.round((await boxOf(page, 'body > header')).height) <= height]).toEqual([width, true]);
	}
});

const LISTS: readonly { path: string | ((report: string) => string); as: Reader }[] = [
	{ path: '/main?tabType=free', as: 'visitor' },
	{ path: '/main?tabType=free', as: 'pro' },
	{ path: '/main?tabType=free&filters.marketcap=mega_cap,large_cap&operation=long', as: 'pro' },
	{ path: '/favourites', as: 'pro' },
	{ path: '/reports?tabType=free', as: 'pro' },
	{ path: (report) => `/reports/${report}?tabType=free`, as: 'pro' },
];

for (const { path, as } of LISTS)
	test(`${as}: the first card of ${typeof path === 'string' ? path : 'a past report'} starts in the top half, without conditions at most 260 px from the top`, async ({
		page,
		context,
		running,
	}) => {
		await signIn(context, running, 'pro');
		await seedTrader(context, running);
		const { report } = await fetchFacts(context, running);
		if (as === 'visitor') await context.clearCookies();
		await page.goto(typeof path === 'string' ? path : path(report));
		await waitUntilSettled(page);
		expect((await boxOf(page, 'article')).y).toBeLessThanOrEqual(path === '/main?tabType=free' ? 260 : SCREEN.height / 2);
	});

for (const reader of ['visitor', 'pro', 'admin'] as const satisfies readonly Reader[])
	test.describe(`${reader}: on a wide screen`, () => {
		test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false });

		test('the first card is at most 190 px from the top, under one row of header and one of tools', async ({ page, context, running }) => {
			await signIn(context, running, reader);
			for (const tab of ['extreme_rise', 'free']) {
				await page.goto(`/main?tabType=${tab}`);
				await waitUntilSettled(page);
				expect((await boxOf(page, 'body > header')).height).toBeLessThanOrEqual(57);
				expect((await boxOf(page, 'article')).y).toBeLessThanOrEqual(190);
			}
		});

		if (reader !== 'visitor')
			test('a past report with a filter keeps its tools in one row', async ({ page, context, running }) => {
				await signIn(context, running, reader);
				await page.goto('/main?tabType=free&report=2026-06-26T14:15:00Z&filters.marketcap=mega_cap');
				await waitUntilSettled(page);
				const tabs = await page.getByRole('link', { name: 'Coiled spring' }).boundingBox();
				const report = await page.getByText('Report 06/26/2026 10:15 AM ET', { exact: true }).first().boundingBox();
				expect(Math.abs((report?.y ?? 0) - (tabs?.y ?? Number.NaN))).toBeLessThan(10);
			});

		test('a page of ten cards fills its rows, which the arrows follow', async ({ page, context, running }) => {
			await signIn(context, running, reader);
			for (const [width, rows] of [
				[1440, [4, 3, 3]],
				[1200, [3, 3, 2, 2]],
				[1700, [5, 5]],
			] as const) {
				await page.setViewportSize({ width, height: 900 });
				await page.goto('/main?tabType=free');
				await waitUntilSettled(page);
				const boxes = await page.locator('article').evaluateAll((cards) =>
					cards.map((card) => {
						const { top, right } = card.getBoundingClientRect();
						return { top: Math.round(top), right: Math.round(right) };
					}),
				);
				expect([...Map.groupBy(boxes, ({ top }) => top).values()].map((row) => row.length)).toEqual(rows);
				expect(boxes.at(-1)?.right).toBe(boxes[rows[0] - 1]?.right);
			}
			await page.setViewportSize({ width: 1440, height: 900 });
			const focused = () =>
				page.locator('article').evaluateAll((cards) => cards.findIndex((card) => card.contains(document.activeElement)));
			for (const [key, at] of [
				['j', 0],
				['ArrowDown', 4],
				['ArrowRight', 5],
				['ArrowDown', 8],
				['ArrowUp', 5],
			] as const) {
				await page.keyboard.press(key);
				expect(await focused()).toBe(at);
			}
		});
	});

test('the top tables of /top are one table with four tabs', async ({ page }) => {
	await page.goto('/top');
	// As sent by the server: no script decides.
	const tabs = page.getByRole('tablist', { name: 'Tables' }).getByRole('tab');
	await expect(tabs).toHaveCount(4);
	await expect(page.getByRole('table')).toHaveCount(1);
	await waitUntilSettled(page);
	await expect(page.getByRole('table')).toHaveCount(1);
	await expect(page.getByRole('tab', { selected: true })).toHaveText('Active');
	for (const tab of await tabs.all()) expect((await tab.boundingBox())?.height).toBeGreaterThanOrEqual(FINGERTIP);
	const panel = page.getByRole('tabpanel');
	const rows = await panel.getByRole('row').allTextContents();
	await tabs.nth(3).tap();
	await expect(panel).toHaveAccessibleName('Unusual');
	await expect(panel.getByRole('columnheader', { name: '× usual' })).toBeVisible();
	await page.keyboard.press('ArrowRight');
	await expect(tabs.first()).toBeFocused();
	await expect(panel.getByRole('row')).toHaveText(rows);
	for (const [key, name] of [
		['ArrowRight', await tabs.nth(1).textContent()],
		['End', 'Unusual'],
		['Home', 'Active'],
	] as const) {
		await page.keyboard.press(key);
		await expect(page.getByRole('tab', { selected: true })).toHaveText(name ?? '');
	}
	expect(await findViolations(page)).toEqual([]);
	await page.setViewportSize({ width: 1720, height: 900 });
	await expect(page.getByRole('table')).toHaveCount(4);
	await expect(page.getByRole('tablist', { name: 'Tables' })).toBeHidden();
});

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false });

	test('the top tables are below each other', async ({ page }) => {
		await page.goto('/top');
		await expect(page.getByRole('table')).toHaveCount(4);
		await expect(page.getByRole('tab')).toHaveCount(0);
	});
});

test('the mark of a new card takes no room: rows stay even', async ({ page }) => {
	const staged = reportForVisitors({ after: showNewReport });
	await staged.before(page);
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	const heights = () =>
		page.locator('article').evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)));
	const [before] = await heights();
	await staged.prepare(page);
	expect(new Set(await heights())).toEqual(new Set([before]));
});

/** Rows of a card's head: parts whose middles are at about the same height. `cut`: parts that overlap or leave the card. */
function headsOf(page: Page) {
	return page.locator('article > header').evaluateAll((heads) =>
		heads.map((head) => {
			const card = (head.parentElement as HTMLElement).getBoundingClientRect();
			const parts = [...head.children]
				.filter((part) => part.checkVisibility())
				.map((part) => ({ part, box: part.getBoundingClientRect() }));
			const middles = parts.map(({ box }) => (box.top + box.bottom) / 2).sort((a, b) => a - b);
			return {
				rows: middles.filter((middle, i) => i === 0 || middle - (middles[i - 1] as number) > 8).length,
				cut: parts.filter(({ box }) => box.left < card.left || Math.floor(box.right) > card.right + 4).map(({ part }) => part.outerHTML),
			};
		}),
	);
}

for (const language of ['en', 'de'])
	test(`the head of a card has at most two rows, also with long names and numbers: ${language}`, async ({ page, context, running }) => {
		await signIn(context, running, 'pro');
		await context.addCookies([{ name: 'language', value: language, url: running.url }]);
		await page.goto('/main?tabType=free');
		await waitUntilSettled(page);
		await expect(page.locator('html')).toHaveAttribute('lang', language);
		const heads = await headsOf(page);
		expect(heads.length).toBeGreaterThan(0);
		expect(heads.filter(({ rows, cut }) => rows > 2 || cut.length > 0)).toEqual([]);
		await page.locator('article > header').evaluateAll((all) => {
			for (const head of all) {
				const [name, cap, rate] = [
					head.querySelector('[data-card]'),
					head.querySelector('h1 + span, h2 + span, h3 + span'),
					head.querySelector('b'),
				];
				if (!name || !cap || !rate) throw new Error('A head has other parts');
				[name.textContent, rate.textContent] = ['BRK.BM', '138'];
				cap.textContent = document.documentElement.lang === 'de' ? '102,3\u202fMrd.\u202f$' : '$102.3B';
			}
		});
		expect((await headsOf(page)).filter(({ rows, cut }) => rows > 2 || cut.length > 0)).toEqual([]);
		const star = await page.locator('article > header button').first().boundingBox();
		expect([star?.width, star?.height]).toEqual([FINGERTIP, FINGERTIP]);
	});

const TABLES = ['profile', 'admin-users', 'admin-data-ledger', 'admin-audit', 'admin-outbox', 'frozen', 'search', 'top'];

test('tables are cards: nothing of them is beyond the edge', async ({ browser, running }) => {
	const trader = await browser.newContext({ baseURL: running.url });
	await signIn(trader, running, 'pro');
	await seedTrader(trader, running);
	const facts = await fetchFacts(trader, running);
	await trader.close();
	for (const screen of SCREENS.filter(({ name }) => TABLES.includes(name))) {
		const context = await browser.newContext({ baseURL: running.url, viewport: SCREEN });
		await signIn(context, running, screen.as);
		const opened = await openScreen(context, screen, facts);
		expect(await findCutOffCells(opened), screen.name).toEqual([]);
		const panned = opened.locator('section[data-scrolls]').filter({ has: opened.locator('table') });
		for (const box of await panned.all())
			expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), screen.name).toBe(0);
		await context.close();
	}
});

test('a long press opens the card over the whole screen, with the ways to all cards of the list', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	const symbols = await page.locator('[data-card]').allTextContents();
	const card = page.getByRole('article').first();
	const box = (await card.boundingBox()) as { x: number; y: number; width: number; height: number };
	const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
	const touch = await context.newCDPSession(page);
	await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
	const viewer = page.getByRole('dialog', { name: 'Card viewer' });
	await expect(viewer).toBeVisible();
	await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
	await expect(viewer).toBeVisible();
	await expect(page).toHaveURL(/\/main/);
	const next = viewer.getByRole('button', { name: 'Next card' });
	await expect(viewer.getByRole('heading', { name: symbols[0]! })).toBeVisible();
	await expect(viewer.getByRole('button', { name: 'Previous card' })).toBeDisabled();
	for (const symbol of symbols.slice(1)) {
		await next.tap();
		await expect(viewer.getByRole('heading', { name: symbol })).toBeVisible();
	}
	// The page behind follows.
	await next.tap();
	await expect(viewer.getByText(/^11 of /)).toBeVisible();
	await expect(page).toHaveURL(/page=2/);
	await expect(viewer.getByRole('heading')).not.toHaveText(new RegExp(`^${symbols.at(-1)} `));
	const symbol = (await viewer.getByRole('heading').textContent())?.split(' ')[0] as string;
	await expect(page.locator('[data-card]').first()).toHaveText(symbol);
	await viewer.getByRole('button', { name: 'Previous card' }).tap();
	await expect(viewer.getByRole('heading', { name: symbols.at(-1)! })).toBeVisible();
	await next.tap();
	await expect(viewer.getByRole('heading', { name: symbol })).toBeVisible();
	await viewer.getByRole('link', { name: 'Open details' }).tap();
	await expect(page.getByRole('heading', { level: 1, name: symbol })).toBeVisible();
	await expect(page.getByText(/^11 of /)).toBeVisible();
});

test('the viewer goes to the last card of the list and not beyond', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	const pages = Number(
		/of (\d+)$/.exec((await page.getByRole('navigation', { name: 'Pages' }).locator('span').nth(1).textContent()) ?? '')?.[1],
	);
	await page.goto(`/main?tabType=free&page=${Math.ceil(pages / 10)}`);
	await waitUntilSettled(page);
	await page.getByRole('article').last().click({ button: 'right' });
	const viewer = page.getByRole('dialog', { name: 'Card viewer' });
	await expect(viewer.getByText(`${pages} of ${pages}`)).toBeVisible();
	await expect(viewer.getByRole('button', { name: 'Next card' })).toBeDisabled();
});

test('a tap follows the card', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	const symbol = (await page.locator('[data-card]').first().textContent()) as string;
	await page.getByRole('article').first().tap();
	await expect(page.getByRole('heading', { level: 1, name: symbol })).toBeVisible();
});
