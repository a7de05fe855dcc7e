/** Filter alerts from the switch to the ticker in their report, their feed, and target lists. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { isoSeconds } from '@sw/domain/time/format';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { findSmallTargets, findViolations } from '../accessibility-rules.ts';
import { extendUndo } from '../extend-undo.ts';
import { expect, type RunningProduct, test } from '../fixtures.ts';
import { measureSidewaysScroll, openSettled, waitUntilSettled } from '../open-screen.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { signIn } from '../readers.ts';

const WIDE = { width: 1720, height: 900 };
const PHONE = { width: 390, height: 844 };
const FINGERTIP = 44;

/** Saves a filter of the reader's own, whose list changes with each report; the returned function deletes it. */
async function saved({ request }: BrowserContext, { url }: RunningProduct, name: string): Promise<() => Promise<unknown>> {
	const headers = { origin: url };
	const data = {
		tab: 'free',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		filters: [{ sector: 'volume', timeframe: 'fifteen_minutes', value: 1 }],
		name,
		comment: '',
	};
	const answer = await request.post(`${url}/api/filters`, { data, headers });
	expect(answer.status()).toBe(200);
	const { id } = await answer.json();
	return () => request.delete(`${url}/api/filters/${id}`, { headers });
}

/** No accessibility violations on a phone. */
async function fits(page: Page): Promise<void> {
	await page.setViewportSize(PHONE);
	await waitUntilSettled(page);
	expect(await measureSidewaysScroll(page)).toBe(0);
	expect(await findSmallTargets(page, FINGERTIP)).toEqual([]);
	expect(await findViolations(page)).toEqual([]);
}

test('a filter with alerts on announces a new report in the header, the inbox and its feed, with the tickers of that report', async ({
	page,
	context,
	running,
}) => {
	const name = 'Suddenly busy';
	await signIn(context, running, 'pro');
	const remove = await saved(context, running, name);
	await openSettled(page, '/filter-settings-list');
	const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
	await card.getByRole('switch', { name: 'Alerts' }).click();
	await card.getByRole('button', { name: `Create a feed address for ${name}` }).click();
	const feed = new URL(await card.getByText(/\.json$/).innerText());
	const reported = async () => (await (await context.request.get(feed.pathname)).json()).items.map(({ title }: { title: string }) => title);
	expect(await reported()).toEqual([]);
	await card.getByRole('button', { name: 'I have saved it' }).click();
	await expect(card.getByText(/\.json$/)).toHaveCount(0);

	// Until shortly before a quarter-hour: the fake clock would end polls that it jumps over. No page is open meanwhile, which would reconnect.
	await page.goto('about:blank');
	await running.wall.advance(15 * MINUTE - (running.wall.now() % (15 * MINUTE)) - 20 * SECOND);
	const connected = page.waitForResponse((response) => /notifications\?id=/.test(response.url()) && response.request().method() === 'POST');
	await openSettled(page, '/target');
	await connected;
	// The first: on the inbox's own page, a tab has the same name.
	const bell = page.getByRole('link', { name: /^Messages/ }).first();
	await expect(bell).toHaveAccessibleName('Messages');
	await passUntilReport(running, (await fetchNewestReportTime(page)) + 1, 5 * SECOND);
	const report = await fetchNewestReportTime(page);
	// The live connection reports it; the minute's poll uses the browser's own clock.
	await expect(bell).toHaveAccessibleName('Messages, 1 unread');
	await expect(page.getByText(/^The lists show the \d\d:\d\d ET report\.$/)).toBeVisible();

	// On a phone the bell is in the menu.
	await page.setViewportSize(PHONE);
	await page.getByRole('button', { name: 'Open menu' }).click();
	await expect(bell).toHaveAccessibleName('Messages, 1 unread');
	await bell.click();
	await page.setViewportSize(WIDE);
	await waitUntilSettled(page);
	const row = page.getByRole('list', { name: 'Messages' }).getByRole('link').first();
	await expect(row).toContainText(`unread: ${name}`);
	await row.click();
	const message = page.getByRole('region', { name: 'Message', exact: true });
	await expect(message.getByRole('heading', { level: 2 })).toHaveText(new RegExp(`^${name}: \\d+ entered, \\d+ left at \\d\\d:\\d\\d ET$`));
	await expect(bell).toHaveAccessibleName('Messages');
	expect(await findViolations(page)).toEqual([]);
	expect(await reported()).toEqual([expect.stringContaining(name)]);

	await fits(page);
	const back = page.getByRole('link', { name: '‹ Messages' });
	await back.click();
	await expect(message).toBeHidden();
	await fits(page);
	await row.click();
	await expect(message).toBeVisible();

	const entered = message.getByRole('listitem').filter({ hasText: 'listed since' }).first();
	const ticker = (await entered.getByRole('heading').innerText()).trim();
	await entered.getByRole('link', { name: ticker, exact: true }).click();
	await expect(page).toHaveURL(/\/ticker\/\d+/);
	expect(new URL(page.url()).searchParams.get('report')).toBe(isoSeconds(report));
	await expect(page.getByRole('heading', { level: 1 })).toContainText(ticker);

	await page.goBack();
	await message.getByRole('link', { name: /^Show list at/ }).click();
	await expect(page).toHaveURL(/\/reports\//);
	await expect(page.getByRole('list', { name: 'Ranked tickers' }).getByText(ticker, { exact: true })).toBeVisible();

	await openSettled(page, '/filter-settings-list');
	await card.getByRole('button', { name: `Revoke feed address of ${name}` }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
	await expect(card.getByRole('button', { name: `Create a feed address for ${name}` })).toBeVisible();
	expect((await context.request.get(feed.pathname)).status()).toBe(404);
	await remove();
});

test('one timeframe is written to all target lists and taken back; their order is kept', async ({ page, context, running }) => {
	const names = ['First of mine', 'Second of mine'] as const;
	await signIn(context, running, 'premium');
	const remove: (() => Promise<unknown>)[] = [];
	for (const name of names) remove.push(await saved(context, running, name));
	await extendUndo(context);
	await openSettled(page, '/target');
	const lists = page.getByRole('list', { name: 'Target lists' });
	const one = (name: string): Locator => lists.getByRole('article', { name });
	const conditions = (name: string): Locator => one(name).getByRole('list', { name: 'Conditions' });
	for (const name of names) await expect(conditions(name)).toHaveText('Volume busy 15m ≥ 1');
	await expect(one(names[0]).getByRole('list', { name: names[0] }).getByRole('link').first()).toBeVisible();

	const panel = page.getByRole('region', { name: 'Apply to all targets' });
	await panel.getByRole('switch').click();
	await panel.getByRole('button', { name: '1h' }).click();
	await expect(panel.getByRole('status')).toContainText(/Changes \d+ of your lists; built-in filters stay unchanged\./);
	expect(await findViolations(page)).toEqual([]);
	await fits(page);
	await panel.getByRole('button', { name: 'Apply', exact: true }).click();
	for (const name of names) await expect(conditions(name)).toHaveText('Volume busy 1h ≥ 1');
	await panel.getByRole('button', { name: 'Undo' }).click();
	for (const name of names) await expect(conditions(name)).toHaveText('Volume busy 15m ≥ 1');

	const order = async () =>
		(await lists.getByRole('heading', { level: 2 }).allInnerTexts()).filter((text) => names.some((name) => name === text));
	const before = await order();
	// The list is shown in its new order before it is saved.
	const kept = page.waitForResponse((response) => response.url().endsWith('/api/filters/order'));
	await one(before[0]!)
		.getByRole('button', { name: `Move ${before[0]} down` })
		.click();
	await expect.poll(order).toEqual(before.toReversed());
	expect((await kept).ok()).toBe(true);
	await openSettled(page, '/target');
	expect(await order()).toEqual(before.toReversed());
	for (const act of remove) await act();
});
