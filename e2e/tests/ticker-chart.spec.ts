import type { Locator, Page } from '@playwright/test';
import { findViolations } from '../accessibility-rules.ts';
import { extendUndo } from '../extend-undo.ts';
import { expect, test } from '../fixtures.ts';
import { measureSidewaysScroll, waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

interface Item {
	ticker_id: number;
	ticker: string;
	weighted_sum: number;
}

async function open(page: Page, path: string): Promise<void> {
	await page.goto(path);
	// Later content would move the chart under the pointer.
	await waitUntilSettled(page);
}

async function listOf(page: Page, skip = 0): Promise<Item[]> {
	return (await (await page.request.get(`/api/sector-charts?tab_type=free&skip=${skip}&max=10`)).json()).items;
}

async function expectValidReport(page: Page): Promise<void> {
	expect(await findViolations(page)).toEqual([]);
	expect(await measureSidewaysScroll(page)).toBe(0);
}

function panel(page: Page, name: string | RegExp): Locator {
	return page.getByRole('region', { name });
}

test('position, membership and the walk are those of the report that is read', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	const ask = async (path: string) => (await page.request.get(`/api/sector-charts/${path}`)).json();
	const { items: reports } = await ask('history/dates?from=2026-06-26&to=2026-06-30&max=60');
	const times: string[] = reports.filter((one: { algo: string }) => one.algo === 'reverse').map((one: { date: string }) => one.date);
	// The newest report that a ticker left: it was in the one before.
	let [at, gone] = [-1, 0];
	while (gone === 0) {
		at++;
		[gone = 0] = (await ask(`changes?tab_type=extreme_rise&date=${times[at]}&since=${times[at + 1]}`)).left;
	}
	const left = times[at]!;
	const { total_count } = await ask(`history?tab_type=extreme_rise&date=${times[at + 1]}&max=10`);
	const slider = page.getByRole('navigation', { name: 'Tickers of the list' });
	await open(page, `/ticker/${gone}?order=1&report=${times[at + 1]}`);
	await expect(slider).toHaveText(new RegExp(`\\d+ of ${total_count}`));
	await expect(panel(page, 'Why it is listed').getByText(/^List /)).toHaveCount(0);

	const clock = new Date(left).toLocaleTimeString('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' });
	await open(page, `/ticker/${gone}?order=1&report=${left}`);
	await expect(slider).toContainText(`left this list at ${clock} ET`);
	await expect(panel(page, 'Why it is listed').getByText(`List Extreme rise: left this list at ${clock} ET.`)).toBeVisible();
	await expectValidReport(page);
	// The ticker that took its place follows.
	const [heir] = (await ask(`history?tab_type=extreme_rise&date=${left}&max=10`)).items as Item[];
	await page.keyboard.press('Space');
	await expect(page.getByRole('heading', { level: 1, name: heir?.ticker as string })).toBeVisible();
	await expect(slider).toContainText('1 of');
});

test('a ticker page lists the filters that match now and in the last ten sessions, with links to their lists', async ({
	page,
	running,
}) => {
	await signIn(page.context(), running, 'pro');
	const leader = (await listOf(page))[0] as Item;
	const made = await page.request.post('/api/filters', {
		data: { tab: 'free', timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'], filters: [], name: 'Everything' },
		headers: { origin: running.url },
	});
	expect(made.status()).toBe(200);
	await open(page, `/ticker/${leader.ticker_id}?tabType=free&order=1`);
	const reported = await (await page.request.get(`/api/sector-charts/${leader.ticker_id}/filters`)).json();
	const reports = reported.sessions.reduce((sum: number, one: { reports: number }) => sum + one.reports, 0);
	const matches = panel(page, 'Matching filters');
	const row = matches.getByRole('row', { name: /^Everything/ });
	await expect(row).toContainText('matches');
	await expect(row).toContainText(new RegExp(`\\d+ of ${reports}`));
	await expect(matches.getByText(/^\d+ sessions, /)).toContainText(`${reports} reports with this ticker`);
	await row.getByRole('link', { name: 'Everything' }).click();
	await expect(page).toHaveURL(/\/main\?tabType=free&filterId=\d+/);
	await page.request.delete(`/api/filters/${(await made.json()).id}`, { headers: { origin: running.url } });
});

test('the chart shows the numbers of a bar by keyboard and by click, reaches back by range, and fills the screen', async ({
	page,
	running,
}) => {
	await extendUndo(page.context());
	await signIn(page.context(), running, 'pro');
	const leader = (await listOf(page))[0] as Item;
	await open(page, `/ticker/${leader.ticker_id}?tabType=free&order=1`);
	const price = panel(page, /^Price, 1h/);
	const chart = price.getByRole('group', { name: /^Price chart, 1h/ });
	await expect(chart.locator('[data-drawn]')).toBeAttached();
	const { items } = await (await page.request.get(`/api/charts?ticker_id=${leader.ticker_id}&timeframe=one_hour`)).json();
	const closes: number[] = items[0].close;
	const shown = price.locator('dl');
	const money = (value: number | undefined): string => `$${value?.toFixed(2)}`;
	await expect(shown).toContainText(`close${money(closes.at(-1))}`);
	await chart.focus();
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('ArrowLeft');
	await expect(shown).toContainText(`close${money(closes.at(-2))}`);
	await expect(price.getByRole('status').filter({ hasText: 'open' })).toHaveText(
		new RegExp(`ET: open .* close \\$${closes.at(-2)?.toFixed(2)}, volume`),
	);
	await page.keyboard.press('Home');
	await expect(shown).toContainText(`close${money(closes[0])}`);
	await expect(shown).toContainText(/change\s?n\/a/);
	await expect(page).toHaveURL(/order=1$/);
	const box = await chart.boundingBox();
	await page.mouse.click((box?.x ?? 0) + 300, (box?.y ?? 0) + 150);
	await expect(shown).not.toContainText(/change\s?n\/a/);

	await price.getByRole('navigation', { name: 'Chart range' }).getByRole('link', { name: '5D' }).click();
	await expect(page).toHaveURL(/range=5d/);
	await expect(chart.locator('[data-drawn]')).toBeAttached();
	const whole = price.getByRole('button', { name: 'Full screen' });
	// Notices are above full-screen content, including earlier ones.
	const levels = price.getByRole('list', { name: 'Levels' }).getByRole('listitem');
	const undone = async (): Promise<void> => {
		await page.getByRole('button', { name: 'Undo' }).click();
		await expect(levels).toHaveCount(1);
	};
	await price.getByRole('button', { name: 'Enter values...' }).click();
	await page.getByLabel('Price in dollars').fill('12.34');
	await page.keyboard.press('Enter');
	await price.getByRole('button', { name: 'Delete: Line at $12.34' }).click();
	await whole.click();
	await expect(price.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
	await undone();
	await price.getByRole('button', { name: 'Delete: Line at $12.34' }).click();
	await undone();
	await price.getByRole('button', { name: 'Delete: Line at $12.34' }).click();
	await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
	await page.keyboard.press('Escape');
	await expect(whole).toBeVisible();
	await expect(page).toHaveURL(/range=5d/);
	// Without full-screen support, a dialog is used.
	await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
	await whole.click();
	const dialog = page.getByRole('dialog', { name: 'Price chart, full screen' });
	await expect(dialog.locator('[data-drawn]')).toBeAttached();
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
	await expect(chart.locator('[data-drawn]')).toBeAttached();
	await expectValidReport(page);
});

test('price, wheel and reasons are whole in the first screen, and the chart is zoomed and moved by mouse and keys', async ({
	page,
	running,
}) => {
	await page.setViewportSize({ width: 1440, height: 900 });
	await signIn(page.context(), running, 'pro');
	const leader = (await listOf(page))[0] as Item;
	await open(page, `/ticker/${leader.ticker_id}?tabType=free&order=1`);
	const price = panel(page, /^Price, 1h/);
	const chart = price.getByRole('group', { name: /^Price chart, 1h/ });
	await expect(chart.locator('[data-drawn]')).toBeAttached();
	const bottomOf = async (part: Locator): Promise<number> => {
		const { y, height } = (await part.boundingBox()) ?? { y: 0, height: Number.NaN };
		return y + height;
	};
	for (const part of [chart, panel(page, /^Signal wheel/), panel(page, 'Why it is listed').getByRole('table')])
		expect(await bottomOf(part)).toBeLessThanOrEqual(900);
	const { x, y, width, height } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
	expect(width / height).toBeCloseTo(16 / 9, 1);
	await expect(price.getByRole('link', { name: /rated$/ })).toHaveText([/^15m/, /^30m/, /^1h/]);

	// What is left of the middle: the zoom keeps the newest bars or the middle.
	const first = price.locator('dl dd').first();
	const barAtLeft = async (): Promise<number> => {
		await page.mouse.move(x + 61, y + 100);
		await page.mouse.move(x + 60, y + 100);
		return Date.parse(((await first.textContent()) ?? '').replace(' ET', ''));
	};
	const all = await barAtLeft();
	await chart.focus();
	await page.keyboard.press('+');
	await expect.poll(barAtLeft).toBeGreaterThan(all);
	await page.keyboard.press('0');
	await expect.poll(barAtLeft).toBe(all);
	await page.mouse.move(x + width / 2, y + 100);
	await page.mouse.wheel(0, -400);
	await expect.poll(barAtLeft).toBeGreaterThan(all);
	const near = await barAtLeft();
	await page.mouse.down();
	await page.mouse.move(x + 260, y + 110, { steps: 4 });
	await page.mouse.up();
	await expect.poll(barAtLeft).toBeLessThan(near);
});

test('a finger reads the chart and draws levels in it', async ({ browser, running }) => {
	const context = await browser.newContext({
		baseURL: running.url,
		viewport: { width: 390, height: 844 },
		hasTouch: true,
		isMobile: true,
		locale: 'en-US',
		timezoneId: 'Europe/Berlin',
	});
	await signIn(context, running, 'pro');
	const page = await context.newPage();
	const leader = (await listOf(page))[0] as Item;
	await open(page, `/ticker/${leader.ticker_id}?tabType=free`);
	const price = panel(page, /^Price, 1h/);
	const chart = price.getByRole('group', { name: /^Price chart, 1h/ });
	const levels = price.getByRole('list', { name: 'Levels' }).getByRole('listitem');
	const read = price.locator('dl dd').first();
	await chart.scrollIntoViewIfNeeded();
	await expect(chart.locator('[data-drawn]')).toBeAttached();
	// The chart's position after drawing moved it, in the middle of the screen.
	const place = async (x: number, y: number): Promise<{ x: number; y: number }> => {
		await chart.evaluate((node) => node.scrollIntoView({ block: 'center' }));
		const box = await chart.boundingBox();
		return { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y };
	};
	const tap = async (x: number, y: number): Promise<void> => {
		const at = await place(x, y);
		await page.touchscreen.tap(at.x, at.y);
	};

	const newest = await read.textContent();
	await tap(120, 60);
	await expect(read).not.toHaveText(newest ?? '');
	// A finger resting on the chart moves between bars, and the page doesn't scroll.
	const finger = await context.newCDPSession(page);
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
		finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
	const before = (await read.textContent()) ?? '';
	const from = await place(220, 80);
	const top = await page.evaluate(() => scrollY);
	await touch('touchStart', from);
	await expect(read).not.toHaveText(before);
	const lying = (await read.textContent()) ?? '';
	await touch('touchMove', { x: from.x - 60, y: from.y });
	await touch('touchMove', { x: from.x - 120, y: from.y + 20 });
	await expect(read).not.toHaveText(lying);
	await touch('touchEnd');
	expect(await page.evaluate(() => scrollY)).toBe(top);

	await price.getByRole('button', { name: 'Draw a line' }).tap();
	await tap(200, 90);
	await expect(levels).toHaveCount(1);
	await expect(levels.first()).toContainText(/^Line at \$\d+\.\d\d/);
	await price.getByRole('button', { name: 'Draw a trend line' }).tap();
	const [first, second] = [await place(110, 120), await place(230, 60)];
	await page.touchscreen.tap(first.x, first.y);
	await page.touchscreen.tap(second.x, second.y);
	await expect(levels).toHaveCount(2);
	await expect(levels.last()).toContainText(/^Trend line from/);
	await expectValidReport(page);
	await page.request.put(`/api/user-settings/levels/${leader.ticker_id}`, { data: { items: [] }, headers: { origin: running.url } });
	await context.close();
});

test('levels are drawn by pointer and by keyboard, survive a reload, and can be undone', async ({ page, running }) => {
	await extendUndo(page.context());
	await signIn(page.context(), running, 'pro');
	const leader = (await listOf(page))[0] as Item;
	await open(page, `/ticker/${leader.ticker_id}?tabType=free`);
	const price = panel(page, /^Price, 1h/);
	const chart = price.getByRole('group', { name: /^Price chart, 1h/ });
	const levels = price.getByRole('list', { name: 'Levels' }).getByRole('listitem');
	const kept = async () => (await (await page.request.get(`/api/user-settings/levels/${leader.ticker_id}`)).json()).items;
	await expect(chart.locator('[data-drawn]')).toBeAttached();
	await price.getByRole('button', { name: 'Draw a line' }).click();
	// Drawn levels are listed above the chart, which moves it.
	const at = async (x: number, y: number): Promise<void> => {
		const box = await chart.boundingBox();
		await page.mouse.click((box?.x ?? 0) + x, (box?.y ?? 0) + y);
	};
	await at(200, 120);
	await expect(levels).toHaveCount(1);
	await expect(levels.first()).toContainText(/^Line at \$\d+\.\d\d/);
	await price.getByRole('button', { name: 'Draw a trend line' }).click();
	await at(150, 200);
	await expect(price.getByText('Click the second point.')).toBeVisible();
	await at(300, 100);
	await expect(levels).toHaveCount(2);

	// By keyboard only.
	await price.getByRole('button', { name: 'Enter values...' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Level' });
	await dialog.getByLabel('Price in dollars').focus();
	await page.keyboard.type('12.34');
	await page.keyboard.press('Enter');
	await expect(levels).toHaveCount(3);
	await expect.poll(async () => (await kept()).length).toBe(3);

	await open(page, page.url());
	await expect(levels).toHaveCount(3);
	await expect(levels.last()).toContainText('Line at $12.34');
	await price.getByRole('button', { name: 'Delete: Line at $12.34' }).click();
	await expect(levels).toHaveCount(2);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(levels).toHaveCount(3);
	await expect.poll(async () => (await kept()).at(-1)).toEqual({ kind: 'line', price: 12.34 });
	await expectValidReport(page);
	await page.request.put(`/api/user-settings/levels/${leader.ticker_id}`, { data: { items: [] }, headers: { origin: running.url } });
});

test('a report of a ticker is compared with any other report named in the URL', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	const leader = (await listOf(page))[0] as Item;
	const other = '2026-06-30T14:00:00Z';
	await open(page, `/ticker/${leader.ticker_id}?tabType=free`);
	const compare = panel(page, 'Compare with another report');
	await compare.getByRole('button', { name: 'Compare with …' }).click();
	await page
		.getByRole('dialog', { name: 'Choose a report to compare with' })
		.getByRole('button', { name: 'Open the report of 10:00' })
		.click();
	await expect(page).toHaveURL(/against=2026-06-30T14(:|%3A)00(:|%3A)00Z/);
	const one = async (path: string) => (await page.request.get(`/api/sector-charts/${path}`)).json();
	const earlier = await one(`history/${leader.ticker_id}?tab_type=free&date=${other}`);
	const change = leader.weighted_sum - earlier.weighted_sum;
	const row = compare.getByRole('row', { name: /^rate/ });
	await expect(row).toHaveText(
		`rate${leader.weighted_sum}${earlier.weighted_sum}${change === 0 ? '0' : `${change > 0 ? '+' : '−'}${Math.abs(change)}`}`,
	);
	await expect(compare.getByRole('row', { name: /^price/ })).toContainText(`$${earlier.price.toFixed(2)}`);
	await open(page, page.url());
	await expect(row).toBeVisible();
	await expectValidReport(page);
	await compare.getByRole('link', { name: 'End comparison' }).click();
	await expect(page).not.toHaveURL(/against=/);
	await expect(row).toHaveCount(0);
});
