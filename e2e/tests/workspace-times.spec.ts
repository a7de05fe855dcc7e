import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

/** The page's own timers are stopped from here on. */
async function open(page: Page, path: string): Promise<void> {
	await page.clock.install();
	await page.goto(path);
	await waitUntilSettled(page);
	await page.clock.pauseAt(Date.now() + 60_000);
}

/** The effects of the rendering have run; they aren't timers. */
function drawn(page: Page): Promise<void> {
	return page.evaluate(
		() =>
			new Promise((resolve) => {
				const { port1, port2 } = new MessageChannel();
				port1.onmessage = () => resolve();
				port2.postMessage(0);
			}),
	);
}

/** Follows a link of the list's controls until it is the current one. */
async function choose(page: Page, name: string): Promise<void> {
	const link = page.getByRole('link', { name, exact: true });
	await link.click();
	await expect(link).toHaveAttribute('aria-current', /./);
	await drawn(page);
}

/** Waits for the effects of an answer: answers reach the page through its timers, too. */
function staysInPlace(page: Page, target: Locator): Promise<void> {
	return expect
		.poll(async () => {
			await page.clock.runFor(10);
			return target.isVisible();
		})
		.toBe(true);
}

function snackbar(page: Page, title: string) {
	return page.locator('[data-snack]', { hasText: title });
}

test('settings are sent a second after the last change; snackbars stand five seconds, a way back ten', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'basic');
	await open(page, '/main?tabType=free');
	const sent: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'POST' && request.url().includes('/api/user-settings')) sent.push(request.postData() ?? '');
	});
	await choose(page, 'long');
	await page.clock.runFor(900);
	await page.getByRole('button', { name: 'Filter', exact: true }).click();
	const mega = page.getByRole('button', { name: 'Mega ($200B and more)' });
	await mega.click();
	await expect(mega).toHaveAttribute('aria-pressed', 'true');
	await drawn(page);
	await page.keyboard.press('Escape');
	await page.clock.runFor(900);
	expect(sent).toEqual([]);
	await page.clock.runFor(200);
	await expect(snackbar(page, 'Update user settings')).toBeVisible();
	expect(sent.length).toBe(1);
	expect(JSON.parse(sent[0]!)).toMatchObject({
		settings: [{ tab: 'free', settings: { operation: 'long', filter_marketcaps: ['mega_cap'] } }],
	});
	await page.clock.runFor(4_800);
	await expect(snackbar(page, 'Update user settings')).toBeVisible();
	await page.clock.runFor(600);
	await expect(snackbar(page, 'Update user settings')).toHaveCount(0);

	await page.keyboard.press('j');
	await page.keyboard.press('x');
	const undo = page.getByRole('button', { name: 'Undo' });
	await expect(undo).toBeVisible();
	await page.clock.runFor(9_500);
	await expect(undo).toBeVisible();
	await page.clock.runFor(1_000);
	await expect(undo).toHaveCount(0);
});

test('six quick freezes leave six ways back', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await open(page, '/main?tabType=free');
	const cards = page.locator('[data-card]');
	const before = await cards.allTextContents();
	// Time passes in small steps, however slow the machine: undo is available for ten seconds.
	const first = (place: number) =>
		expect
			.poll(async () => {
				await page.clock.runFor(10);
				return cards.first().textContent();
			})
			.toBe(before[place]);
	await page.keyboard.press('j');
	for (let frozen = 1; frozen <= 6; frozen++) {
		await page.keyboard.press('x');
		await first(frozen);
		await expect(cards.first()).toBeFocused();
	}
	const waysBack = page.getByRole('button', { name: 'Undo', exact: true });
	await expect(waysBack).toHaveCount(4);
	// By button and by key: the newest is undone first, and waiting snackbars appear when there is room.
	for (let frozen = 5; frozen >= 0; frozen--) {
		if (frozen % 2 === 0) await page.keyboard.press('Control+z');
		else await waysBack.first().click();
		await first(frozen);
	}
	await expect(waysBack).toHaveCount(0);
	await expect.poll(() => cards.allTextContents()).toEqual(before);
});

test('a click on a slot waits 300 ms for a second one', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await open(page, '/main?tabType=free');
	await page.getByRole('button', { name: /^Latest report / }).click();
	await page.getByRole('dialog').getByText('06/29').click();
	const slot = page.getByRole('button', { name: 'Open the report of 10:00' });
	await staysInPlace(page, slot);
	await slot.click();
	await page.clock.runFor(290);
	await expect(page).toHaveURL(/\/main/);
	await page.clock.runFor(20);
	await expect(page).toHaveURL(/\/reports\/2026-06-29T14:00:00Z/);
	// The second click opens it with its counts, and the first has done nothing.
	const picker = page.getByRole('button', { name: /^Report / });
	await staysInPlace(page, picker);
	await picker.click();
	await staysInPlace(page, slot);
	await slot.dblclick();
	await expect(page).toHaveURL(/\/reports\/2026-06-29T14:00:00Z\?.*counts=true/);
});

test('at most four snackbars are visible at once', async ({ page, context, running }) => {
	await signIn(context, running, 'basic');
	// A tab without stored settings: otherwise a message about them would appear, too.
	await open(page, '/main?tabType=extreme_fall');
	const all = page.locator('[data-snack]');
	await page.keyboard.press('j');
	await page.keyboard.press('x');
	await expect(snackbar(page, 'Update frozen list')).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText(/^\S+ unfrozen\.$/)).toBeVisible();
	for (const call of ['favorites', 'black-list', 'user-settings']) await page.route(new RegExp(`/api/${call}`), (route) => route.abort());
	await page.keyboard.press('j');
	await page.keyboard.press('f');
	await expect(snackbar(page, 'Something went wrong')).toBeVisible();
	await page.keyboard.press('x');
	await expect(snackbar(page, 'Failed to update frozen list')).toBeVisible();
	await choose(page, 'Calls/Puts short');
	await page.clock.runFor(1_100);
	await expect(snackbar(page, 'Failed to update user settings')).toBeVisible();
	await expect(all).toHaveCount(4);
	await page.unroute(/\/api\/favorites/);
	await page.getByRole('button', { name: 'Select', exact: true }).click();
	await page.keyboard.press('j');
	await page.keyboard.press('Space');
	await page.getByRole('button', { name: 'Favourite', exact: true }).click();
	await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible();
	await expect(all).toHaveCount(4);
});

test('public lists ask again every minute', async ({ page }) => {
	await page.clock.install();
	const requests: string[] = [];
	page.on('request', (request) => requests.push(request.url()));
	await page.goto('/main');
	await waitUntilSettled(page);
	await page.clock.runFor(60_500);
	await expect.poll(() => requests.some((url) => url.includes('/api/landing/sector-charts?tabs=extreme_rise'))).toBe(true);
	await page.goto('/top');
	await waitUntilSettled(page);
	await page.clock.runFor(60_500);
	const table = (category: string) => requests.filter((url) => url.includes(`category=${category}`));
	for (const category of ['gainers', 'losers', 'active', 'unusual_volume'])
		await expect.poll(() => table(category).length).toBeGreaterThanOrEqual(1);
	expect(table('gainers')[0]).toMatch(/interval=day.*size=20/);
	await expect(page.getByRole('table').first()).toBeVisible();
});

test('what one user left in a browser is not the next one’s', async ({ page, context, running }) => {
	await signIn(context, running, 'basic');
	await page.goto('/search');
	await waitUntilSettled(page);
	const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name) ?? sessionStorage.getItem(name), key);
	await expect.poll(() => stored('profileRole')).toBe('user');
	const user = await stored('userSettings');
	const work = ['selectFilterSettings', 'pagesFilterSettings', 'parametersSearchSignal', 'weightSettings', 'reportsPaused'];
	await page.evaluate((keys) => {
		for (const key of keys) sessionStorage.setItem(key, '1');
	}, work);
	await page.reload();
	await waitUntilSettled(page);
	expect(await Promise.all(work.map(stored))).toEqual(work.map(() => '1'));
	await signIn(context, running, 'admin');
	await page.reload();
	await waitUntilSettled(page);
	await expect.poll(() => stored('profileRole')).toBe('admin');
	expect(await stored('userSettings')).not.toBe(user);
	expect(await Promise.all(work.map(stored))).toEqual(work.map(() => null));
});
