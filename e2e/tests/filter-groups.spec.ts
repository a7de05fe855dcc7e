/** Filters with groups: all of, any of, none of. */
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { readMatchCount, readSymbols } from '../ranked-list.ts';
import { signIn } from '../readers.ts';

const GROUPS = 'any(volume.one_hour.1,call_with_put.one_hour.1)';
const ADDRESS = `/main?tabType=free&filter.version=2&filter.name=Either&filter.groups=${GROUPS}`;

test('a group is built in the editor, saved, and lists what the server counts', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	const all = await readMatchCount(page);
	await page.getByRole('button', { name: /^Filter/ }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await sheet.getByRole('tab', { name: 'Saved filter' }).click();
	await sheet.getByRole('button', { name: 'Add group (any of, none of)' }).click();
	await sheet.getByRole('combobox', { name: 'Match rule of group 1' }).selectOption('None of');
	await sheet.getByRole('combobox', { name: 'Minimum depth' }).selectOption('≥ 1');
	await sheet.getByRole('button', { name: 'Add range' }).click();
	await sheet.getByRole('textbox', { name: 'Price, $: up to' }).fill('20');
	await expect(sheet.getByText('none of: Volume busy 1+ on 1h, Price $20 or less.')).toBeVisible();
	await sheet.getByLabel('Name', { exact: true }).fill('Neither loud nor cheap');
	await sheet.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page).toHaveURL(/filterId=\d+/);
	await page.keyboard.press('Escape');
	await waitUntilSettled(page);
	const listed = await readMatchCount(page);
	expect(listed).toBeGreaterThan(0);
	expect(listed).toBeLessThan(all);
	const filters = [
		{ sector: 'volume', timeframe: 'one_hour', value: 1 },
		{ measure: 'price', to: 20 },
	];
	const counted = await page.request.post('/api/filters/count', {
		data: {
			version: 2,
			tab: 'free',
			timeframes: ['15', '30', '60'],
			ticker_type: 'stocks',
			filters: [],
			groups: [{ match: 'none', filters }],
			past: false,
		},
		headers: { origin: running.url },
	});
	expect(listed).toBe((await counted.json()).now);

	// A program that only knows version 1 cannot delete the group.
	const id = new URL(page.url()).searchParams.get('filterId');
	const older = await page.request.put(`/api/filters/${id}`, {
		data: { tab: 'free', timeframes: ['15', '30', '60'], filters: [], name: 'Neither loud nor cheap' },
		headers: { origin: running.url },
	});
	expect(older.status()).toBe(409);
	await page.goto('/filter-settings-list');
	await waitUntilSettled(page);
	const card = page.getByRole('article').filter({ hasText: 'Neither loud nor cheap' });
	await expect(card.getByText('none of: Volume busy 1+ on 1h, Price $20 or less')).toBeVisible();
	await card.getByRole('button', { name: 'Edit' }).click();
	await page.getByRole('button', { name: 'Remove group 1' }).click();
	await page.getByRole('button', { name: 'Update' }).click();
	await expect(card.getByText('no conditions: all eligible tickers')).toBeVisible();
});

test('an address with groups opens the list of any reader, and is refused where it is broken', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await page.goto(ADDRESS);
	await waitUntilSettled(page);
	const listed = await readMatchCount(page);
	const shown = await readSymbols(page);
	const answer = await page.request.get(`/api/sector-charts?tab_type=free&groups=${GROUPS}`);
	const { total_count: total, items } = await answer.json();
	expect([listed, shown]).toEqual([total, items.slice(0, shown.length).map(({ ticker }: { ticker: string }) => ticker)]);
	await expect(page.getByRole('link', { name: /^Remove Filter: Either · groups/ })).toBeVisible();
	await page.getByRole('button', { name: /^Filter/ }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await expect(sheet.getByText('any of: Options busy 1+ on 1h, Volume busy 1+ on 1h.')).toBeVisible();
	await page.goto('/main?tabType=free&filter.groups=some(volume.one_hour.1)');
	await waitUntilSettled(page);
	await expect(page.getByText(/“some\(volume\.one_hour\.1\)” is not a condition.*The list is shown without it\./)).toBeVisible();
});

test('an industry narrows the table, is left out by a saved filter, and counts the same in both', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	const { rows } = await running.product.stores.records.pool.query<{ symbol: string; industry: string }>(
		'select symbol, industry from tickers where industry is not null',
	);
	const industryOf = new Map(rows.map(({ symbol, industry }) => [symbol, industry]));
	await page.goto('/main?tabType=free&view=table');
	await waitUntilSettled(page);
	const all = await readMatchCount(page);
	const links = page.getByRole('table').locator('[data-card]');
	const wanted = industryOf.get((await links.first().textContent()) ?? '') as string;
	await page.getByText('Filter columns').click();
	await page.getByRole('combobox', { name: 'Industry' }).selectOption(wanted);
	await page.getByRole('button', { name: 'Apply filters' }).click();
	await expect(page).toHaveURL(/filter\.groups=/);
	await waitUntilSettled(page);
	const within = await readMatchCount(page);
	expect(within).toBeLessThan(all);
	const listed = await links.allTextContents();
	expect(listed).toHaveLength(Math.min(within, 25));
	expect(new Set(listed.map((symbol) => industryOf.get(symbol)))).toEqual(new Set([wanted]));
	await page.getByText('Filter columns').click();
	await expect(page.getByRole('combobox', { name: 'Industry' })).toHaveValue(wanted);
	await page.getByRole('button', { name: 'Clear filters' }).click();
	await expect(page).not.toHaveURL(/filter\.groups=/);

	await page.getByRole('button', { name: 'Filter', exact: true }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await sheet.getByRole('tab', { name: 'Saved filter' }).click();
	await sheet.getByRole('button', { name: 'Add group (any of, none of)' }).click();
	await sheet.getByRole('combobox', { name: 'Match rule of group 1' }).selectOption('None of');
	await sheet.getByRole('button', { name: 'Add industry' }).click();
	await sheet.getByRole('combobox', { name: 'Industry' }).selectOption(wanted);
	await sheet.getByRole('button', { name: 'Remove condition 1 of group 1' }).click();
	await sheet.getByLabel('Name', { exact: true }).fill('Other industries');
	await sheet.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page).toHaveURL(/filterId=\d+/);
	await page.keyboard.press('Escape');
	await waitUntilSettled(page);
	expect(await readMatchCount(page)).toBe(all - within);
	const id = new URL(page.url()).searchParams.get('filterId');
	await page.request.delete(`/api/filters/${id}`, { headers: { origin: running.url } });
});

test.describe('on a phone', () => {
	test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

	test('a group is built by touch, and nothing is wider than the screen', async ({ page, context, running }) => {
		await signIn(context, running, 'pro');
		await page.goto('/main?tabType=free');
		await waitUntilSettled(page);
		await page.getByRole('button', { name: /^Filter/ }).tap();
		const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
		await sheet.getByRole('tab', { name: 'Saved filter' }).tap();
		await sheet.getByRole('button', { name: 'Add group (any of, none of)' }).tap();
		await sheet.getByRole('button', { name: 'Add range' }).tap();
		await sheet.getByRole('button', { name: 'Add nested group' }).tap();
		const remove = sheet.getByRole('button', { name: 'Remove condition 2 of group 1', exact: true });
		expect((await remove.boundingBox())?.height).toBeGreaterThanOrEqual(44);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
		await remove.tap();
		await sheet.getByRole('button', { name: 'Remove group 1.1' }).tap();
		await expect(sheet.getByRole('list', { name: 'Conditions of group 1' }).getByRole('listitem')).toHaveCount(1);
	});
});
