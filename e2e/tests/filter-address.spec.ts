/** A filter document is the same in a file, on the command line and in the address of a list. */
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { readMatchCount, readSymbols } from '../ranked-list.ts';
import { signIn } from '../readers.ts';

const DOCUMENT = {
	version: 1,
	name: 'Loud, and deep',
	tab: 'free',
	timeframes: ['one_hour', 'four_hours', 'day'],
	filters: [{ sector: 'volume', timeframe: 'one_hour', value: 1 }],
	operation: null,
	comment: '',
};
const ADDRESS = '/main?tabType=free&strategyTimeframe=third&filter.name=Loud,+and+deep&filter.conditions=volume.one_hour.1';

test('a URL opens the list of an unsaved filter, and the filter editor gives that URL', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await page.goto(ADDRESS);
	await waitUntilSettled(page);
	const chip = page
		.getByRole('list', { name: 'Active conditions' })
		.getByRole('link', { name: /^Remove Filter: Loud, and deep · Volume busy 1h ≥ 1/ });
	await expect(chip).toBeVisible();
	const { timeframes, tab, filters } = DOCUMENT;
	const counted = await page.request.post('/api/filters/count', {
		data: { timeframes, tab, filters, past: false },
		headers: { origin: running.url },
	});
	const { now, tickers } = await counted.json();
	expect(now).toBeGreaterThan(0);
	expect(await readMatchCount(page)).toBe(now);
	// The count starts with the same tickers.
	expect((await readSymbols(page)).slice(0, tickers.length)).toEqual(tickers);

	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.getByRole('button', { name: /^Filter/ }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await sheet.getByRole('button', { name: 'Copy link to “Loud, and deep”' }).click();
	await expect(page.getByText('Copied.')).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${running.url}${ADDRESS}`);
	await page.keyboard.press('Escape');

	// After undo, it is gone from the address, and the list shows all tickers.
	await chip.click();
	await expect(page).toHaveURL(/\/main\?tabType=free&strategyTimeframe=third$/);
});

test('a filter that is broken or from a newer version is reported, and the list is shown without it', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'pro');
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	const all = await readSymbols(page);
	for (const [query, words] of [
		['filter.version=3&filter.conditions=volume.one_hour.5', /the newest supported version is 2.* The list is shown without it\./],
		['filter.conditions=volume.one_hour.5,moon.one_hour.1', /“moon\.one_hour\.1” is not a condition.* The list is shown without it\./],
	] as const) {
		await page.goto(`/main?tabType=free&${query}`);
		await waitUntilSettled(page);
		await expect(page.getByText(words)).toBeVisible();
		expect(await readSymbols(page)).toEqual(all);
		await expect(page.getByRole('list', { name: 'Active conditions' })).not.toBeVisible();
		await page.getByRole('link', { name: 'Extreme fall' }).click();
		await expect(page).toHaveURL(/\/main\?tabType=extreme_fall$/);
	}
});

test('a user without a licence sees the public list and a note about the filter', async ({ page }) => {
	await page.goto(ADDRESS);
	await waitUntilSettled(page);
	const seen = await readSymbols(page);
	await expect(page.getByText(/^Sign in to use a filter/)).toBeVisible();
	await page.goto('/main?tabType=free&strategyTimeframe=third');
	await waitUntilSettled(page);
	expect(await readSymbols(page)).toEqual(seen);
});
