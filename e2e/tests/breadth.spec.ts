import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { fetchFacts, signIn } from '../readers.ts';

test('one line below the list links to the breadth of the report, which works by keyboard and sends notifications', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'pro');
	await page.goto('/main?tabType=extreme_rise');
	await waitUntilSettled(page);
	const line = page.getByRole('link', { name: /^today \d+\.\d % of tickers rose unusually far on 1h/ });
	await line.click();
	await expect(page).toHaveURL(/\/breadth$/);
	await waitUntilSettled(page);
	await expect(page.getByText(/^\d+\.\d % of \d+ measured tickers rose unusually far on 1h \(depth 1 or more\)\.$/)).toBeVisible();

	// The selected cell determines the page's text, and the address.
	const now = page.getByRole('table').first();
	await now
		.getByRole('row', { name: /^Volume/ })
		.getByRole('link')
		.last()
		.click();
	await expect(page).toHaveURL(/key=volume-day-all-stocks/);
	await waitUntilSettled(page);

	// Arrow keys move in the drawing, and Enter opens an earlier report.
	await page.getByRole('group', { name: /^Reports of the day/ }).focus();
	await page.keyboard.press('ArrowLeft');
	await expect(page.getByText(/^Rose, 15m, 06\/30\/2026 .+ ET: \d+\.\d %, \d+\.\d points (above|below) usual \d+\.\d %$/)).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/time=2026-06-30T/);
	await waitUntilSettled(page);

	await page.getByLabel('Share in %').fill('5');
	await page.getByRole('button', { name: 'Alert me at this share' }).click();
	await expect(page.getByText('You get a message on each day that reaches 5.0 %.')).toBeVisible();
	await page.reload();
	await waitUntilSettled(page);
	await page.getByRole('button', { name: 'Stop' }).click();
	await expect(page.getByLabel('Share in %')).toBeVisible();
});

test('mentions are on the top page and beside a ticker, source by source', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await page.goto('/top');
	await waitUntilSettled(page);
	await expect(page.getByRole('heading', { name: 'Mentions: leaders' })).toBeVisible();
	await page.getByRole('link', { name: '+ Mentions: urgent' }).click();
	await expect(page).toHaveURL(/tables=leaders,urgent/);
	await expect(page.getByText(/are above their own 99\.5th percentile; \d+\.\d would be expected by chance\./)).toBeVisible();

	const { ticker } = await fetchFacts(context, running);
	await page.goto(`/ticker/${ticker}?tabType=free`);
	await waitUntilSettled(page);
	await expect(page.getByRole('heading', { name: /^Reddit, simulated/ })).toBeVisible();
	await page.getByRole('button', { name: 'What happened after mention spikes?' }).click();
	await expect(page.getByText(/No share is shown for fewer than 30 occurrences\. Results are hypothetical\.$/)).toBeVisible();
});
