/** The application in German: chosen in the profile, kept with the account, whole, nothing cut, and no English word but names. */
import { join } from 'node:path';
import { expect, type Running, test } from '../fixtures.ts';
import { cut, englishIn, readable } from '../german.ts';
import { settled, sideways } from '../open-screen.ts';
import { type Facts, factsOf, furnish, signIn } from '../readers.ts';
import { smallTargets, violationsOf } from '../rules.ts';

const FINGERTIP = 44;
const SCREENS: readonly ((facts: Facts) => string)[] = [
	() => '/main?tabType=free',
	() => '/main?tabType=extreme_fall&view=table',
	({ ticker }) => `/ticker/${ticker}?tabType=free`,
	({ ticker }) => `/ticker/${ticker}/history?tabType=free`,
	({ ticker }) => `/ticker/${ticker}/validation?tabType=free`,
	() => '/top?tables=high,low,deviation',
	() => '/search?q=a',
	() => '/favourites?tabType=free',
	() => '/filter-settings-list',
	() => '/frozen-list',
	({ report }) => `/reports/${report}?tabType=free`,
	() => '/profile',
	() => '/prices',
	() => '/messages',
	() => '/target',
	() => '/signal-search',
	() => '/breadth',
];
const STRANGERS = ['/main', '/top', '/prices', '/auth/signin', '/auth/signup', '/auth/forgot-password', '/nowhere'];

/** Names that stand in pages as data: companies, their industries, filters and what readers have written. */
const namesOf = async ({ product }: Running): Promise<string[]> => {
	const { rows } = await product.stores.records.pool.query<{ name: string }>(
		`select name from tickers union select symbol from tickers union select industry from tickers union select name from filters union select comment from filters`,
	);
	return [...rows.map(({ name }) => name), 'Merger: the price hardly moves.', 'pro', 'premium', 'basic']
		.filter((name) => name)
		.sort((a, b) => b.length - a.length);
};

for (const [width, colorScheme] of [
	[1440, 'dark'],
	[390, 'light'],
] as const)
	test(`each screen of a trader is German, ${width} px, ${colorScheme}`, async ({ browser, running }) => {
		const context = await browser.newContext({ baseURL: running.url, viewport: { width, height: 900 }, colorScheme });
		await signIn(context, running, 'pro');
		await furnish(context, running);
		const [facts, page] = [await factsOf(context, running), await context.newPage()];
		const before = new Map<string, string[]>();
		for (const screen of SCREENS) {
			await page.goto(screen(facts));
			await settled(page);
			before.set(screen(facts), await cut(page));
		}
		await page.goto('/profile');
		await settled(page);
		await page.getByRole('radio', { name: 'Deutsch' }).click();
		await expect(page.getByRole('heading', { name: 'Profil' })).toBeVisible();
		const names = await namesOf(running);
		const wrong: unknown[] = [];
		for (const screen of SCREENS) {
			const path = screen(facts);
			const answer = await page.goto(path);
			await settled(page);
			const found = {
				path,
				lang: `${answer?.status()} ${await page.locator('html').getAttribute('lang')}`,
				english: englishIn(await readable(page), names),
				sideways: await sideways(page),
				cut: (await cut(page)).filter((name) => !before.get(path)?.includes(name)),
				rules: await violationsOf(page),
				small: width < 500 ? await smallTargets(page, FINGERTIP) : [],
			};
			wrong.push(found);
			if (process.env['PICTURES'])
				await page.screenshot({ path: join(process.env['PICTURES'], `${width}${path.replace(/\W+/g, '-')}.png`), fullPage: true });
		}
		for (const path of STRANGERS) void path;
		expect(wrong).toEqual([]);
		await context.close();
	});
