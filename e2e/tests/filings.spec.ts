import { expect, test } from '../fixtures.ts';
import { expectAccessible, open, panel } from '../ticker-page.ts';

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
	await open(page, '/main?tabType=free&strategyTimeframe=third');
	const card = (ticker: string) => page.getByRole('article').filter({ has: page.getByRole('link', { name: ticker, exact: true }) });
	await expect(card(withNews.ticker).getByTitle(new RegExp(`^${form}: .+, \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d ET$`))).toBeVisible();
	await expect(card(without.ticker).getByRole('img', { name: 'No filings in the last five sessions' })).toBeVisible();
	await expectAccessible(page);
	await open(page, `/ticker/${withNews.ticker_id}?tabType=free&strategyTimeframe=third`);
	await expect(panel(page, 'Filings').getByText(form, { exact: true }).first()).toBeVisible();
	await open(page, `/ticker/${without.ticker_id}?tabType=free&strategyTimeframe=third`);
	await expect(panel(page, 'Filings').getByText('No filings in the last five sessions')).toBeVisible();
	await expectAccessible(page);
});
