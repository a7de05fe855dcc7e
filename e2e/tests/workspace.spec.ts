import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { extendUndo } from '../extend-undo.ts';
import { expect, test } from '../fixtures.ts';
import { openSettled, waitUntilSettled } from '../open-screen.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { findCards, readMatchCount, readSymbols, waitForOtherSymbols } from '../ranked-list.ts';
import { clearAccount, signIn } from '../readers.ts';

/** In selection mode the whole card is the label of its checkbox. */
async function tick(page: Page, symbol: string): Promise<void> {
	const box = page.getByRole('checkbox', { name: `Select ${symbol}` });
	await findCards(page).filter({ has: box }).click();
	await expect(box).toBeChecked();
}

function snackbar(page: Page, title: string): Locator {
	return page.locator('[data-snack]', { hasText: title });
}

test('a filter is built with its live count, saved, and the address alone brings the list back', async ({
	page,
	context,
	browser,
	running,
}) => {
	await signIn(context, running, 'premium');
	await clearAccount(context, running);
	await openSettled(page, '/main?tabType=free');
	const all = await readMatchCount(page);

	await page.getByRole('button', { name: 'Filter', exact: true }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	// Shown once, for some seconds: a slow machine could be past it.
	const settingsSaved = snackbar(page, 'Update user settings').waitFor();
	await sheet.getByRole('tab', { name: 'Saved filter' }).click();
	await sheet.getByLabel('Volume busy on 1h, depth').click();
	await expect(sheet.getByText(/^matches \d+ now/)).toBeVisible();
	await expect(sheet.getByText(/matched in \d+ of \d+ reports/)).toBeVisible();
	const counted = async () => Number(/\d+/.exec((await sheet.getByText(/^matches \d+ now/).textContent()) ?? '')?.[0]);
	await expect.poll(counted).toBeLessThan(all);
	const count = await counted();
	await sheet.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(sheet.getByText('Required to fill in')).toBeVisible();
	await sheet.getByLabel('Name').fill('Busy hour of mine');
	await sheet.getByRole('button', { name: 'Save', exact: true }).click();
	// Snackbars are inside the open dialog: outside it, nothing could be seen or reached.
	await expect(snackbar(page, 'Filter saved')).toBeVisible();
	await sheet.getByRole('button', { name: 'Close', exact: true }).last().click({ trial: true });
	await expect(page).toHaveURL(/filterId=\d+/);
	await expect.poll(() => readMatchCount(page)).toBe(count);

	await sheet.getByRole('tab', { name: 'This list' }).click();
	await sheet.getByRole('button', { name: 'Volume busy', exact: true }).click();
	await expect(page).toHaveURL(/filters\.sort=volume/);
	await sheet.getByRole('button', { name: 'Mega ($200B and more)' }).click();
	await sheet.getByRole('button', { name: 'Large ($10B–$200B)' }).click();
	await expect(page).toHaveURL(/filters\.marketcap=mega_cap,large_cap/);
	await page.keyboard.press('Escape');
	await expect(page.getByRole('button', { name: 'Filter · 3' })).toBeVisible();
	// A second after the last change, the list settings are saved.
	await settingsSaved;
	await waitUntilSettled(page);
	const seen = await readSymbols(page);
	const address = page.url();

	const fresh = await browser.newContext({ baseURL: running.url });
	await signIn(fresh, running, 'premium');
	const other = await fresh.newPage();
	await openSettled(other, address);
	await expect.poll(() => readSymbols(other)).toEqual(seen);
	await expect(other.getByRole('button', { name: 'Filter · 3' })).toBeVisible();
	// Without an address, a tab opens as it was left.
	await openSettled(other, '/main');
	await other.getByRole('link', { name: 'Free' }).click();
	await expect(other).toHaveURL(/filters\.sort=volume/);
	await fresh.close();

	await openSettled(page, '/filter-settings-list');
	const saved = page.getByRole('article').filter({ hasText: 'Busy hour of mine' });
	await expect(page.getByText(/^1 of \d+ filters used/)).toBeVisible();
	await saved.getByRole('button', { name: 'Edit' }).click();
	const editor = page.getByRole('dialog', { name: 'Busy hour of mine' });
	await editor.getByLabel('Name').fill('Renamed');
	await editor.getByLabel('Comment').fill('More shares than usual.');
	await editor.getByRole('button', { name: 'Update' }).click();
	const renamed = page.getByRole('article').filter({ hasText: 'Renamed' });
	await expect(renamed.getByText('More shares than usual.')).toBeVisible();
	// Built-in filters are read-only.
	await page.getByRole('button', { name: 'View' }).first().click();
	const dialog = page.locator('dialog[open]');
	await expect(dialog.getByText('Built-in filters can be used but not changed.')).toBeVisible();
	await expect(dialog.getByLabel('Name')).toHaveJSProperty('readOnly', true);
	await expect(dialog.getByLabel('Direction')).toBeDisabled();
	await page.keyboard.press('Escape');
	await renamed.getByRole('button', { name: 'Delete' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
	await expect(snackbar(page, 'Filter deleted')).toBeVisible();
	await expect(page.getByText(/^0 of \d+ filters used/)).toBeVisible();
});

test('one ticker or many are starred and frozen, and taken back', async ({ page, context, running }) => {
	await extendUndo(context);
	await signIn(context, running, 'premium');
	await clearAccount(context, running);
	await openSettled(page, '/main?tabType=free');
	const [first, second, third] = (await readSymbols(page)) as [string, string, string];

	await page.getByRole('button', { name: `Add ${first} to favourites` }).click();
	await expect(page.getByRole('button', { name: `Remove ${first} from favourites` })).toHaveAttribute('aria-pressed', 'true');
	const card = findCards(page).filter({ hasText: second });
	await card.hover();
	await card.getByRole('button', { name: `Flip card of ${second}` }).click();
	await expect(card.getByRole('img', { name: new RegExp(`^${second} .*since the open on .* The median of `) })).toBeVisible();
	await expect(card.getByText(/^Why here: rate \d+ of 140$/)).toBeVisible();
	await card.getByRole('button', { name: `Freeze ${second}` }).click();
	const undo = snackbar(page, 'Update frozen list').getByRole('button', { name: 'Undo' });
	await expect(undo).toBeVisible();
	await expect(page.getByRole('button', { name: `Add ${second} to favourites` })).toHaveCount(0);
	await undo.click();
	await expect(page.getByRole('button', { name: `Add ${second} to favourites` })).toBeVisible();

	await page.getByRole('button', { name: 'Select', exact: true }).click();
	await tick(page, second);
	await tick(page, third);
	const bar = page.getByRole('region', { name: 'Selected tickers' });
	await expect(bar.getByText('2 selected')).toBeVisible();
	await bar.getByRole('button', { name: 'Favourite' }).click();
	await expect(page.getByText(`${second}, ${third} added to favourites.`)).toBeVisible();
	await page.getByRole('button', { name: 'Select', exact: true }).click();
	await tick(page, third);
	await bar.getByRole('button', { name: 'Freeze …' }).click();
	const dialog = page.getByRole('dialog', { name: 'Freeze 1 ticker' });
	await dialog.getByLabel('From everywhere').check();
	await dialog.getByLabel('Reason').fill('Merger');
	await dialog.getByLabel('Unfreeze on').fill('2026-07-02');
	await dialog.getByRole('button', { name: 'Freeze' }).click();
	await expect(page.getByText(`${third} hidden from everywhere.`)).toBeVisible();
	// Another tab starts without this tab's selection.
	await page.getByRole('button', { name: 'Select', exact: true }).click();
	await page.getByRole('button', { name: 'Select this page' }).click();
	await page.getByRole('link', { name: 'Extreme rise' }).click();
	await expect(bar).toHaveCount(0);

	await page.getByRole('link', { name: 'Favourites' }).click();
	await expect(page.getByRole('heading', { name: 'Favourites' })).toBeVisible();
	await waitUntilSettled(page);
	// A frozen favourite disappears from ranked lists, not from the favourites.
	await expect.poll(async () => (await readSymbols(page)).sort()).toEqual([first, second, third].sort());
	await page.getByRole('button', { name: `Remove ${second} from favourites` }).click();
	await expect(page.getByRole('button', { name: `Remove ${second} from favourites` })).toHaveCount(0);

	await page.getByRole('link', { name: 'Frozen List' }).click();
	const row = page.getByRole('row').filter({ hasText: third });
	await expect(row.getByText('Merger')).toBeVisible();
	await expect(row.getByText('07/02/2026 12:00 AM ET')).toBeVisible();
	await page.getByRole('link', { name: 'From this tab only' }).click();
	await expect(page).toHaveURL(/scope=tab/);
	await expect(page.getByText('No results')).toBeVisible();
	await page.goBack();
	// Four undo snackbars stay as long as the test needs: the next message waits until there is room.
	await page.getByRole('alert').first().getByRole('button', { name: 'Close' }).click();
	await row.getByRole('button', { name: `Unfreeze ${third} everywhere` }).click();
	await expect(page.getByText(`${third} unfrozen.`)).toBeVisible();
	await expect(page.getByText('No results')).toBeVisible();
});

test('pages, tabs and timeframes are walked back and forward, and a ticker leads back to its place', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await openSettled(page, '/main?tabType=free');
	const firstPage = await readSymbols(page);
	await page.getByRole('link', { name: 'Next page' }).click();
	await expect(page).toHaveURL(/page=2/);
	await expect(page.getByText(/^11–20 of/)).toBeVisible();
	const secondPage = await waitForOtherSymbols(page, firstPage);
	await page.getByRole('link', { name: '15m·1h·4h' }).click();
	await expect(page).toHaveURL(/strategyTimeframe=second/);
	await page.getByRole('link', { name: 'long', exact: true }).click();
	await expect(page).toHaveURL(/operation=long/);
	await page.goBack();
	await page.goBack();
	await expect(page.getByText(/^11–20 of/)).toBeVisible();
	await expect.poll(() => readSymbols(page)).toEqual(secondPage);
	await page.goBack();
	await expect.poll(() => readSymbols(page)).toEqual(firstPage);
	await page.goForward();
	await expect.poll(() => readSymbols(page)).toEqual(secondPage);

	await findCards(page).first().locator('[data-card]').click();
	await expect(page).toHaveURL(/\/ticker\/\d+\?.*order=11/);
	await expect(page.getByRole('heading', { level: 1, name: secondPage[0]! })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page).toHaveURL(/\/main\?.*page=2/);

	await page.keyboard.press('Control+k');
	await page.keyboard.type(firstPage[0]!);
	await expect(page.getByRole('option').first()).toContainText(firstPage[0]!);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: firstPage[0]! })).toBeVisible();
	await openSettled(page, `/search?q=${firstPage[0]}`);
	await expect(page.getByRole('link', { name: firstPage[0]!, exact: true })).toBeVisible();

	// The record of lists like this one is requested, with its sample size, interval and base rate.
	await openSettled(page, '/main?tabType=extreme_fall');
	await page.getByRole('button', { name: 'What happened after lists like this?' }).click();
	await expect(
		page.getByText(
			/^after lists like this: (n\/a|\d+\.\d % hits at 5 bars \(n [\d,]+, detects .+ points or more, interval .+, base .+\), hypothetical)/,
		),
	).toBeVisible();

	// Invalid values in an address are reported.
	await openSettled(page, '/main?tabType=moon&filters.pne=seventy&tickerType=crypto');
	for (const refused of ['tabType=moon', 'filters.pne=seventy', 'tickerType=crypto'])
		await expect(page.getByText(`The address has an unknown value, ${refused}.`)).toBeVisible();
	await openSettled(page, '/top?interval=decade');
	await expect(page.getByText('The address has an unknown value, interval=decade')).toBeVisible();
});

test('a list is taken away as files that say what it says', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await openSettled(page, '/main?tabType=free');
	const shown = await readSymbols(page);
	const total = await readMatchCount(page);
	const texts = new Map<string, string>();
	for (const format of ['CSV', 'JSON', 'Parquet']) {
		await page.getByRole('button', { name: 'Export' }).click();
		const coming = page.waitForEvent('download');
		await page
			.getByRole('dialog', { name: 'Export this list' })
			.getByRole('link', { name: new RegExp(`^${format}`) })
			.click();
		const file = await coming;
		expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
		texts.set(format, readFileSync(await file.path(), 'latin1'));
	}
	const lines = (texts.get('CSV') as string).trim().split(/\r?\n/);
	expect(lines.length).toBe(total + 1);
	expect(lines[1]).toContain(shown[0]!);
	expect(JSON.parse(texts.get('JSON') as string)).toMatchObject({ items: { length: total } });
	expect(texts.get('Parquet')?.slice(0, 4)).toBe('PAR1');
});

test('a past report is opened by one click, with its counts by Shift and Enter, and says that it is archived', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'pro');
	await openSettled(page, '/main?tabType=free');
	const now = await readSymbols(page);
	const picker = page.getByRole('button', { name: /^(Latest report|Report) / });
	await picker.click();
	const panel = page.getByRole('dialog', { name: 'Choose a report' });
	const days = panel.getByRole('toolbar', { name: 'Trading days' }).getByRole('button');
	// 40 days back from Tuesday 30 June 2026: no weekend, no Memorial Day, no Juneteenth.
	await expect(days).toHaveCount(27);
	await expect(panel.getByLabel('Year').locator('option')).toHaveText(['2026', '2025', '2024', '2023']);
	await expect(panel.getByLabel('Month').locator('option')).toHaveText([
		'Last 40 days',
		'January · no reports',
		'February · no reports',
		'March · no reports',
		'April · no reports',
		'May · no reports',
		'June',
	]);
	// Days without reports look empty before they are chosen.
	await expect(panel.getByRole('button', { name: / \d\d\/\d\d\/2026, no reports$/ })).toHaveCount(24);
	await expect(panel.getByRole('toolbar').locator('[data-text="none"]')).toHaveCount(24);
	await expect(panel.getByRole('button', { name: /06\/26\/2026$/ })).toBeVisible();
	// How many slots are still to come depends on the journeys before this one.
	await expect(panel.getByRole('button', { name: /^\d\d:\d\d, not published/ }).last()).toBeDisabled();
	await days.getByText('06/29').click();
	await panel.getByRole('button', { name: 'Open the report of 10:00' }).click();
	await expect(page).toHaveURL(/\/reports\/2026-06-29T14:00:00Z\?tabType=free/);
	await expect(page.getByText('Archived data 06/29/2026 10:00 AM ET')).toBeVisible();
	await waitUntilSettled(page);
	const then = await waitForOtherSymbols(page, now);
	await picker.click();
	// A double click must take less than 300 ms, which a slow machine may exceed: this journey stops the clock.
	await panel.getByRole('button', { name: 'Open the report of 10:00' }).press('Shift+Enter');
	await expect(page).toHaveURL(/counts=true/);
	await expect(page.getByRole('link', { name: /^Free · \d+/ })).toBeVisible();
	await page.goBack();
	await page.goBack();
	await expect.poll(() => readSymbols(page)).toEqual(now);
	await page.goForward();
	await expect.poll(() => readSymbols(page)).toEqual(then);
	await picker.click();
	await panel.getByRole('button', { name: 'Latest Report' }).click();
	await expect(page).toHaveURL(/\/main\?tabType=free/);

	await picker.click();
	await panel.getByLabel('Month').selectOption('January · no reports');
	await days.getByText('01/02').click();
	await expect(panel.getByText('Empty report list')).toBeVisible();
	// A closed day is shown in its month and says why it has no reports.
	await panel.getByRole('button', { name: /^Mon 01\/19\/2026, Market closed/ }).click();
	await expect(panel.getByText(/^Market closed · Martin Luther King/)).toBeVisible();
	await panel.getByRole('combobox', { name: 'Year' }).selectOption('2025');
	await panel.getByLabel('Month').selectOption('November · no reports');
	await expect(panel.getByRole('button', { name: /^Fri 11\/28\/2025, early close · Day after Thanksgiving, no reports/ })).toBeVisible();
});

test('a new report arrives live in every tab over one connection, and moves nothing until it is taken', async ({
	page,
	context,
	running,
}) => {
	// Until shortly before a quarter-hour: the fake clock would end polls that it jumps over.
	const left = 15 * MINUTE - (running.wall.now() % (15 * MINUTE));
	await running.wall.advance(left - 20 * SECOND);
	await signIn(context, running, 'pro');
	const connections: string[] = [];
	context.on('request', (request) => {
		if (request.url().includes('/api/hubs/notifications/negotiate')) connections.push(request.url());
	});
	const waiting = page.waitForRequest((request) => /\/api\/hubs\/notifications\?id=/.test(request.url()) && request.method() === 'POST');
	await openSettled(page, '/main?tabType=free&page=2');
	await waiting;
	const other = await context.newPage();
	await openSettled(other, '/main?tabType=free');
	const [mine, theirs] = [await readSymbols(page), await readSymbols(other)];
	const before = await page.getByRole('button', { name: /^Latest report / }).textContent();

	await passUntilReport(running, (await fetchNewestReportTime(page)) + 1, 5 * SECOND);
	const notice = (tab: Page): Locator =>
		tab.getByRole('status').filter({ hasText: /^New report \d\d:\d\d ET: (same tickers, (same|new) order|.*(entered|left|moved))/ });
	for (const tab of [page, other]) await expect(notice(tab)).toBeVisible();
	// A reader who pauses gets no notice, and resumes with the newest report.
	await notice(other).getByRole('button', { name: 'Pause' }).click();
	await expect(notice(other)).toHaveCount(0);
	await other.getByRole('button', { name: 'Resume' }).click();
	await expect(notice(other)).toBeVisible();
	const words = (await notice(page).textContent()) ?? '';
	expect(connections.length).toBe(1);
	expect([await readSymbols(page), await readSymbols(other)]).toEqual([mine, theirs]);
	// Pages opened meanwhile are from the open report.
	await page.getByRole('link', { name: 'Previous page' }).click();
	expect(await waitForOtherSymbols(page, mine)).toEqual(theirs);
	await page.getByRole('link', { name: 'Next page' }).click();
	expect(await waitForOtherSymbols(page, theirs)).toEqual(mine);
	await page.getByRole('link', { name: 'Next page' }).click();
	const pageThree = await waitForOtherSymbols(page, mine);
	expect(pageThree.filter((symbol) => [...mine, ...theirs].includes(symbol))).toEqual([]);
	await page.getByRole('link', { name: 'Previous page' }).click();
	expect(await waitForOtherSymbols(page, pageThree)).toEqual(mine);
	await notice(page).getByRole('button', { name: 'Show' }).click();
	await expect(page.getByRole('button', { name: /^Latest report / })).not.toHaveText(before ?? '');
	await expect(page).toHaveURL(/page=2/);
	await expect(notice(page)).toHaveCount(0);
	await waitUntilSettled(page);
	if (words.includes('order')) expect((await readSymbols(page)).join() === mine.join()).toBe(words.includes('same order'));

	// When the tab that holds the connection closes, the other takes it over.
	const taken = other.waitForRequest((request) => request.url().includes('/api/hubs/notifications/negotiate'));
	await page.close();
	await taken;

	// A pause stays with its browser tab, across reloads.
	await notice(other).getByRole('button', { name: 'Pause' }).click();
	await other.reload();
	await waitUntilSettled(other);
	await expect(other.getByText('Paused. Newer reports are available.')).toBeVisible();
	const third = await context.newPage();
	await openSettled(third, '/main?tabType=free');
	await expect(third.getByText('Paused. Newer reports are available.')).toHaveCount(0);
	await other.getByRole('button', { name: 'Resume' }).click();
});

test('cards are laid out in two to five columns', async ({ page }) => {
	await openSettled(page, '/main?tabType=free');
	const grid = page.getByRole('list', { name: 'Ranked tickers' });
	const columns = () =>
		grid.evaluate((list) => {
			const tops = [...list.children].map((card) => card.getBoundingClientRect().top);
			return tops.filter((top) => top === tops[0]).length;
		});
	for (const [width, count] of [
		[390, 2],
		[1050, 2],
		[1320, 3],
		[1620, 4],
		[1890, 5],
	] as const) {
		await page.setViewportSize({ width, height: 900 });
		expect(await columns(), `${width} px`).toBe(count);
	}
});
