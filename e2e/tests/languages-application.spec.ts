/** The application in German: chosen in the profile, stored with the account, complete, nothing truncated, and no English words but names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { holidaysBetween } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { findSmallTargets, findViolations } from '../accessibility-rules.ts';
import { expect, type RunningProduct, test } from '../fixtures.ts';
import { findEnglish, truncatedElements, visibleTexts } from '../german.ts';
import { measureSidewaysScroll, openSettled, waitUntilSettled } from '../open-screen.ts';
import { MATCH_COUNT, press, runInOrder, searchFor, selectOption } from '../pictures/steps.ts';
import { type Facts, fetchFacts, type Reader, seedTrader, signIn } from '../readers.ts';

const FINGERTIP = 44;
const TRADERS: readonly ((facts: Facts) => string)[] = [
	() => '/main?tabType=free',
	() => '/main?tabType=extreme_fall&view=table',
	// At a first visit each row is marked as new: the table at its widest.
	() => '/main?tabType=free&view=table',
	({ ticker }) => `/ticker/${ticker}?tabType=free`,
	({ ticker }) => `/ticker/${ticker}/history?tabType=free`,
	({ ticker }) => `/ticker/${ticker}/validation?tabType=free`,
	() => '/top?tables=high,low,deviation',
	() => '/search?q=a',
	() => '/favourites?tabType=free',
	() => '/filter-settings-list?tab=free',
	() => '/frozen-list',
	({ report }) => `/reports/${report}?tabType=free`,
	() => '/profile',
	() => '/prices',
	() => '/messages',
	() => '/messages?view=delivery',
	() => '/target',
	() => '/signal-search',
	() => '/breadth',
];
const STRANGERS: readonly ((facts: Facts) => string)[] = [
	() => '/main',
	({ ticker }) => `/ticker/${ticker}`,
	() => '/top',
	() => '/prices',
	() => '/auth/signin',
	() => '/auth/signup',
	() => '/auth/forgot-password',
	() => '/auth/confirm?id=1&code=2',
	() => '/nowhere',
];
/** Elements to open, each on its page. */
const OPENED: readonly [name: string, path: (facts: Facts) => string, open: (page: Page) => Promise<void>][] = [
	['the choices of a list', () => '/main?tabType=free&filters.marketcap=mega_cap', press(/^Filter/, 'dialog[open] [role="tabpanel"]')],
	[
		'the filter of a list',
		() => '/main?tabType=free&filters.marketcap=mega_cap',
		runInOrder(press(/^Filter/, 'dialog[open] [role="tab"]'), async (page) => {
			await page.getByRole('tab', { name: 'Gespeicherter Filter' }).click();
			await page.locator(MATCH_COUNT).first().waitFor();
		}),
	],
	[
		'reports of a month',
		() => '/main?tabType=free',
		runInOrder(press(/^Neuester Bericht/, 'fieldset button[data-state]'), selectOption('Monat', '5')),
	],
	['a file of the list', () => '/main?tabType=free', press('Exportieren', '[role="dialog"]')],
	['columns', () => '/main?tabType=free&view=table', press('Spalten', '[popover]:popover-open')],
	[
		'freezing',
		() => '/main?tabType=free',
		runInOrder(press('Auswählen', 'article input[type="checkbox"]'), press('Diese Seite auswählen'), press('Ausblenden …', 'dialog[open]')),
	],
	['how a wheel is read', () => '/main?tabType=free', press('So lesen Sie ein Rad', 'section[aria-label="So lesen Sie ein Rad"] svg')],
	['keys', () => '/main?tabType=free', async (page) => page.keyboard.press('?')],
	['looking up', () => '/main?tabType=free', searchFor('a')],
	[
		'verifying a report',
		({ ticker }) => `/ticker/${ticker}?tabType=free`,
		async (page) => {
			await page.getByRole('button', { name: 'Diesen Bericht prüfen' }).click();
			await page.getByText(/^(Identisch|\d+ Felder weichen)/).waitFor();
		},
	],
	['a level', ({ ticker }) => `/ticker/${ticker}?tabType=free`, press('Werte eingeben...', 'dialog[open]')],
	[
		'the comparison of reports',
		({ ticker }) => `/ticker/${ticker}?tabType=free`,
		press('Vergleichen mit …', 'fieldset button[data-state]'),
	],
	[
		'tickers side by side',
		() => '/main?tabType=free',
		runInOrder(
			press('Auswählen', 'article input[type="checkbox"]'),
			press('Diese Seite auswählen'),
			press('Vergleichen', 'dialog[open] table'),
		),
	],
	['a ticker for other sites', ({ ticker }) => `/ticker/${ticker}?tabType=free`, press('Einbetten', '[role="dialog"] textarea')],
	[
		'what followed mentions',
		({ ticker }) => `/ticker/${ticker}?tabType=free`,
		async (page) => {
			await page.getByRole('button', { name: /Erwähnungsspitzen/ }).click();
			await page.getByText(/^Mittelwert und Median vor Kosten/).waitFor();
		},
	],
	[
		'a breadth as a table',
		() => '/breadth?depth=3',
		async (page) => {
			await page.getByText('Als Tabelle').click();
			await page.locator('details[open] table').waitFor();
		},
	],
	[
		'mentions among the top tables',
		() => '/top?tables=leaders,urgent',
		async (page) => page.getByRole('row').filter({ hasText: '±' }).first().waitFor(),
	],
	['deleting an account', () => '/profile', press('Konto löschen', 'dialog[open]')],
];

/** Names that appear on pages as data: companies, holidays, their industries, filters, licences, and readers' own texts. */
async function namesOf({ product }: RunningProduct): Promise<string[]> {
	const { rows } = await product.stores.records.pool.query<{ name: string | null }>(
		'select name from tickers union select symbol from tickers union select industry from tickers union select name from filters union select comment from filters',
	);
	const all = [
		...rows.flatMap(({ name }) => name || []),
		...holidaysBetween(exchangeDate('2026-01-01'), exchangeDate('2026-12-31')).map(({ name }) => name),
		'Merger: the price hardly moves.',
		'KHTML, like Gecko',
		'basic',
		'premium',
		'pro',
	];
	return all.sort((a, b) => b.length - a.length);
}

/** Text faults of a page and of what it opened; empty if none. */
async function wordsOf(page: Page, names: readonly string[]) {
	const texts = await visibleTexts(page);
	return {
		english: findEnglish(texts, names),
		broken: texts.filter((text) => /\b(?:NaN|undefined)\b|\[object/.test(text)),
		sideways: await measureSidewaysScroll(page),
	};
}

const WELL_SAID = { english: [], broken: [], sideways: 0 };

/**
 * All faults of a page except truncation; empty if none. Markup and names are those of the English page, so one width is checked for accessibility.
 */
async function faultsOf(page: Page, names: readonly string[]) {
	return {
		lang: await page.locator('html').getAttribute('lang'),
		...(await wordsOf(page, names)),
		...(isNarrow(page) ? { rules: await findViolations(page), small: await findSmallTargets(page, FINGERTIP) } : FAULTLESS_BY_RULES),
	};
}

function isNarrow(page: Page): boolean {
	return (page.viewportSize()?.width ?? 0) < 500;
}

const FAULTLESS_BY_RULES = { rules: [], small: [] };
const FAULTLESS = { lang: 'de', ...WELL_SAID, ...FAULTLESS_BY_RULES };

async function picture(page: Page, name: string): Promise<void> {
	const folder = process.env['PICTURES'];
	if (folder) await page.screenshot({ path: join(folder, `${name.replace(/\W+/g, '-')}.png`), fullPage: true });
}

/** The reader's choice, as stored by a browser. */
function inGerman(context: BrowserContext, { url }: RunningProduct): Promise<void> {
	return context.addCookies([{ name: 'language', value: 'de', url }]);
}

/** A wide screen and a phone, which together cover both themes. */
const LOOKS = [
	{ width: 1440, colorScheme: 'dark' },
	{ width: 390, colorScheme: 'light' },
] as const;

/** The text of a page in each layout, widest first. */
async function inEachLook<T>(page: Page, read: (width: number) => Promise<T>): Promise<T[]> {
	const found: T[] = [];
	for (const { width, colorScheme } of LOOKS) {
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ colorScheme });
		await waitUntilSettled(page);
		found.push(await read(width));
	}
	return found;
}

for (const [reader, screens] of [
	['pro', TRADERS],
	['visitor', STRANGERS],
] as const)
	test(`each screen is German to the last word and nothing of it is cut, wide and dark, narrow and light: ${reader}`, async ({
		browser,
		running,
	}) => {
		const context = await browser.newContext({ baseURL: running.url });
		await signIn(context, running, 'pro');
		await seedTrader(context, running);
		const facts = await fetchFacts(context, running);
		if (reader === 'visitor') await context.clearCookies();
		const [names, page] = [await namesOf(running), await context.newPage()];
		await inGerman(context, running);
		for (const screen of screens) {
			const path = screen(facts);
			await page.setViewportSize({ width: LOOKS[0].width, height: 900 });
			await openSettled(page, path);
			const inGermanCut = await inEachLook(page, async (width) => {
				await picture(page, `${reader}-${width}-${path}`);
				expect.soft({ path, width, ...(await faultsOf(page, names)) }).toEqual({ path, width, ...FAULTLESS });
				return truncatedElements(page);
			});
			if (inGermanCut.every(({ length }) => length === 0)) continue;
			// Text truncated in English, too, is truncated on purpose.
			await context.clearCookies({ name: 'language' });
			await page.setViewportSize({ width: LOOKS[0].width, height: 900 });
			await openSettled(page, path);
			const meant = await inEachLook(page, () => truncatedElements(page));
			await inGerman(context, running);
			for (const [i, { width }] of LOOKS.entries())
				expect.soft({ path, width, cut: inGermanCut[i]?.filter((name) => !meant[i]?.includes(name)) }).toEqual({ path, width, cut: [] });
		}
		await context.close();
	});

test('what a screen opens is German, too', async ({ context, page, running }) => {
	await signIn(context, running, 'pro');
	await seedTrader(context, running);
	await inGerman(context, running);
	const [names, facts] = [await namesOf(running), await fetchFacts(context, running)];
	for (const [name, path, opens] of OPENED) {
		await openSettled(page, path(facts));
		await opens(page);
		await picture(page, `opened-${name}`);
		expect.soft({ name, ...(await wordsOf(page, names)) }).toEqual({ name, ...WELL_SAID });
	}
});

function demoPassword({ folder }: RunningProduct): string {
	return readFileSync(join(folder, 'demo-password'), 'utf8').trim();
}

function langOf(page: Page): Promise<string | null> {
	return page.locator('html').getAttribute('lang');
}

test('the account decides: chosen in the profile, in every browser that signs in, and the administration stays English', async ({
	browser,
	context,
	page,
	running,
}) => {
	const reader: Reader = 'admin';
	await signIn(context, running, reader);
	await openSettled(page, '/profile');
	await page.getByRole('radio', { name: 'Deutsch' }).click();
	await expect(page.getByRole('heading', { name: 'Profil', exact: true })).toBeVisible();
	// A reloaded page returns to its scroll position when it hydrates: a click before that may press on one place and release on another.
	await waitUntilSettled(page);
	await page.getByRole('link', { name: 'Verwaltung' }).click();
	await expect(page.getByRole('heading', { name: 'Health' }).first()).toBeVisible();
	await waitUntilSettled(page);
	expect(await langOf(page)).toBe('en');
	await page.getByRole('link', { name: 'Main' }).click();
	await expect(page.getByRole('link', { name: 'Ausgeblendet' }).first()).toBeVisible();
	expect(await langOf(page)).toBe('de');

	const other = await browser.newContext({ baseURL: running.url });
	await signIn(other, running, reader);
	const otherPage = await other.newPage();
	await openSettled(otherPage, '/profile');
	expect(await langOf(otherPage)).toBe('de');
	await otherPage.getByRole('radio', { name: 'English' }).click();
	await expect(otherPage.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
	await other.close();
});

test('a stranger comes from a German page into German, changes it at the foot, and who signs in reads what the account says', async ({
	page,
	running,
}) => {
	await page.goto('/de/faq');
	await page.goto('/de/prices');
	await waitUntilSettled(page);
	await expect(page).toHaveURL(`${running.url}/prices`);
	await page.getByRole('button', { name: 'English' }).click();
	await expect(page.getByRole('button', { name: 'Deutsch' })).toBeVisible();
	await waitUntilSettled(page);
	await page.getByRole('button', { name: 'Deutsch' }).click();
	await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
	await waitUntilSettled(page);
	await page.getByRole('link', { name: 'Anmelden' }).first().click();
	await page.getByLabel('E-Mail-Adresse').fill('premium@demo.test');
	await page.getByLabel('Passwort', { exact: true }).fill(demoPassword(running));
	await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
	await expect(page.getByRole('link', { name: 'Frozen List' }).first()).toBeVisible();
	await expect(page).toHaveURL(`${running.url}/prices`);
	expect(await langOf(page)).toBe('en');
});
