import { expect, test } from '../fixtures.ts';
import { expectAccessible, findPanel, type ListItem, openPage } from '../ticker-page.ts';

function the(html: string, pattern: RegExp): string {
	const found = [...html.matchAll(new RegExp(pattern, 'g'))].map(([, one = '']) => one);
	expect(found, String(pattern)).toHaveLength(1);
	return found[0]!;
}

/** The public version of a page. */
function withoutNonce(html: string, policy = ''): string {
	return html.replaceAll(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '', '');
}

test('a crawler without scripts reads 25 tickers: each of them whole, its own, kept, and free', async ({ page, browser, running }) => {
	const { items } = await (await page.request.get('/api/landing/table?size=100')).json();
	const ids: number[] = (items as ListItem[]).slice(0, 25).map(({ ticker_id }) => ticker_id);
	expect(ids).toHaveLength(25);
	// A repeat is free: the remaining count is shown.
	const spent = `/api/landing/sector-charts/${ids[0]}`;
	const { allowance } = await (await page.request.get(spent)).json();
	const titles = new Set<string>();
	const descriptions = new Set<string>();
	for (const id of ids) {
		const path = `/ticker/${id}`;
		const first = await page.request.get(path);
		const second = await page.request.get(`${path}`, { headers: { 'user-agent': 'Googlebot/2.1' } });
		expect([first.status(), second.status()], path).toEqual([200, 200]);
		const [html, same] = [await first.text(), await second.text()];
		expect(html, path).not.toBe(same);
		expect(withoutNonce(html, first.headers()['content-security-policy'])).toBe(
			withoutNonce(same, second.headers()['content-security-policy']),
		);
		const { ticker, name, weighted_sum: rate } = await (await page.request.get(`/api/landing/sector-charts/${id}/outline`)).json();
		expect(the(html, /<h1[^>]*>([^<]*)<\/h1>/)).toBe(ticker);
		expect(html).toContain(`${ticker}, `);
		titles.add(the(html, /<title>([^<]*)<\/title>/));
		const description = the(html, /<meta name="description" content="([^"]*)"/);
		expect(description).toMatch(new RegExp(`^${ticker}, .*, rate ${rate}\\. .* in the \\d\\d:\\d\\d ET report of \\d\\d/\\d\\d/2026\\.$`));
		descriptions.add(description);
		expect(name.length).toBeGreaterThan(0);
		const queriedHtml = await (await page.request.get(`${path}?tabType=free&order=3`)).text();
		for (const one of [html, queriedHtml])
			expect(the(one, /<link rel="canonical" href="([^"]*)"/)).toBe(`${new URL(running.url).origin}${path}`);
		expect(html).not.toContain('noindex');
		expect(html).not.toMatch(/\$\d/);
	}
	expect([titles.size, descriptions.size]).toEqual([25, 25]);
	expect((await (await page.request.get(spent)).json()).allowance).toEqual(allowance);
	expect((await page.request.get('/ticker/999999')).status()).toBe(404);

	const context = await browser.newContext({ baseURL: running.url, javaScriptEnabled: false });
	const still = await context.newPage();
	await still.goto(`/ticker/${ids[24]}`);
	await expect(findPanel(still, /^Signal wheel — rate \d+/)).toBeVisible();
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
	const ids: number[] = (list.items as ListItem[]).map(({ ticker_id }) => ticker_id);
	// Others with this address may have opened one before.
	const { allowance } = await (await page.request.get(`/api/landing/sector-charts/${ids[0]}`)).json();
	await openPage(page, `/ticker/${ids[0]}?tabType=free&order=1`);
	await expect(page.getByText(`${allowance.left} of 20 free tickers left today`)).toBeVisible();
	await expect(
		findPanel(page, /^Price, 1h/)
			.locator('canvas')
			.first(),
	).toBeAttached();
	await expect(page.getByText('Verify this report')).toHaveCount(0);
	await expectAccessible(page);
	await page.keyboard.press('Space');
	await expect(page.getByText(`${allowance.left - 1} of 20 free tickers left today`)).toBeVisible();
	await openPage(page, `/ticker/${ids[0]}/validation?tabType=free`);
	await expect(page).toHaveURL(/\/auth\/signin\?redirectTo=/);

	const tables = await (await page.request.get('/api/landing/table?size=100')).json();
	const otherIds: number[] = (tables.items as ListItem[]).map(({ ticker_id }) => ticker_id).filter((id) => !ids.slice(0, 2).includes(id));
	let at = 0;
	for (let left = allowance.left - 1; left > 0; at++) {
		const answer = await page.request.get(`/api/landing/sector-charts/${otherIds[at]}`);
		expect(answer.status()).toBe(200);
		({ left } = (await answer.json()).allowance);
	}
	const refused = await page.goto(`/ticker/${otherIds[at]}`);
	expect(refused?.status()).toBe(200);
	// Beyond the allowance, its name, its three rings and their time are shown, with a next step.
	const beyond = await (await page.request.get(`/api/landing/sector-charts/${otherIds[at]}/outline`)).json();
	await expect(page.getByRole('heading', { level: 1, name: beyond.ticker })).toBeVisible();
	await expect(
		page.getByText(`${beyond.ticker}, ${beyond.listed ? 'candidate to fall back' : 'not in this list'}, rate ${beyond.weighted_sum}: `, {
			exact: false,
		}),
	).toBeVisible();
	await expect(findPanel(page, /^Price, /)).toHaveCount(0);
	await expect(page.getByText(/as of \d\d:\d\d ET/)).toBeVisible();
	await expect(page.getByRole('heading', { name: 'Limit of free requests has been reached, purchase a license' })).toBeVisible();
	await expect(page.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/prices');
	await expectAccessible(page);
});
