import { readFileSync } from 'node:fs';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { expect, test } from '../fixtures.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { signIn } from '../readers.ts';
import { expectAccessible, fetchList, findPanel, type ListItem, openPage } from '../ticker-page.ts';

test('a trader reads a ticker, walks the list by keyboard across its pages, and comes back', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	const [first, second] = await Promise.all([fetchList(page), fetchList(page, 10)]);
	const [tenth, eleventh] = [first[9] as ListItem, second[0] as ListItem];
	await openPage(page, '/main?tabType=free');
	await page.getByRole('link', { name: tenth.ticker, exact: true }).click();
	await expect(page.getByRole('heading', { level: 1, name: tenth.ticker })).toBeVisible();
	await expect(page).toHaveURL(/order=10/);
	await expect(page.getByRole('navigation', { name: 'Tickers of the list' })).toContainText('10 of');

	await page.keyboard.press('Space');
	await expect(page.getByRole('heading', { level: 1, name: eleventh.ticker })).toBeVisible();
	await expect(page).toHaveURL(/page=2.*order=11/);
	await page.keyboard.press('Shift+Space');
	await expect(page.getByRole('heading', { level: 1, name: tenth.ticker })).toBeVisible();
	await page.keyboard.press('ArrowRight');
	await expect(page.getByRole('heading', { level: 1, name: eleventh.ticker })).toBeVisible();
	await page.goBack();
	await expect(page.getByRole('heading', { level: 1, name: tenth.ticker })).toBeVisible();

	// The space bar presses the focused control; f is the star's key regardless of focus.
	const star = page.getByRole('button', { name: /favourites$/ });
	await expect(star).toHaveAttribute('aria-pressed', 'false');
	await page.keyboard.press('f');
	await expect(star).toHaveAttribute('aria-pressed', 'true');
	await star.focus();
	await page.keyboard.press('Space');
	await expect(star).toHaveAttribute('aria-pressed', 'false');
	await expect(page).toHaveURL(/order=10/);

	// A ticker that fails to load says so, and appears after a retry.
	const call = /\/api\/sector-charts\/(?:history\/)?\d+\?/;
	await page.keyboard.press('j');
	await expect(page.getByRole('heading', { level: 1, name: eleventh.ticker })).toBeVisible();
	await page.route(call, (route) => route.abort());
	await page.keyboard.press('j');
	await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
	await page.unroute(call);
	await page.getByRole('link', { name: 'Try again' }).click();
	await expect(page.getByRole('heading', { level: 1, name: (second[1] as ListItem).ticker })).toBeVisible();

	// The list comes before the first ticker.
	await openPage(page, `/ticker/${(first[0] as ListItem).ticker_id}?tabType=free&order=1`);
	await page.keyboard.press('ArrowLeft');
	await expect(page).toHaveURL(/\/main\?tabType=free$/);
});

test('a step from a ticker whose place in the list is still on its way is taken when it comes', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	const [first, second] = await Promise.all([fetchList(page), fetchList(page, 10)]);
	const [tenth, eleventh] = [first[9] as ListItem, second[0] as ListItem];
	let letThrough = (): void => {};
	const held = new Promise<void>((resolve) => {
		letThrough = resolve;
	});
	await page.route(/\/api\/sector-charts\/\d+\/place/, async (route) => {
		await held;
		await route.continue();
	});
	await openPage(page, `/ticker/${tenth.ticker_id}?tabType=free&order=10`);
	await expect(page.getByRole('heading', { level: 1, name: tenth.ticker })).toBeVisible();
	await page.keyboard.press('Space');
	letThrough();
	await expect(page.getByRole('heading', { level: 1, name: eleventh.ticker })).toBeVisible();
	await expect(page).toHaveURL(/order=11/);
});

test('on a slow machine too a page reacts to its keys as soon as it says that it does', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	const leader = (await fetchList(page))[0] as ListItem;
	const machine = await page.context().newCDPSession(page);
	await machine.send('Emulation.setCPUThrottlingRate', { rate: 12 });
	await openPage(page, `/ticker/${leader.ticker_id}?tabType=free&order=1`);
	await page.keyboard.press('ArrowLeft');
	await expect(page).toHaveURL(/\/main\?tabType=free$/);
});

test('the wheel says what it shows: one sentence, a cell at a time, and a table; its sectors turn', async ({ page, running }) => {
	await signIn(page.context(), running, 'admin');
	const leader = (await fetchList(page))[0] as ListItem;
	await openPage(page, `/ticker/${leader.ticker_id}?tabType=free`);
	const wheel = page
		.locator('figure')
		.filter({ has: page.locator('figcaption') })
		.locator('svg');
	await expect(wheel).toHaveAttribute(
		'aria-label',
		new RegExp(`^${leader.ticker}, listed as unusual, rate ${leader.weighted_sum}: .* depth \\d of 5`),
	);
	await expect(page.getByText(/visible depth \d+/)).toBeAttached();

	const table = page.getByRole('table', { name: /typical moves/ });
	await expect(table.getByRole('row')).toHaveCount(5);
	await wheel.locator('[data-slice="0"][data-ring="0"]').focus();
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('ArrowRight');
	const caption = await page.locator('figcaption').textContent();
	expect(caption).toMatch(/^Options busy on 1h: (depth \d of 5|not measurable)$/);
	await expect(wheel.locator('[data-slice="1"][data-ring="2"]')).toHaveAttribute('aria-label', caption as string);
	await expect(
		table
			.getByRole('row', { name: /^Options busy/ })
			.getByRole('cell')
			.nth(2),
	).toContainText(caption as string);
	// Arrows move within the wheel, not the list, while it has the focus.
	await expect(page).toHaveURL(new RegExp(`/ticker/${leader.ticker_id}`));

	await page.getByRole('navigation', { name: 'Show sectors 4 / 6' }).getByRole('link', { name: '6' }).click();
	await expect(table.getByRole('row')).toHaveCount(7);
	await page.getByRole('navigation', { name: 'Price direction' }).getByRole('link', { name: 'Fell' }).click();
	await expect(page).toHaveURL(/sectors=price_long,call_with_put,volume,call_without_put_short/);
	const turned = await (
		await page.request.get(
			`/api/sector-charts/${leader.ticker_id}?tab_type=free&sectors=price_long,call_with_put,volume,call_without_put_short`,
		)
	).json();
	await expect(page.getByRole('heading', { name: /Signal wheel/ })).toContainText(String(turned.weighted_sum));
	await page.getByRole('navigation', { name: 'Price direction' }).getByRole('link', { name: 'Rose' }).click();
	await expect(page).not.toHaveURL(/[?&]sectors=/);
});

test('the chart is next to the record of its forecast, the rate beside its reasons, and the report can be verified', async ({
	page,
	running,
}) => {
	await signIn(page.context(), running, 'pro');
	// The most unusual ticker may have no measured bands.
	const leader = (await fetchList(page, 0, '&sort_column=rate'))[0] as ListItem;
	await openPage(page, `/ticker/${leader.ticker_id}?tabType=free`);
	const price = findPanel(page, /^Price, 1h/);
	await expect(price.locator('canvas').first()).toBeAttached();
	await expect(price.getByText(/^forecast: the 80 % band held \d+\.\d % of the time/)).toBeVisible();
	await expect(price.getByText(/pinball loss \d\.\d\d of a random walk’s · n [\d,]+, 10 bars ahead/)).toBeVisible();
	await price.getByText(/^Last 35 bars as a table/).click();
	await expect(price.getByRole('columnheader', { name: 'mentions' })).toBeVisible();

	// The visible layers are stored in this browser.
	await price.getByRole('button', { name: 'Layers' }).click();
	await price.getByRole('checkbox', { name: 'Mentions' }).uncheck();
	await price.getByRole('checkbox', { name: 'Gaps' }).uncheck();
	await price.getByRole('checkbox', { name: 'Extended hours' }).check();
	await price.getByRole('link', { name: '15m' }).click();
	await expect(page).toHaveURL(/timeframe=fifteen_minutes/);
	const price15 = findPanel(page, /^Price, 15m/);
	await expect(price15).toBeVisible();
	await openPage(page, page.url());
	await price15.getByRole('button', { name: 'Layers' }).click();
	await expect(page.getByRole('checkbox', { name: 'Mentions' })).not.toBeChecked();
	await expect(page.getByRole('checkbox', { name: 'Volume' })).toBeChecked();
	await expect(page.getByRole('checkbox', { name: 'Extended hours' })).toBeChecked();
	await page.keyboard.press('Escape');
	const chart = page.getByRole('group', { name: /^Price chart, 15m/ });
	// Not before the chart is laid out: a canvas without a size can't be clicked.
	await expect(chart.locator('canvas').first()).toBeVisible();
	await chart.click();
	await expect
		.poll(() => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('chartTVCoefficients') ?? '{}')).sort()))
		.toEqual(['mentions', 'options', 'price', 'volume']);
	const kept = await page.evaluate(() => [
		localStorage.getItem('tickerDetailsIndicatorsValue'),
		localStorage.getItem('chartTVGapVerticalLine'),
		localStorage.getItem('chartTVExtendedHours'),
	]);
	expect(kept).toEqual(['["depths","forecast","volume","options"]', 'false', 'true']);

	const changed = findPanel(page, 'What changed');
	await expect(changed.getByRole('heading', { name: /^Since \d\d:\d\d ET$/ })).toBeVisible();
	await expect(changed.getByText(/^Rate /)).toBeVisible();
	await expect(changed.getByText(/^Weights: 15m × 1, 30m × 2, 1h × 4\./)).toBeVisible();
	expect(
		await page.evaluate(() =>
			Object.keys(sessionStorage)
				.filter((key) => /^(weightSettings|parametersSearchSignal)$/.test(key))
				.sort(),
		),
	).toEqual(['parametersSearchSignal', 'weightSettings']);
	await expect(changed.getByRole('heading', { name: 'What would change the rate' })).toBeVisible();
	await expect(changed.getByText(/: depth (?:rises at|falls below) /).first()).toBeVisible();
	await changed.getByRole('button', { name: 'Verify this report' }).focus();
	await page.keyboard.press('Enter');
	await expect(changed.getByText('Identical: all depths, prices, mentions and the content hash.')).toBeVisible();
	await expect(changed.getByText('No outside witness has stamped this report.')).toBeVisible();
	await expect(changed.getByRole('link', { name: 'Stamps and proof files' })).toHaveAttribute('href', '/proof');
	await expectAccessible(page);
});

test('the history opens past reports, and the way back to where the walk began', async ({ page, running }) => {
	await signIn(page.context(), running, 'admin');
	const leader = (await fetchList(page))[0] as ListItem;
	await openPage(page, `/ticker/${leader.ticker_id}?tabType=free&order=1`);
	await page.getByRole('link', { name: 'Full history' }).click();
	await expect(page).toHaveURL(new RegExp(`/ticker/${leader.ticker_id}/history`));
	await expect(page.getByRole('heading', { name: `History of ${leader.ticker}` })).toBeVisible();
	await expect(page.getByRole('img', { name: /reports, in the list in/ })).toBeVisible();
	await page.getByRole('navigation', { name: 'Days in this period' }).getByRole('link').first().click();
	await expect(page).toHaveURL(/day=2026-06-26/);
	await expectAccessible(page);

	const day = findPanel(page, 'Reports on 06/26/2026');
	const row = day.getByRole('row', { name: /^10:00 ET/ });
	const rate = await row.getByRole('cell').first().textContent();
	await row.getByRole('link').click();
	await expect(page.getByText('Archived data 06/26/2026 10:00 AM ET')).toBeVisible();
	await expect(page.getByRole('heading', { name: /Signal wheel/ })).toContainText(`rate ${rate}`);
	expect(await page.evaluate(() => localStorage.getItem('magicValue'))).toBe('"2026-06-26T14:00:00Z"');
	await page.getByRole('link', { name: 'first time point' }).click();
	await expect(page).not.toHaveURL(/report=/);
	await expect(page.getByText(/^Archived data/)).toHaveCount(0);

	await openPage(page, `/ticker/${leader.ticker_id}/history?tabType=free&day=2026-06-26`);
	await expect(row).toContainText('opened last');
	const [reports] = (await page.getByText(/^[\d,]+ reports · in the list in/).textContent())?.match(/^[\d,]+/) ?? [];
	for (const format of ['CSV', 'Arrow']) {
		const coming = page.waitForEvent('download');
		await page.getByText('Download these reports:').getByRole('link', { name: format }).click();
		const file = readFileSync(await (await coming).path(), 'latin1');
		if (format === 'CSV') expect(file.trim().split(/\r?\n/).length - 1).toBe(Number(reports?.replace(',', '')));
		else expect(file).toContain('definition_version');
	}
	await page.getByRole('link', { name: 'Forecast', exact: true }).click();
	await expect(page).toHaveURL(/isForecastHistory=true/);
	await openPage(page, `/ticker/${leader.ticker_id}/history?tabType=free&to=2026-01-31`);
	await expect(page.getByText('No reports for this ticker in these weeks.')).toBeVisible();
	await page.getByRole('link', { name: 'Go to the latest weeks' }).click();
	await expect(page.getByRole('heading', { name: 'Reports on 06/30/2026' })).toBeVisible();
	await openPage(page, `/ticker/${leader.ticker_id}?report=2020-01-02T15:00:00Z`);
	await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
});

test('the validation shows interval, base rate, luck and losers, and says where it is too few', async ({ page, running }) => {
	await signIn(page.context(), running, 'premium');
	const leader = (await fetchList(page))[0] as ListItem;
	await openPage(page, `/ticker/${leader.ticker_id}?tabType=free`);
	await page.getByRole('navigation', { name: 'Ticker pages' }).getByRole('link', { name: 'Validation' }).click();
	await expect(page).toHaveURL(new RegExp(`/ticker/${leader.ticker_id}/validation`));
	await openPage(page, `/ticker/${leader.ticker_id}/validation?tabType=free&condition=volume.fifteen_minutes.1`);
	const results = findPanel(page, 'What happened after signals like this');
	await expect(results.getByText(/hits at 5 bars · 95 % interval \d/)).toBeVisible();
	await expect(results.getByText(/base rate \d+\.\d % · n \d+, effective sample \d+/)).toBeVisible();
	await expect(results.getByText(/^(Better than|Worse than|No better than chance|Too few to say)/)).toBeVisible();
	await results.getByText('How sure is this?').click();
	await expect(results.getByText(/^Luck line \d/)).toBeVisible();
	await expect(page.getByRole('img', { name: /excess returns from .* below zero/ })).toBeVisible();
	const occurrences = findPanel(page, /^Occurrences$/);
	await occurrences.getByRole('button', { name: /^Losers [1-9]/ }).click();
	await expect(occurrences.getByRole('cell', { name: /^\d+ loser/ }).first()).toBeVisible();
	await expect(occurrences.getByRole('cell', { name: /^\d+ hit/ })).toHaveCount(0);
	await expect(occurrences.getByRole('cell', { name: /^entry \$[\d.]+ .* ET exit \$[\d.]+ .* ET$/ }).first()).toBeVisible();
	await expect(findPanel(page, 'Excess over time').getByText(/^(Sum of excess from|No curve yet: effective sample)/)).toBeVisible();
	await expectAccessible(page);

	await page.getByRole('combobox', { name: 'Signals' }).selectOption({ index: 1 });
	await expect(page).toHaveURL(/condition=\w+\.\w+\.[1-5]/);
	await openPage(page, `/ticker/${leader.ticker_id}/validation?tabType=free&condition=volume.fifteen_minutes.1`);
	await page.getByRole('link', { name: `${leader.ticker} only` }).click();
	await expect(page).toHaveURL(/of=ticker/);
	await expect(results.getByText('Too few occurrences')).toBeVisible();
	await expect(results.getByText(/^\d+ of \d+ were hits\. Adjusted towards/)).toBeVisible();
	await expect(page.getByRole('img', { name: /excess returns/ })).toHaveCount(0);
});

/** A text that occurs once in a page: the first group of `pattern`. */
test('a newer report is offered in a snackbar, then in the pill, and moves nothing until it is taken', async ({ page, running }) => {
	// Until shortly before a quarter-hour: the fake clock would end polls that it jumps over.
	await running.wall.advance(15 * MINUTE - (running.wall.now() % (15 * MINUTE)) - 20 * SECOND);
	await signIn(page.context(), running, 'pro');
	const leader = (await fetchList(page))[0] as ListItem;
	// The live connection is up once its handshake is answered.
	const connected = page.waitForResponse((answer) => answer.request().method() === 'POST' && /notifications\?id=/.test(answer.url()));
	await openPage(page, `/ticker/${leader.ticker_id}?tabType=free`);
	await connected;
	const shown = page.getByText(/^06\/30\/2026 \d{1,2}:\d\d [AP]M ET$/).first();
	const before = (await shown.textContent()) ?? '';
	await passUntilReport(running, (await fetchNewestReportTime(page)) + 1, 5 * SECOND);
	await expect(page.getByText('This ticker has new values.')).toBeVisible();
	await expect(page.getByText(/^New report/)).toHaveCount(1);
	await expect(shown).toHaveText(before);
	await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
	await expect(page.getByText(/^New report/)).toHaveCount(1);
	await expect(shown).toHaveText(before);
	await page.getByRole('button', { name: 'Show', exact: true }).click();
	await expect(shown).not.toHaveText(before);
});
