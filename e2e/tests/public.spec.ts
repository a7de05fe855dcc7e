/** Pages for search engines and visitors: complete without scripts. */
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import { findSmallTargets, findUnmarkedScrollers, findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';

const FINGERTIP = 44;

/** Enough HTML parsing for pages written by one renderer. */
function all(html: string, pattern: RegExp): string[] {
	return [...html.matchAll(pattern)].map(([, found = '']) => found);
}

function unescaped(text: string): string {
	return text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
}

interface Read {
	readonly depth: number;
	readonly html: string;
}

/** Ticker pages are alike, so a few are enough. */
const TICKERS = 3;

/** Every page reachable by links from the first, up to `depth`; tickers and sign-in pages are checked, but their links aren't followed. */
async function walk(request: APIRequestContext, depth: number): Promise<Map<string, Read>> {
	const read = new Map<string, Read>();
	let next = ['/'];
	for (let at = 0; at <= depth; at++) {
		const found = new Set<string>();
		for (const path of next) {
			const answer = await request.get(path);
			expect(answer.status(), path).toBeLessThan(400);
			const html = await answer.text();
			read.set(path, { depth: at, html });
			if (!/^\/(ticker|auth|api)\//.test(path)) for (const link of linksOf(html)) found.add(link);
		}
		const fresh = [...found].filter((path) => !read.has(path));
		const isTicker = (path: string): boolean => path.startsWith('/ticker/');
		const tickers = at === 0 ? fresh.filter(isTicker).slice(0, TICKERS) : [];
		next = [...fresh.filter((path) => !isTicker(path)), ...tickers];
	}
	return read;
}

function linksOf(html: string): string[] {
	return all(html, /<a [^>]*?href="([^"#?]*)[^"]*"/g).filter((href) => href.startsWith('/') && !href.startsWith('//'));
}

test('a crawler without scripts finds every public page within three links, each by one name and one address', async ({
	request,
	running,
}) => {
	const origin = new URL(running.url).origin;
	const listed = all(await (await request.get('/sitemap.xml')).text(), /<loc>([^<]*)<\/loc>/g);
	expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${origin}/sitemap.xml`);
	const read = await walk(request, 3);
	const pages = PUBLIC_PAGES.map(({ path }) => ({ path, read: read.get(path) }));
	expect(pages.filter((page) => page.read === undefined)).toEqual([]);
	const titles = new Set<string>();
	const descriptions = new Set<string>();
	for (const { path, read: one } of pages) {
		const html = one?.html ?? '';
		expect(all(html, /<(h1)[ >]/g), path).toHaveLength(1);
		titles.add(all(html, /<title>([^<]*)<\/title>/g).join());
		descriptions.add(all(html, /<meta name="description" content="([^"]*)"/g).join());
		const canonical = all(html, /<link rel="canonical" href="([^"]*)"/g);
		const isListed = listed.includes(`${origin}${path}`);
		// A page without content asks to be left out, and is in no sitemap.
		expect(canonical, path).toEqual(isListed ? [`${origin}${path}`] : []);
		expect(html.includes('<meta name="robots" content="noindex"'), path).toBe(!isListed);
		const data = all(html, /<script type="application\/ld\+json">(.*?)<\/script>/gs).map((text) => JSON.parse(unescaped(text)));
		expect(
			data.map((item) => item['@type']),
			path,
		).toEqual(isListed ? ['BreadcrumbList', 'Dataset'] : []);
		const trail = data.find((item) => item['@type'] === 'BreadcrumbList') ?? { itemListElement: [] };
		for (const step of trail.itemListElement)
			expect(step).toMatchObject({ '@type': 'ListItem', position: expect.any(Number), name: expect.any(String) });
		for (const dataset of data.filter((item) => item['@type'] === 'Dataset')) {
			expect(dataset).toMatchObject({ name: expect.any(String), description: expect.any(String) });
			expect(dataset.description.length).toBeGreaterThanOrEqual(50);
		}
	}
	expect([titles.size, descriptions.size]).toEqual([PUBLIC_PAGES.length, PUBLIC_PAGES.length]);
	expect(listed.length).toBeGreaterThan(PUBLIC_PAGES.length / 2);
});

test('a public page has the same bytes for all readers, and is not sent again to a browser that has it', async ({
	request,
	running,
	browser,
}) => {
	const [page] = PUBLIC_PAGES;
	const path = page?.path ?? '';
	const first = await request.get(path);
	const { etag } = first.headers();
	expect(etag).toMatch(/^"[^"]+"$/);
	expect(first.headers()['cache-control']).toContain('public');
	expect(first.headers()['set-cookie']).toBeUndefined();
	const revalidated = await request.get(path, { headers: { 'if-none-match': etag ?? '', cookie: 'scheme=light; palette=blue-orange' } });
	expect([revalidated.status(), revalidated.headers()['etag']]).toEqual([304, etag]);
	const sibling = await request.get('/stock-gainers/hourly', { maxRedirects: 0 });
	expect([sibling.status(), sibling.headers()['location']]).toEqual([301, '/top-gainers-stock/hourly']);
	const context = await browser.newContext({ baseURL: running.url, javaScriptEnabled: false });
	const reader = await context.newPage();
	const missing = await reader.goto('/stock-unusual-volume/never');
	expect(missing?.status()).toBe(404);
	await expect(reader.getByRole('link', { name: '4h', exact: true }).first()).toBeVisible();
	await context.close();
});

test('the picture of a link card is drawn for tables, tickers and the first page', async ({ request, running }) => {
	const { items } = await (await request.get('/api/landing/sector-charts?tabs=free')).json();
	for (const path of ['/', '/top-gaining-stocks-today', `/ticker/${items[0].ticker_id}`]) {
		const html = await (await request.get(path)).text();
		const [address = ''] = all(html, /<meta property="og:image" content="([^"]*)"/g);
		expect(address, path).toContain(`${new URL(running.url).origin}/api/preview/file`);
		const answer = await request.get(unescaped(address));
		expect([answer.status(), answer.headers()['content-type']], path).toEqual([200, 'image/png']);
		const png = await answer.body();
		// Width and height are at the beginning of the file.
		expect([png.readUInt32BE(16), png.readUInt32BE(20)], path).toEqual([1200, 630]);
	}
});

/** A new page with this width and scheme. */
async function openAt(browser: Browser, url: string, width: number, colorScheme: 'dark' | 'light'): Promise<Page> {
	const context = await browser.newContext({ baseURL: url, viewport: { width, height: 900 }, colorScheme, hasTouch: width < 500 });
	return context.newPage();
}

for (const [width, scheme] of [
	[1440, 'dark'],
	[390, 'light'],
] as const)
	test(`public pages need no account, ${width} px, ${scheme}`, async ({ browser, running }) => {
		const page = await openAt(browser, running.url, width, scheme);
		for (const [path, ranked] of [
			['/top-gaining-stocks-today', /%$/],
			['/stocks-near-52-week-high', width < 500 ? /% from the high$/ : /%$/],
			['/stock-unusual-volume/today', width < 500 ? /× usual volume$/ : /×$/],
			['/most-active-stocks-today', width < 500 ? /^\$.* traded$/ : /^\$/],
		] as const) {
			await page.goto(path);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			await expect(page.getByRole('table').first().getByRole('row')).not.toHaveCount(0);
			// The ranking column of a table is visible on every screen.
			await expect(page.getByRole('cell', { name: ranked }).first()).toBeVisible();
			expect(await findViolations(page)).toEqual([]);
			expect(await findUnmarkedScrollers(page)).toEqual([]);
			if (width < 500) expect(await findSmallTargets(page, FINGERTIP)).toEqual([]);
		}
		// Colours are chosen without the server, and apply to the next page before its first paint.
		if (width < 500) await page.getByRole('button', { name: 'Open menu' }).click();
		await page.getByRole('button', { name: 'Switch between dark and light' }).click();
		const other = scheme === 'dark' ? 'light' : 'dark';
		await expect(page.locator('html')).toHaveAttribute('data-scheme', other);
		await page.goto('/top-losers-stock/hourly');
		await expect(page.locator('html')).toHaveAttribute('data-scheme', other);
		expect(await findViolations(page, true)).toEqual([]);
		await page.context().close();
	});
