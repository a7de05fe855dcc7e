import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { violationsOf } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { sidewaysScroll } from '../open-screen.ts';
import { newestReport, passUntilReport } from '../pass-time.ts';
import { signIn } from '../readers.ts';

interface Item {
	ticker_id: number;
	ticker: string;
	weighted_sum: number;
}

async function open(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
}

async function listOf(page: Page, skip = 0, sort = ''): Promise<Item[]> {
	return (await (await page.request.get(`/api/sector-charts?tab_type=free&skip=${skip}&max=10${sort}`)).json()).items;
}

async function expectValidReport(page: Page): Promise<void> {
	expect(await violationsOf(page)).toEqual([]);
	expect(await sidewaysScroll(page)).toBe(0);
}

function panel(page: Page, name: string | RegExp): Locator {
	return page.getByRole('region', { name });
}

test('a trader reads a ticker, walks the list by keyboard across its pages, and comes back', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	const [first, second] = await Promise.all([listOf(page), listOf(page, 10)]);
	const [tenth, eleventh] = [first[9] as Item, second[0] as Item];
	await open(page, '/main?tabType=free');
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
	await expect(page.getByRole('heading', { level: 1, name: (second[1] as Item).ticker })).toBeVisible();

	// The list comes before the first ticker.
	await open(page, `/ticker/${(first[0] as Item).ticker_id}?tabType=free&order=1`);
	await page.keyboard.press('ArrowLeft');
	await expect(page).toHaveURL(/\/main\?tabType=free$/);
});

test('a step from a ticker whose place in the list is still on its way is taken when it comes', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	const [first, second] = await Promise.all([listOf(page), listOf(page, 10)]);
	const [tenth, eleventh] = [first[9] as Item, second[0] as Item];
	let letThrough = (): void => {};
	const held = new Promise<void>((resolve) => {
		letThrough = resolve;
	});
	await page.route(/\/api\/sector-charts\/\d+\/place/, async (route) => {
		await held;
		await route.continue();
	});
	await open(page, `/ticker/${tenth.ticker_id}?tabType=free&order=10`);
	await expect(page.getByRole('heading', { level: 1, name: tenth.ticker })).toBeVisible();
	await page.keyboard.press('Space');
	letThrough();
	await expect(page.getByRole('heading', { level: 1, name: eleventh.ticker })).toBeVisible();
	await expect(page).toHaveURL(/order=11/);
});

test('on a slow machine too a page reacts to its keys as soon as it says that it does', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	const leader = (await listOf(page))[0] as Item;
	const machine = await page.context().newCDPSession(page);
	await machine.send('Emulation.setCPUThrottlingRate', { rate: 12 });
	await open(page, `/ticker/${leader.ticker_id}?tabType=free&order=1`);
	await page.keyboard.press('ArrowLeft');
	await expect(page).toHaveURL(/\/main\?tabType=free$/);
});

test('the wheel says what it shows: one sentence, a cell at a time, and a table; its sectors turn', async ({ page, running }) => {
	await signIn(page.context(), running, 'admin');
	const leader = (await listOf(page))[0] as Item;
	await open(page, `/ticker/${leader.ticker_id}?tabType=free`);
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
	const said = await page.locator('figcaption').textContent();
	expect(said).toMatch(/^Options busy on 1h: (depth \d of 5|not measurable)$/);
	await expect(wheel.locator('[data-slice="1"][data-ring="2"]')).toHaveAttribute('aria-label', said as string);
	await expect(
		table
			.getByRole('row', { name: /^Options busy/ })
			.getByRole('cell')
			.nth(2),
	).toContainText(said as string);
	// Arrows move within the wheel, not the list, while it has the focus.
	await expect(page).toHaveURL(new RegExp(`/ticker/${leader.ticker_id}`));

	await page.getByRole('navigation', { name: 'Show sectors 4 / 6' }).getByRole('link', { name: '6' }).click();
	await expect(table.getByRole('row')).toHaveCount(7);
	await page.getByRole('navigation', { name: 'Price direction' }).getByRole('link', { name: /long/ }).click();
	await expect(page).toHaveURL(/sectors=price_long,call_with_put,volume,call_without_put_short/);
	const turned = await (
		await page.request.get(
			`/api/sector-charts/${leader.ticker_id}?tab_type=free&sectors=price_long,call_with_put,volume,call_without_put_short`,
		)
	).json();
	await expect(page.getByRole('heading', { name: /Signal wheel/ })).toContainText(String(turned.weighted_sum));
	await page.getByRole('navigation', { name: 'Price direction' }).getByRole('link', { name: /short/ }).click();
	await expect(page).not.toHaveURL(/[?&]sectors=/);
});

test('the chart is next to the record of its forecast, the rate beside its reasons, and the report can be verified', async ({
	page,
	running,
}) => {
	await signIn(page.context(), running, 'pro');
	// The most unusual ticker may have no measured bands.
	const leader = (await listOf(page, 0, '&sort_column=rate'))[0] as Item;
	await open(page, `/ticker/${leader.ticker_id}?tabType=free`);
	const price = panel(page, /^Price, 1h/);
	await expect(price.locator('canvas').first()).toBeAttached();
	await expect(price.getByText(/^forecast: the 80 % band held \d+\.\d % of the time/)).toBeVisible();
	await expect(price.getByText(/pinball loss \d\.\d\d of a random walk’s · n [\d,]+, 10 bars ahead/)).toBeVisible();
	await price.getByText(/^Last 35 bars as a table/).click();
	await expect(price.getByRole('columnheader', { name: 'mentions' })).toBeVisible();

	// The visible layers are stored in this browser.
	await price.getByRole('checkbox', { name: 'Mentions' }).uncheck();
	await price.getByRole('checkbox', { name: 'Gaps' }).uncheck();
	await price.getByRole('link', { name: '15m' }).click();
	await expect(page).toHaveURL(/timeframe=fifteen_minutes/);
	await expect(panel(page, /^Price, 15m/)).toBeVisible();
	await open(page, page.url());
	await expect(page.getByRole('checkbox', { name: 'Mentions' })).not.toBeChecked();
	await expect(page.getByRole('checkbox', { name: 'Volume' })).toBeChecked();
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
	]);
	expect(kept).toEqual(['["depths","forecast","volume","options"]', 'false']);

	const why = panel(page, 'Why it is listed');
	await expect(why.getByRole('heading', { name: /^Since \d\d:\d\d ET$/ })).toBeVisible();
	await expect(why.getByText(/^Rate /)).toBeVisible();
	await expect(why.getByText(/^Weights: 15m × 1, 30m × 2, 1h × 4\./)).toBeVisible();
	expect(
		await page.evaluate(() =>
			Object.keys(sessionStorage)
				.filter((key) => /^(weightSettings|parametersSearchSignal)$/.test(key))
				.sort(),
		),
	).toEqual(['parametersSearchSignal', 'weightSettings']);
	await expect(why.getByRole('heading', { name: 'What would change the rate' })).toBeVisible();
	await expect(why.getByText(/: one (?:deeper|less) /).first()).toBeVisible();
	await why.getByRole('button', { name: 'Verify this report' }).focus();
	await page.keyboard.press('Enter');
	await expect(why.getByText('Identical: all depths, prices, mentions and the content hash.')).toBeVisible();
	await expectValidReport(page);
});

test('the history opens past reports, and the way back to where the walk began', async ({ page, running }) => {
	await signIn(page.context(), running, 'admin');
	const leader = (await listOf(page))[0] as Item;
	await open(page, `/ticker/${leader.ticker_id}?tabType=free&order=1`);
	await page.getByRole('link', { name: 'Full history' }).click();
	await expect(page).toHaveURL(new RegExp(`/ticker/${leader.ticker_id}/history`));
	await expect(page.getByRole('heading', { name: `History of ${leader.ticker}` })).toBeVisible();
	await expect(page.getByRole('img', { name: /reports, in the list in/ })).toBeVisible();
	await page.getByRole('navigation', { name: 'Days in this period' }).getByRole('link').first().click();
	await expect(page).toHaveURL(/day=2026-06-26/);
	await expectValidReport(page);

	const day = panel(page, 'Reports on 06/26/2026');
	const row = day.getByRole('row', { name: /^10:00 ET/ });
	const rate = await row.getByRole('cell').first().textContent();
	await row.getByRole('link').click();
	await expect(page.getByText('Archived data 06/26/2026 10:00 AM ET')).toBeVisible();
	await expect(page.getByRole('heading', { name: /Signal wheel/ })).toContainText(`rate ${rate}`);
	expect(await page.evaluate(() => localStorage.getItem('magicValue'))).toBe('"2026-06-26T14:00:00Z"');
	await page.getByRole('link', { name: 'first time point' }).click();
	await expect(page).not.toHaveURL(/report=/);
	await expect(page.getByText(/^Archived data/)).toHaveCount(0);

	await open(page, `/ticker/${leader.ticker_id}/history?tabType=free&day=2026-06-26`);
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
	await open(page, `/ticker/${leader.ticker_id}/history?tabType=free&to=2026-01-31`);
	await expect(page.getByText('No reports for this ticker in these weeks.')).toBeVisible();
	await page.getByRole('link', { name: 'Go to the latest weeks' }).click();
	await expect(page.getByRole('heading', { name: 'Reports on 06/30/2026' })).toBeVisible();
	await open(page, `/ticker/${leader.ticker_id}?report=2020-01-02T15:00:00Z`);
	await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
});

test('the validation shows interval, base rate, luck and losers, and says where it is too few', async ({ page, running }) => {
	await signIn(page.context(), running, 'premium');
	const leader = (await listOf(page))[0] as Item;
	await open(page, `/ticker/${leader.ticker_id}?tabType=free`);
	await page.getByRole('navigation', { name: 'Ticker pages' }).getByRole('link', { name: 'Validation' }).click();
	await expect(page).toHaveURL(new RegExp(`/ticker/${leader.ticker_id}/validation`));
	await open(page, `/ticker/${leader.ticker_id}/validation?tabType=free&condition=volume.fifteen_minutes.1`);
	const results = panel(page, 'What happened after signals like this');
	await expect(results.getByText(/hits at 5 bars · 95 % interval \d/)).toBeVisible();
	await expect(results.getByText(/base rate \d+\.\d % · n \d+, effective sample \d+/)).toBeVisible();
	await expect(results.getByText(/^(Better than|Worse than|No better than chance|Too few to say)/)).toBeVisible();
	await results.getByText('How sure is this?').click();
	await expect(results.getByText(/etter than the luckiest of \d+ trials? without skill/)).toBeVisible();
	await expect(page.getByRole('img', { name: /excess returns from .* below zero/ })).toBeVisible();
	const occurrences = panel(page, /^Occurrences$/);
	await occurrences.getByRole('button', { name: /^Losers [1-9]/ }).click();
	await expect(occurrences.getByRole('cell', { name: /^loser/ }).first()).toBeVisible();
	await expect(occurrences.getByRole('cell', { name: /^hit/ })).toHaveCount(0);
	await expectValidReport(page);

	await page.getByRole('combobox', { name: 'Signals' }).selectOption({ index: 1 });
	await expect(page).toHaveURL(/condition=\w+\.\w+\.[1-5]/);
	await open(page, `/ticker/${leader.ticker_id}/validation?tabType=free&condition=volume.fifteen_minutes.1`);
	await page.getByRole('link', { name: `${leader.ticker} only` }).click();
	await expect(page).toHaveURL(/of=ticker/);
	await expect(results.getByText('Too few occurrences')).toBeVisible();
	await expect(results.getByText(/^\d+ of \d+ were hits\. Adjusted towards/)).toBeVisible();
	await expect(page.getByRole('img', { name: /excess returns/ })).toHaveCount(0);
});

/** A text that occurs once in a page: the first group of `pattern`. */
function the(html: string, pattern: RegExp): string {
	const found = [...html.matchAll(new RegExp(pattern, 'g'))].map(([, one = '']) => one);
	expect(found, String(pattern)).toHaveLength(1);
	return found[0] as string;
}

/** The public version of a page. */
function withoutNonce(html: string, policy = ''): string {
	return html.replaceAll(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '', '');
}

test('a crawler without scripts reads 25 tickers: each of them whole, its own, kept, and free', async ({ page, browser, running }) => {
	const { items } = await (await page.request.get('/api/landing/table?size=100')).json();
	const ids: number[] = (items as Item[]).slice(0, 25).map(({ ticker_id }) => ticker_id);
	expect(ids).toHaveLength(25);
	// A repeat is free: the remaining count is shown.
	const spent = `/api/landing/sector-charts/${ids[0]}`;
	const { allowance } = await (await page.request.get(spent)).json();
	const titles = new Set<string>();
	const descriptions = new Set<string>();
	for (const id of ids) {
		const path = `/ticker/${id}`;
		const first = await page.request.get(path);
		const again = await page.request.get(`${path}`, { headers: { 'user-agent': 'Googlebot/2.1' } });
		expect([first.status(), again.status()], path).toEqual([200, 200]);
		const [html, same] = [await first.text(), await again.text()];
		expect(html, path).not.toBe(same);
		expect(withoutNonce(html, first.headers()['content-security-policy'])).toBe(
			withoutNonce(same, again.headers()['content-security-policy']),
		);
		const { ticker, name, weighted_sum: rate } = await (await page.request.get(`/api/landing/sector-charts/${id}/outline`)).json();
		expect(the(html, /<h1[^>]*>([^<]*)<\/h1>/)).toBe(ticker);
		expect(html).toContain(`${ticker}, `);
		titles.add(the(html, /<title>([^<]*)<\/title>/));
		const description = the(html, /<meta name="description" content="([^"]*)"/);
		expect(description).toMatch(new RegExp(`^${ticker}, .*, rate ${rate}\\. .* in the \\d\\d:\\d\\d ET report of \\d\\d/\\d\\d/2026\\.$`));
		descriptions.add(description);
		expect(name.length).toBeGreaterThan(0);
		const asked = await (await page.request.get(`${path}?tabType=free&order=3`)).text();
		for (const one of [html, asked]) expect(the(one, /<link rel="canonical" href="([^"]*)"/)).toBe(`${new URL(running.url).origin}${path}`);
		expect(html).not.toContain('noindex');
		expect(html).not.toMatch(/\$\d/);
	}
	expect([titles.size, descriptions.size]).toEqual([25, 25]);
	expect((await (await page.request.get(spent)).json()).allowance).toEqual(allowance);
	expect((await page.request.get('/ticker/999999')).status()).toBe(404);

	const context = await browser.newContext({ baseURL: running.url, javaScriptEnabled: false });
	const still = await context.newPage();
	await still.goto(`/ticker/${ids[24]}`);
	await expect(panel(still, /^Signal wheel — rate \d+/)).toBeVisible();
	await expect(still.getByText(/as of \d\d:\d\d ET/)).toBeVisible();
	// Text searches ignore what is only shown without scripts.
	const note = still.locator('main noscript p');
	await expect(note).toBeVisible();
	await expect(note).toHaveText('Turn on JavaScript to see prices and all terms of the rate, free for 20 tickers a day.');
	expect(await still.locator('main [aria-busy="true"]:visible').count()).toBe(0);
	await context.close();
});

test('visitors read tickers up to their allowance; what needs an account leads to sign-in and back', async ({ page }) => {
	const list = await (await page.request.get('/api/landing/sector-charts?tabs=free')).json();
	const ids: number[] = (list.items as Item[]).map(({ ticker_id }) => ticker_id);
	// Others with this address may have opened one before.
	const { allowance } = await (await page.request.get(`/api/landing/sector-charts/${ids[0]}`)).json();
	await open(page, `/ticker/${ids[0]}?tabType=free&order=1`);
	await expect(page.getByText(`${allowance.left} of 20 free tickers left today`)).toBeVisible();
	await expect(
		panel(page, /^Price, 1h/)
			.locator('canvas')
			.first(),
	).toBeAttached();
	await expect(page.getByText('Verify this report')).toHaveCount(0);
	await expectValidReport(page);
	await page.keyboard.press('Space');
	await expect(page.getByText(`${allowance.left - 1} of 20 free tickers left today`)).toBeVisible();
	await open(page, `/ticker/${ids[0]}/validation?tabType=free`);
	await expect(page).toHaveURL(/\/auth\/signin\?redirectTo=/);

	const tables = await (await page.request.get('/api/landing/table?size=100')).json();
	const others: number[] = (tables.items as Item[]).map(({ ticker_id }) => ticker_id).filter((id) => !ids.slice(0, 2).includes(id));
	let at = 0;
	for (let left = allowance.left - 1; left > 0; at++) {
		const answer = await page.request.get(`/api/landing/sector-charts/${others[at]}`);
		expect(answer.status()).toBe(200);
		({ left } = (await answer.json()).allowance);
	}
	const refused = await page.goto(`/ticker/${others[at]}`);
	expect(refused?.status()).toBe(200);
	// Beyond the allowance, its name, its three rings and their time are shown, with a next step.
	const beyond = await (await page.request.get(`/api/landing/sector-charts/${others[at]}/outline`)).json();
	await expect(page.getByRole('heading', { level: 1, name: beyond.ticker })).toBeVisible();
	await expect(
		page.getByText(`${beyond.ticker}, ${beyond.listed ? 'candidate to fall back' : 'not in this list'}, rate ${beyond.weighted_sum}: `, {
			exact: false,
		}),
	).toBeVisible();
	await expect(panel(page, /^Price, /)).toHaveCount(0);
	await expect(page.getByText(/as of \d\d:\d\d ET/)).toBeVisible();
	await expect(page.getByRole('heading', { name: 'Limit of free requests has been reached, purchase a license' })).toBeVisible();
	await expect(page.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/prices');
	await expectValidReport(page);
});

test('a newer report is offered in a snackbar and moves nothing until it is taken', async ({ page, running }) => {
	// Until shortly before a quarter-hour: the fake clock would end polls that it jumps over.
	await running.wall.advance(15 * MINUTE - (running.wall.now() % (15 * MINUTE)) - 20 * SECOND);
	await signIn(page.context(), running, 'pro');
	const leader = (await listOf(page))[0] as Item;
	// The live connection is up once its handshake is answered.
	const connected = page.waitForResponse((answer) => answer.request().method() === 'POST' && /notifications\?id=/.test(answer.url()));
	await open(page, `/ticker/${leader.ticker_id}?tabType=free`);
	await connected;
	const shown = page.getByText(/^06\/30\/2026 \d{1,2}:\d\d [AP]M ET$/).first();
	const before = (await shown.textContent()) ?? '';
	await passUntilReport(running, (await newestReport(page)) + 1, 5 * SECOND);
	await expect(page.getByText('This ticker has new values.')).toBeVisible();
	await expect(shown).toHaveText(before);
	await page.getByRole('button', { name: 'Show values' }).click();
	await expect(shown).not.toHaveText(before);
});
