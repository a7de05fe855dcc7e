/** What a list shows, what is stored of it and what its numbers mean: by address, in several browsers. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { expect, type RunningProduct, test } from '../fixtures.ts';
import { openSettled, waitUntilSettled } from '../open-screen.ts';
import { findCards, readMatchCount, readSymbols } from '../ranked-list.ts';
import { clearAccount, type Reader, signIn } from '../readers.ts';

function chips(page: Page): Locator {
	return page.getByRole('list', { name: 'Active conditions' });
}

interface Kept {
	tab: string;
	settings: { sort_sectors?: string[] };
}

/** The answer to the next settings sent that look as expected. */
function kept(page: Page, wanted: (settings: readonly Kept[]) => boolean = () => true) {
	return page.waitForResponse((answer) => {
		const request = answer.request();
		return answer.url().includes('/api/user-settings/') && request.method() === 'POST' && wanted(request.postDataJSON().settings);
	});
}

/** Another browser of the same reader: its own visit. */
async function newSession(browser: Browser, running: RunningProduct, reader: Reader): Promise<{ context: BrowserContext; page: Page }> {
	const context = await browser.newContext({ baseURL: running.url });
	await signIn(context, running, reader);
	return { context, page: await context.newPage() };
}

test('what is chosen stands as chips, what is cleared stays cleared, and a visit begins with the last choices', async ({
	page,
	context,
	browser,
	running,
}) => {
	await signIn(context, running, 'pro');
	// Nothing is stored yet.
	await page.request.delete('/api/user-settings/sector-charts', { headers: { origin: running.url } });
	await openSettled(page, '/main');
	await page.getByRole('button', { name: 'Filter', exact: true }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await sheet.getByRole('button', { name: 'Mid ($2B–$10B)' }).click();
	const sectors = ['Rose', 'Fell', 'Volume busy', 'Options busy', 'Put-heavy', 'Call-heavy'];
	for (const name of sectors.slice(0, 5)) await sheet.getByRole('button', { name, exact: true }).click();
	await expect(page).toHaveURL(/filters\.sort=/);
	const saving = kept(page, ([one]) => one !== undefined && one.settings.sort_sectors === undefined);
	await sheet.getByRole('button', { name: sectors[5]!, exact: true }).click();
	// All six sectors aren't a sort order, and aren't in the address.
	await expect(page).toHaveURL(/\/main\?filters\.marketcap=mid_cap$/);
	await page.keyboard.press('Escape');
	await saving;
	await expect(chips(page).getByRole('link')).toHaveText([/^Market cap: \$2bln to \$10bln/, 'Clear all']);
	const seen = await readSymbols(page);
	const address = page.url();

	// Another browser: the address shows the same list; the bare address of a visit redirects there, and says why.
	const other = await newSession(browser, running, 'pro');
	await openSettled(other.page, '/main');
	await expect(other.page).toHaveURL(address);
	await expect(chips(other.page)).toContainText('From last time:');
	expect(await readSymbols(other.page)).toEqual(seen);
	// Once per visit: after that, a bare address is the tab without choices.
	await openSettled(other.page, '/main');
	await expect(other.page).toHaveURL(/\/main$/);
	await expect(chips(other.page)).toHaveCount(0);
	await openSettled(other.page, address);
	const clearing = kept(other.page);
	await chips(other.page).getByRole('link', { name: 'Clear all' }).click();
	await expect(other.page).toHaveURL(/\/main$/);
	await expect(chips(other.page)).toHaveCount(0);
	await clearing;
	await other.page.reload();
	await expect(other.page).toHaveURL(/\/main$/);
	await other.context.close();

	// Clearing is stored: the next visit begins bare, and the last chip can be removed like any other.
	const next = await newSession(browser, running, 'pro');
	await openSettled(next.page, '/main');
	await expect(next.page).toHaveURL(/\/main$/);
	await openSettled(next.page, address);
	await chips(next.page).getByRole('link', { name: 'Remove Market cap: $2bln to $10bln' }).click();
	await expect(next.page).toHaveURL(/\/main$/);
	await waitUntilSettled(next.page);
	await expect(chips(next.page)).toHaveCount(0);

	// Opening another user's link isn't a choice: afterwards, only the other tab is sent.
	await openSettled(next.page, '/main?filters.marketcap=mega_cap');
	await next.page.getByRole('link', { name: 'Free', exact: true }).click();
	await expect(next.page).toHaveURL(/tabType=free/);
	const sent = kept(next.page);
	await next.page.getByRole('link', { name: 'long', exact: true }).click();
	const { settings } = (await sent).request().postDataJSON() as { settings: Kept[] };
	expect(settings.map(({ tab }) => tab)).toEqual(['free']);
	await next.context.close();
});

test('an empty list leads out of the choices that made it so', async ({ page, context, running }) => {
	await signIn(context, running, 'basic');
	const choices = 'filters.marketcap=nano_cap&filters.pne=more_than_one_thousand';
	for (const address of [`/main?${choices}`, `/main?tabType=free&${choices}`]) {
		await openSettled(page, address);
		await expect(page.getByText('No tickers match these conditions.')).toBeVisible();
		await page.getByRole('link', { name: 'Clear all conditions' }).click();
		for (const reloads of [false, true]) {
			if (reloads) await page.reload();
			await waitUntilSettled(page);
			await expect(chips(page)).toHaveCount(0);
			await expect(findCards(page).first()).toBeVisible();
		}
	}
});

test('freezing hides in the list where it is done, and the counts say so', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	const headers = { origin: running.url };
	await clearAccount(context, running);
	await openSettled(page, '/main?tabType=free');
	const [first, second] = (await readSymbols(page)) as [string, string];
	const all = await readMatchCount(page);
	await page.keyboard.press('j');
	await page.keyboard.press('x');
	await expect(page.getByText(`${first} hidden from this tab only.`)).toBeVisible();
	await expect.poll(() => readMatchCount(page)).toBe(all - 1);
	await expect(findCards(page).locator('[data-card]').first()).toHaveText(second);
	const frozen = await (await page.request.get('/api/sector-charts/black-list')).json();
	expect(frozen.frozen).toMatchObject({ filters: [], tabs: [{ tab: 'free' }], all: [] });
	const id = frozen.items[0].ticker_id;
	expect((await (await page.request.get('/api/sector-charts?tab_type=free&list_type=black_list')).json()).total_count).toBe(1);

	await openSettled(page, '/frozen-list?scope=tab&tabType=free');
	await expect(page.getByRole('row').filter({ hasText: first })).toContainText('Tab Free');
	await expect(page.getByText('1 ticker frozen', { exact: true })).toBeVisible();
	await openSettled(page, '/frozen-list?scope=tab');
	await expect(page.getByText('0 of 1 frozen tickers')).toBeVisible();
	// The filter scope shows nothing until a filter is chosen.
	await openSettled(page, '/frozen-list?scope=filter');
	await expect(page.getByRole('heading', { name: 'Choose a filter' })).toBeVisible();
	await expect(page.getByRole('row')).toHaveCount(0);
	await page.request.delete(`/api/black-list?tickers=${id}`, { headers });
});

test('the sheet counts what it saves', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await openSettled(page, '/main?tabType=free&filters.marketcap=nano_cap');
	await page.getByRole('button', { name: 'Filter · 1' }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	const line = sheet.getByText(/^matches \d+ now/);
	const counted = async () => Number(/\d+/.exec((await line.textContent()) ?? '')?.[0]);
	await sheet.getByRole('tab', { name: 'Saved filter' }).click();
	await expect(sheet.getByText('Saves the filter only, without the settings of “This list”.')).toBeVisible();
	const unconditioned = await counted();
	await sheet.getByLabel('Volume busy on 1h, depth').click();
	await expect.poll(counted).toBeLessThan(unconditioned);
	const count = await counted();
	await sheet.getByLabel('Name').fill('Counted alone');
	await sheet.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page).toHaveURL(/filterId=\d+/);
	await page.keyboard.press('Escape');
	await chips(page)
		.getByRole('link', { name: /^Remove Market cap/ })
		.click();
	await expect.poll(() => readMatchCount(page)).toBe(count);
	await page.request.delete(`/api/filters/${/filterId=(\d+)/.exec(page.url())?.[1]}`, { headers: { origin: running.url } });
});

test('counts beside the tabs match the lists behind them and are in one row', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await openSettled(page, '/main?tabType=free&filters.marketcap=mid_cap&counts=true');
	const tabs = page.getByRole('navigation', { name: 'Signal' }).getByRole('link');
	await expect(tabs.first()).toHaveText(/· \d+$/);
	const height = (await page.getByRole('navigation', { name: 'Signal' }).boundingBox())?.height ?? 0;
	expect(height).toBeLessThan(44);
	for (const name of ['Extreme rise', 'Extreme fall', 'Free', 'Coiled spring']) {
		const tab = tabs.filter({ hasText: name });
		const shownCount = Number(/(\d+)$/.exec((await tab.textContent()) ?? '')?.[1]);
		await tab.click();
		await expect(tab).toHaveAttribute('aria-current', /true|page/);
		await expect.poll(() => readMatchCount(page)).toBe(shownCount);
	}
});

test('a URL that names no report says so with the right status, on every page', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	for (const path of ['/reports/2026-06-27T15:45:00Z', '/main?report=2026-06-27T15:45:00Z', '/?report=2026-06-27T15:45:00Z']) {
		const answer = await page.goto(path);
		expect([path, answer?.status()]).toEqual([path, 404]);
		await waitUntilSettled(page);
		await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
		await expect(page.getByText('No report exists for this time.')).toBeVisible();
		await expect(page.getByText(/^Archived data/)).toHaveCount(0);
	}
	expect((await page.goto('/reports/2026-06-29T14:15:00Z'))?.status()).toBe(200);
	await expect(page.getByText(/^Archived data/)).toBeVisible();
	const faults: string[] = [];
	page.on('pageerror', ({ message }) => faults.push(message));
	expect((await page.goto('/reports/nonsense'))?.status()).toBe(404);
	await waitUntilSettled(page);
	await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
	expect(faults).toEqual([]);
});

test('a visitor learns which parts of a URL are not shown, and counts say what they count', async ({ page }) => {
	const requests: string[] = [];
	page.on('request', (request) => requests.push(new URL(request.url()).pathname));
	await openSettled(page, '/main?tabType=free');
	const all = await readMatchCount(page);
	await expect(page.getByText('the first 20 are public')).toBeVisible();
	await expect(page.getByText('1–10 of the first 20')).toBeVisible();
	expect(all).toBeGreaterThan(20);
	for (const home of ['/', '/main']) {
		await openSettled(page, `${home}?report=2026-06-29T14:15:00Z&filters.marketcap=mega_cap&filterId=7`);
		await expect(page.getByText(/^Past reports need an account\. Instead of the 06\/29\/2026 10:15 AM ET report you see/)).toBeVisible();
		await expect(page.getByText('Sign in to use a filter, market caps')).toBeVisible();
	}
	await openSettled(page, '/main');
	await findCards(page).first().locator('[data-card]').click();
	await expect(page).toHaveURL(/\/ticker\/\d+/);
	await waitUntilSettled(page);
	expect(requests.filter((path) => path.startsWith('/api/filters'))).toEqual([]);

	for (const path of ['/ticker/999999', '/ticker/NOSUCHSYMBOL']) {
		expect((await page.goto(path))?.status()).toBe(404);
		await waitUntilSettled(page);
		await expect(page.getByRole('heading', { level: 1, name: 'Ticker not found' })).toBeVisible();
		await expect(page.getByText(/Limit of free requests/)).toHaveCount(0);
	}
});

test('Escape leads from a ticker to its own card', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await openSettled(page, '/main?tabType=free');
	const third = (await readSymbols(page))[2]!;
	await findCards(page).locator('[data-card]').nth(2).click();
	await expect(page.getByRole('heading', { level: 1, name: third })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page).toHaveURL(/\/main\?tabType=free/);
	await expect(findCards(page).locator('[data-card]').nth(2)).toBeFocused();
});

test('a list signals that it reacts to keys and clicks once its own script is loaded, not before', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	const held = Promise.withResolvers<void>();
	await page.route(/\/assets\/workspace-[\w-]+\.js/, async (route) => {
		await held.promise;
		await route.continue();
	});
	await page.goto('/main', { waitUntil: 'commit' });
	// Rendered by the server, and not hydrated yet; the frame around it is hydrated once its menu marks the page.
	await expect(findCards(page).first()).toBeVisible();
	await page.waitForFunction(() => Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react')));
	await expect(page.locator('html[data-hydrated]')).toHaveCount(0);
	held.resolve();
	await waitUntilSettled(page);
	await page.getByRole('button', { name: 'Filter', exact: true }).click();
	await expect(page.getByRole('dialog', { name: 'Filter and sort' }).getByRole('button', { name: 'Mid ($2B–$10B)' })).toBeVisible();
});
