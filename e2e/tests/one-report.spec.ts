/** All pages of a list are from the same report, whatever the reader does while reports arrive. */
import type { Page } from '@playwright/test';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { signIn } from '../readers.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A ticker's place in the list. The list is also requested from the newer report, to show its changes. */
const PLACE_CALL = /\/place$/;

function symbols(page: Page): Promise<string[]> {
	return page.locator('[data-card]').allTextContents();
}

/** The list's next or previous page. */
async function turn(page: Page, name: 'Next page' | 'Previous page'): Promise<void> {
	const before = await symbols(page);
	await page.getByRole('link', { name }).click();
	await expect.poll(async () => (await symbols(page)).join()).not.toBe(before.join());
	await waitUntilSettled(page);
}

const STEPS: readonly ((page: Page) => Promise<void>)[] = [
	(page) => turn(page, 'Next page'),
	async (page) => {
		await page.setViewportSize(PHONE);
		await page.getByRole('article').first().click({ button: 'right' });
		const viewer = page.getByRole('dialog', { name: 'Card viewer' });
		const heading = viewer.getByRole('heading');
		const first = (await heading.textContent()) as string;
		await viewer.getByRole('button', { name: 'Next card' }).click();
		await expect(heading).not.toHaveText(first);
		await page.goBack();
		await expect(viewer).not.toBeVisible();
		await page.setViewportSize(WIDE);
	},
	async (page) => {
		const card = page.locator('[data-card]').last();
		const symbol = (await card.textContent()) as string;
		await card.click();
		await expect(page.getByRole('heading', { level: 1, name: symbol })).toBeVisible();
		await page.getByRole('link', { name: /^Next/ }).click();
		await expect(page.getByRole('heading', { level: 1, name: symbol })).toHaveCount(0);
		await page.getByRole('link', { name: 'Back to the list' }).first().click();
		await expect(page).toHaveURL(/\/main/);
		await waitUntilSettled(page);
	},
	(page) => turn(page, 'Previous page'),
];

test('pages, viewer, slider and the way back stay within one report while others arrive', async ({ page, context, running }) => {
	const left = 15 * MINUTE - (running.wall.now() % (15 * MINUTE));
	await running.wall.advance(left - 20 * SECOND);
	await signIn(context, running, 'pro');
	await page.goto('/main?tabType=free&page=2');
	await waitUntilSettled(page);
	const first = await symbols(page);
	const reports = new Set<string>();
	page.on('request', (request) => {
		const { pathname, searchParams } = new URL(request.url());
		if (PLACE_CALL.test(pathname)) reports.add(searchParams.get('date') ?? 'the newest');
	});
	for (const step of STEPS) {
		await passUntilReport(running, (await fetchNewestReportTime(page)) + 1, 5 * SECOND);
		await step(page);
	}
	expect([...reports]).toHaveLength(1);
	// Pages of one report share no ticker, and each is unchanged by newer reports.
	const last = await symbols(page);
	expect(last.filter((symbol) => first.includes(symbol))).toEqual([]);
	await turn(page, 'Previous page');
	expect(await symbols(page)).toEqual(first);
});
