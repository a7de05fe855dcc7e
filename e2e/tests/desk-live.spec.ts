import type { Locator, Page } from '@playwright/test';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { expect, test } from '../fixtures.ts';
import { settled } from '../open-screen.ts';
import { newestReport, passUntilReport } from '../pass-time.ts';
import { symbols, symbolsAfter } from '../ranked-list.ts';
import { signIn } from '../readers.ts';

const open = async (page: Page, path: string): Promise<void> => {
	await page.goto(path);
	await settled(page);
};

test('a new report arrives live in every tab over one connection, and moves nothing until it is taken', async ({
	page,
	context,
	running,
}) => {
	// Up to shortly before a quarter-hour: the fake clock would end polls that it leaps over.
	const left = 15 * MINUTE - (running.wall.now() % (15 * MINUTE));
	await running.wall.advance(left - 20 * SECOND);
	await signIn(context, running, 'pro');
	const connections: string[] = [];
	context.on('request', (request) => {
		if (request.url().includes('/api/hubs/notifications/negotiate')) connections.push(request.url());
	});
	const waiting = page.waitForRequest((request) => /\/api\/hubs\/notifications\?id=/.test(request.url()) && request.method() === 'POST');
	await open(page, '/main?tabType=free&page=2');
	await waiting;
	const other = await context.newPage();
	await open(other, '/main?tabType=free');
	const [mine, theirs] = [await symbols(page), await symbols(other)];
	const before = await page.getByRole('button', { name: /^Latest report / }).textContent();

	await passUntilReport(running, (await newestReport(page)) + 1, 5 * SECOND);
	const told = (tab: Page): Locator =>
		tab.getByRole('status').filter({ hasText: /^New report \d\d:\d\d ET: (same tickers, (same|new) order|.*(entered|left|moved))/ });
	for (const tab of [page, other]) await expect(told(tab)).toBeVisible();
	// Whoever pauses hears of nothing, and goes on where the others are.
	await told(other).getByRole('button', { name: 'Pause' }).click();
	await expect(told(other)).toHaveCount(0);
	await other.getByRole('button', { name: 'Go on' }).click();
	await expect(told(other)).toBeVisible();
	const words = (await told(page).textContent()) ?? '';
	expect(connections.length).toBe(1);
	expect([await symbols(page), await symbols(other)]).toEqual([mine, theirs]);
	// Pages turned meanwhile are of the report that is being read.
	await page.getByRole('link', { name: 'Previous page' }).click();
	expect(await symbolsAfter(page, mine)).toEqual(theirs);
	await page.getByRole('link', { name: 'Next page' }).click();
	expect(await symbolsAfter(page, theirs)).toEqual(mine);
	await page.getByRole('link', { name: 'Next page' }).click();
	const pageThree = await symbolsAfter(page, mine);
	expect(pageThree.filter((symbol) => [...mine, ...theirs].includes(symbol))).toEqual([]);
	await page.getByRole('link', { name: 'Previous page' }).click();
	expect(await symbolsAfter(page, pageThree)).toEqual(mine);
	await told(page).getByRole('button', { name: 'Show' }).click();
	await expect(page.getByRole('button', { name: /^Latest report / })).not.toHaveText(before ?? '');
	await expect(page).toHaveURL(/page=2/);
	await expect(told(page)).toHaveCount(0);
	await settled(page);
	if (words.includes('order')) expect((await symbols(page)).join() === mine.join()).toBe(words.includes('same order'));

	// When the tab that holds the connection goes, the other takes it up.
	const taken = other.waitForRequest((request) => request.url().includes('/api/hubs/notifications/negotiate'));
	await page.close();
	await taken;

	// A pause stays with its tab of the browser, reloaded or not.
	await told(other).getByRole('button', { name: 'Pause' }).click();
	await other.reload();
	await settled(other);
	await expect(other.getByText('Paused: newer reports wait')).toBeVisible();
	const third = await context.newPage();
	await open(third, '/main?tabType=free');
	await expect(third.getByText('Paused: newer reports wait')).toHaveCount(0);
	await other.getByRole('button', { name: 'Go on' }).click();
});
