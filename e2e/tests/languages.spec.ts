/** The pages without a framework in German: complete, nothing truncated, and no English words but names. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addressInLanguage, splitLanguage } from '@sw/domain/outreach/languages';
import { PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import { findSmallTargets, findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { findEnglish, truncatedElements, visibleTexts } from '../german.ts';
import { measureSidewaysScroll, waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const FINGERTIP = 44;
const SCREENS = [
	'/',
	'/?tabType=free',
	'/?tabType=coiled_spring&page=2&filters.fresh=true',
	'/about',
	'/faq',
	'/privacy-policy',
	'/terms-of-use',
	'/top-gaining-stocks-today',
	'/premarket-movers',
	'/most-active-stocks/4h',
	'/stock-unusual-volume/hourly',
	'/stocks-near-52-week-low',
	'/high-growth-stocks/ytd',
	'/stock-gainers/no-such-interval',
];

/** Names of companies in the market. */
async function companies(page: Page): Promise<string[]> {
	const names = new Set<string>();
	for (const category of ['gainers', 'losers', 'active', 'unusual_volume', 'high', 'low'])
		for (const interval of ['hour', '4h', 'day', 'week', 'month', '6m', 'ytd', '52w', 'premarket', 'after_hours']) {
			const answer = await page.request.get(`/api/landing/page?category=${category}&interval=${interval}`);
			const { items = [] } = (await answer.json()) as { items?: { name: string; ticker: string }[] };
			for (const { name, ticker } of items) names.add(name).add(ticker);
		}
	return [...names].sort((a, b) => b.length - a.length);
}

const LOOKS = [
	{ width: 1440, colorScheme: 'dark' },
	{ width: 390, colorScheme: 'light' },
] as const;
type Look = (typeof LOOKS)[number];

async function lookAt(page: Page, { width, colorScheme }: Look): Promise<void> {
	await page.setViewportSize({ width, height: 900 });
	await page.emulateMedia({ colorScheme });
}

test('each page is German to the last word and nothing of it is cut, wide and dark, narrow and light', async ({ browser, running }) => {
	const context = await browser.newContext({ baseURL: running.url });
	const page = await context.newPage();
	const names = await companies(page);
	for (const path of SCREENS) {
		const cutOff: { look: Look; inGerman: string[] }[] = [];
		for (const look of LOOKS) {
			await lookAt(page, look);
			if (look === LOOKS[0]) {
				const answer = await page.goto(addressInLanguage('de', path));
				expect([answer?.status(), await page.locator('html').getAttribute('lang')], path).toEqual([
					path.includes('no-such') ? 404 : 200,
					'de',
				]);
			}
			const label = `${path} at ${look.width} px`;
			expect(findEnglish(await visibleTexts(page), names), label).toEqual([]);
			expect(await measureSidewaysScroll(page), label).toBe(0);
			// Markup and names are those of the English page: one width is checked for accessibility.
			if (look.width < 500) expect([await findViolations(page), await findSmallTargets(page, FINGERTIP)], label).toEqual([[], []]);
			if (process.env['PICTURES'])
				await page.screenshot({ path: join(process.env['PICTURES'], `${look.width}${path.replace(/\W+/g, '-')}.png`), fullPage: true });
			cutOff.push({ look, inGerman: await truncatedElements(page) });
		}
		for (const { look, inGerman } of cutOff) {
			if (inGerman.length === 0) continue;
			// Text truncated in English, too, is truncated on purpose.
			await lookAt(page, look);
			await page.goto(path);
			const meant = await truncatedElements(page);
			expect(
				inGerman.filter((name) => !meant.includes(name)),
				`${path} at ${look.width} px`,
			).toEqual([]);
		}
	}
	await context.close();
});

test('what a German page opens is German, too: the menu, cookies, a letter and what is wrong with it', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('/de/faq');
	await page.getByRole('button', { name: 'Menü öffnen' }).click();
	await expect(page.getByRole('link', { name: 'Tabellen' }).first()).toBeVisible();
	await page.getByRole('button', { name: 'Menü schließen' }).click();
	await page.getByRole('button', { name: 'Cookies' }).click();
	await expect(page.getByText('Schützt Formulare und Anmeldung vor Bots.')).toBeVisible();
	expect([findEnglish(await visibleTexts(page), []), await measureSidewaysScroll(page)]).toEqual([[], 0]);
	await page.getByRole('button', { name: 'Alle ablehnen' }).click();
	await page.getByRole('button', { name: 'Dem Betreiber schreiben' }).click();
	await page.getByRole('button', { name: 'Senden' }).click();
	await expect(page.getByRole('dialog').getByText('Bitte ausfüllen').first()).toBeVisible();
	expect([findEnglish(await visibleTexts(page), []), await measureSidewaysScroll(page)]).toEqual([[], 0]);
	await page.route('**/api/contact-us', (route) =>
		route.fulfill({ status: 503, json: { status: 503, title: 'Service Unavailable', detail: 'Away', errors: [] } }),
	);
	await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('leserin@example.com');
	await page.getByRole('textbox', { name: 'Nachricht' }).fill('Guten Tag');
	await page.getByRole('button', { name: 'Senden' }).click();
	await expect(page.getByText('Der Dienst ist vorübergehend nicht verfügbar.')).toBeVisible();
});

test('each page leads to itself in the other language, and search engines find both', async ({ page, request, running }) => {
	const origin = new URL(running.url).origin;
	const listed = await (await request.get('/sitemap.xml')).text();
	for (const path of ['/', '/about', '/faq', PUBLIC_PAGES[0]?.path ?? '']) {
		expect(listed).toContain(`<loc>${origin}${addressInLanguage('de', path)}</loc>`);
		await page.goto(path);
		await page.getByRole('link', { name: 'Deutsch' }).click();
		await expect(page).toHaveURL(`${origin}${addressInLanguage('de', path)}`);
		const head = await page
			.locator('link[rel="canonical"], link[rel="alternate"]')
			.evaluateAll((links) => links.map((link) => `${link.getAttribute('hreflang') ?? 'canonical'} ${link.getAttribute('href')}`));
		expect(head).toEqual([
			`canonical ${origin}${addressInLanguage('de', path)}`,
			`en ${origin}${path}`,
			`de ${origin}${addressInLanguage('de', path)}`,
			`x-default ${origin}${path}`,
		]);
		await page.getByRole('link', { name: 'English' }).click();
		await expect(page).toHaveURL(`${origin}${path}`);
	}
	expect(listed).not.toContain(`${origin}/de/top<`);
});

test('links of a German page lead to German, and are those of the English one', async ({ request }) => {
	const linksOf = async (address: string): Promise<string[]> =>
		[...(await (await request.get(address)).text()).matchAll(/<a [^>]*?href="(\/[^"]*)"/g)].map(([, href = '']) => href);
	for (const path of ['/', '/?tabType=free&page=2', '/about', '/most-active-stocks-today']) {
		const [sourceLinks, germanLinks] = [await linksOf(path), await linksOf(addressInLanguage('de', path))];
		// Exactly the same links, except for members' links: the English landing page is for visitors only.
		const plain = germanLinks.map((link) => splitLanguage(link).address);
		expect(
			plain.filter((link) => !sourceLinks.includes(link) && !/^\/(?:filter-settings-list|favourites|frozen-list|profile)$/.test(link)),
		).toEqual([]);
		expect(sourceLinks.filter((link) => !plain.includes(link))).toEqual([]);
		for (const link of germanLinks) expect(link, path).toMatch(/^\/(?:de(?:[/?#]|$)|api\/)/);
	}
});

test('an address has one spelling', async ({ request }) => {
	const led = async (path: string): Promise<(number | string | undefined)[]> => {
		const answer = await request.get(path, { maxRedirects: 0 });
		return [answer.status(), answer.headers()['location']];
	};
	expect(await led('/de/')).toEqual([301, '/de']);
	expect(await led('/de/?tabType=free')).toEqual([301, '/de?tabType=free']);
	expect(await led('/de/stock-gainers/hourly')).toEqual([301, '/de/top-gainers-stock/hourly']);
	expect(await led('/de/api/health')).toEqual([404, undefined]);
	// The application has one address for all.
	expect(await led('/de/ticker/1?tabType=free')).toEqual([302, '/ticker/1?tabType=free']);
	// The router removes the second slash, and goes nowhere else.
	expect(await led('/de//example.com')).toEqual([307, '/de/example.com']);
});

test('a trader finds the own pages from a German page, and the page is the same for all', async ({ page, request, running }) => {
	const stranger = await request.get('/de/faq');
	expect(stranger.headers()['cache-control']).toContain('public');
	await signIn(page.context(), running, 'pro');
	const answer = await page.goto('/de/faq');
	await waitUntilSettled(page);
	expect(await answer?.text()).toBe(await stranger.text());
});
