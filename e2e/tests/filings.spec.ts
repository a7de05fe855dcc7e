import { expect, test } from '../fixtures.ts';
import { clearAccount, signIn } from '../readers.ts';
import { expectAccessible, findPanel, openPage } from '../ticker-page.ts';

interface Listed {
	ticker_id: number;
	ticker: string;
	information: { state: string; filing: { form: string } | null };
}

test('a stranger sees why one of two wheels has news, and which filing it is', async ({ page }) => {
	const listed = '/api/landing/sector-charts?tabs=free&timeframes=60,240,1D';
	const { items } = (await (await page.request.get(listed)).json()) as { items: Listed[] };
	const withNews = items.find(({ information }) => information.filing);
	const without = items.find(({ information }) => information.state === 'no');
	if (!withNews?.information.filing || !without) throw new Error('The list has no ticker with, or none without, a filing.');
	const { form } = withNews.information.filing;
	await openPage(page, '/main?tabType=free&strategyTimeframe=third');
	const card = (ticker: string) => page.getByRole('article').filter({ has: page.getByRole('link', { name: ticker, exact: true }) });
	await expect(card(withNews.ticker).getByTitle(new RegExp(`^${form}: .+, \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d ET$`))).toBeVisible();
	await expect(card(without.ticker).getByRole('img', { name: 'No filings in the last five sessions' })).toBeVisible();
	await expectAccessible(page);
	await openPage(page, `/ticker/${withNews.ticker_id}?tabType=free&strategyTimeframe=third`);
	await expect(findPanel(page, 'Filings').getByText(form, { exact: true }).first()).toBeVisible();
	await openPage(page, `/ticker/${without.ticker_id}?tabType=free&strategyTimeframe=third`);
	await expect(findPanel(page, 'Filings').getByText('No filings in the last five sessions')).toBeVisible();
	await expectAccessible(page);
});

test('a trader narrows a list by filings, which it counts, and finds one in the chart of its ticker', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'pro');
	await clearAccount(context, running);
	await openPage(page, '/main?tabType=free&strategyTimeframe=third');
	const counts = /^([\d,]+) with a filing, ([\d,]+) without$/;
	const legend = page.getByText(counts);
	const [, filed, unfiled] = counts.exec((await legend.textContent()) ?? '') ?? [];
	await page.getByRole('button', { name: 'Filter', exact: true }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await sheet.getByRole('button', { name: 'No filing', exact: true }).click();
	await expect(page).toHaveURL(/filters\.information=without/);
	await expect(page.getByText(`0 with a filing, ${unfiled} without`)).toBeVisible();
	await sheet.getByRole('button', { name: 'With a filing', exact: true }).click();
	await expect(page.getByText(`${filed} with a filing, 0 without`)).toBeVisible();
	await page.keyboard.press('Escape');
	await expectAccessible(page);
	await page.getByRole('article').first().getByRole('link').first().click();
	await page.getByRole('group', { name: /^Price chart/ }).waitFor();
	await expect(page.getByText(/^.*\bbars? with (a filing|filings) \(squares?\)/)).toBeVisible();
	await page.goto('/main?tabType=free&strategyTimeframe=third&filters.information=with');
	await page.getByRole('link', { name: /^Remove With a filing/ }).click();
	await expect(legend).toHaveText(`${filed} with a filing, ${unfiled} without`);
});

test('a trader saves a filter with the choice of filings, which lists and sorts what it says', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await clearAccount(context, running);
	await openPage(page, '/main?tabType=free&strategyTimeframe=third&view=table&columns=price,filing');
	const legend = page.getByText(/^[\d,]+ with a filing, [\d,]+ without$/);
	const [filed] = /^[\d,]+/.exec((await legend.textContent()) ?? '') ?? [];
	await page.getByRole('button', { name: 'Filter', exact: true }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await sheet.getByRole('tab', { name: 'Saved filter' }).click();
	await sheet.getByRole('combobox', { name: 'Filings' }).selectOption('With a filing');
	await expect(sheet.getByText(`matches ${filed} now`)).toBeVisible();
	await sheet.getByLabel('Name', { exact: true }).fill('News');
	await sheet.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page).toHaveURL(/filterId=\d+/);
	await page.keyboard.press('Escape');
	await expect(legend).toHaveText(`${filed} with a filing, 0 without`);
	await page.getByRole('button', { name: 'last filing', exact: true }).click();
	await expect(page.getByRole('columnheader', { name: 'last filing' })).toHaveAttribute('aria-sort', 'descending');
	const { items } = (await (
		await page.request.get(`/api/sector-charts?filter=${new URL(page.url()).searchParams.get('filterId')}&sort_column=filing&max=25`)
	).json()) as { items: (Listed & { information: { filing: { accepted_at: string } } })[] };
	const times = items.map(({ information }) => information.filing.accepted_at);
	expect(times).toEqual(times.toSorted().reverse());
	const [first] = items;
	await expect(page.getByRole('row').nth(1)).toContainText(first?.ticker ?? '');
	await expect(
		page
			.getByRole('row')
			.nth(1)
			.getByText(new RegExp(`^${first?.information.filing.form} .*\\d\\d:\\d\\d$`)),
	).toBeVisible();
	await expectAccessible(page);
	await openPage(page, '/filter-settings-list');
	await expect(page.getByRole('article').getByText('all of: With a filing')).toBeVisible();
});
