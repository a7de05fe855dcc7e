/** The core of a trader's week on a phone: alerts, a watchlist as scope, a filter, a comparison, decisions, the page of alerts. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { extendUndo } from '../extend-undo.ts';
import { PHONE } from '../fits.ts';
import { expect, test } from '../fixtures.ts';
import { measureSidewaysScroll, openSettled, waitUntilSettled } from '../open-screen.ts';
import { findCards, readMatchCount, readSymbols } from '../ranked-list.ts';
import { clearAccount, signIn } from '../readers.ts';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

/** The viewer of a card, opened by a finger that rests on it. */
async function openViewer(page: Page, context: BrowserContext, card: Locator): Promise<Locator> {
	const box = await card.boundingBox();
	if (!box) throw new Error('The card is not on screen');
	const touch = await context.newCDPSession(page);
	const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
	await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
	const viewer = page.getByRole('dialog', { name: 'Card viewer' });
	await expect(viewer).toBeVisible();
	await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
	await touch.detach();
	return viewer;
}

test('by touch: an alert from a card, a watchlist as scope, a decision and the page of alerts fit the screen', async ({
	page,
	context,
	running,
}) => {
	await extendUndo(context);
	await signIn(context, running, 'premium');
	await clearAccount(context, running);
	await openSettled(page, '/main?tabType=free');
	const [first, second] = (await readSymbols(page)) as [string, string];
	const fitsScreen = async (): Promise<void> => expect(await measureSidewaysScroll(page)).toBe(0);

	const viewer = await openViewer(page, context, findCards(page).first());
	await fitsScreen();
	await viewer.getByRole('button', { name: `Set an alert on ${first}` }).tap();
	const dialog = page.getByRole('dialog', { name: 'Set an alert' });
	await expect(dialog.getByLabel('Ticker', { exact: true })).toHaveValue(first);
	await dialog.getByLabel('Kind', { exact: true }).selectOption('Mentions reach a number');
	await dialog.getByLabel('Mentions in 24 h', { exact: true }).fill('5000');
	await fitsScreen();
	await dialog.getByRole('button', { name: 'Set alert' }).tap();
	await expect(dialog).toBeHidden();

	await openSettled(page, '/watchlists');
	await page.getByRole('textbox', { name: 'Name' }).fill('Pocket');
	await page.getByRole('textbox', { name: /^Symbols/ }).fill(`${first},${second},QQQQQQ`);
	await page.getByRole('button', { name: 'Create', exact: true }).tap();
	await expect(page.getByText('Not in this market: QQQQQQ.')).toBeVisible();
	await fitsScreen();
	await openSettled(page, '/main?tabType=free');
	await page.getByRole('button', { name: 'Filter', exact: true }).tap();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await sheet.getByRole('combobox', { name: 'Watchlist' }).selectOption('Pocket');
	await expect(page).toHaveURL(/watchlist=\d+/);
	await fitsScreen();
	await sheet.getByRole('button', { name: 'Close' }).first().tap();
	await expect(findCards(page)).toHaveCount(2);
	await waitUntilSettled(page);
	await fitsScreen();

	await openViewer(page, context, findCards(page).first());
	await viewer.getByRole('button', { name: `Flip card of ${first}` }).tap();
	await viewer.getByRole('button', { name: 'Links' }).tap();
	await fitsScreen();
	await page.getByRole('link', { name: 'Log a decision' }).tap();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Decisions');
	await expect(page.getByLabel('Ticker', { exact: true })).toHaveValue(first);
	await page.getByLabel('Decision', { exact: true }).selectOption('Passed');
	await page.getByRole('button', { name: 'Log decision' }).tap();
	await expect(page.getByRole('region', { name: 'Your decisions' }).getByRole('row').filter({ hasText: first })).toContainText(
		'Passed, to rise',
	);
	await fitsScreen();

	// The alert on its page, reached by the menu.
	await page.getByRole('button', { name: 'Open menu' }).tap();
	await page
		.locator('#menu')
		.getByRole('link', { name: /^Messages/ })
		.tap();
	await page.getByRole('link', { name: 'Ticker alerts' }).tap();
	const alert = page.getByRole('region', { name: 'Your alerts' }).getByRole('row').filter({ hasText: 'mentions reach 5,000 in 24 h' });
	await expect(alert).toBeVisible();
	await fitsScreen();
	await alert.getByRole('button', { name: `Delete alert: ${first}, mentions reach 5,000 in 24 h` }).tap();
	await expect(page.getByText('You have no alerts yet.')).toBeVisible();
	await fitsScreen();
	await clearAccount(context, running);
});

test('by touch: a filter with a range, a comparison, and a decision from the viewer fit the screen', async ({ page, context, running }) => {
	await extendUndo(context);
	await signIn(context, running, 'premium');
	await clearAccount(context, running);
	await openSettled(page, '/main?tabType=free');
	const fitsScreen = async (): Promise<void> => expect(await measureSidewaysScroll(page)).toBe(0);
	const all = await readMatchCount(page);

	await page.getByRole('button', { name: 'Filter', exact: true }).tap();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await sheet.getByRole('tab', { name: 'Saved filter' }).tap();
	await sheet.getByRole('button', { name: 'Add group (any of, none of)' }).tap();
	await sheet.getByRole('button', { name: 'Add range' }).tap();
	await sheet.getByRole('textbox', { name: 'Price, $: up to' }).fill('40');
	await sheet.getByLabel('Name', { exact: true }).fill('Pocket money');
	await fitsScreen();
	await sheet.getByRole('button', { name: 'Save', exact: true }).tap();
	await expect(page).toHaveURL(/filterId=\d+/);
	await sheet.getByRole('button', { name: 'Close' }).first().tap();
	await waitUntilSettled(page);
	const listed = await readMatchCount(page);
	expect(listed).toBeGreaterThan(0);
	expect(listed).toBeLessThan(all);
	await fitsScreen();

	const [first, second] = (await readSymbols(page)) as [string, string];
	const viewer = await openViewer(page, context, findCards(page).first());
	await viewer.getByRole('button', { name: `Flip card of ${first}` }).tap();
	const panel = page.getByRole('dialog', { name: `Compare ${first}` });
	await viewer.getByRole('button', { name: 'Compare', exact: true }).tap();
	await panel.getByLabel('Symbol').fill(second);
	await fitsScreen();
	await panel.getByRole('button', { name: 'Compare on cards' }).tap();
	await expect(viewer.getByRole('img', { name: new RegExp(`${second}: .*%`) })).toBeVisible();
	await fitsScreen();

	await viewer.getByRole('button', { name: `Log a decision on ${first}` }).tap();
	const dialog = page.getByRole('dialog', { name: 'Log a decision' });
	await expect(dialog.getByLabel('Ticker', { exact: true })).toHaveValue(first);
	await expect(dialog.getByLabel('Found by')).toHaveValue(/^\d+$/);
	await dialog.getByLabel('Decision', { exact: true }).selectOption('Watching');
	await fitsScreen();
	await dialog.getByRole('button', { name: 'Log decision' }).tap();
	await expect(dialog).toBeHidden();

	await openViewer(page, context, findCards(page).first());
	await viewer.getByRole('button', { name: `Flip card of ${first}` }).tap();
	await viewer.getByRole('button', { name: 'Compare', exact: true }).tap();
	await panel.getByRole('link', { name: 'Open comparison' }).tap();
	await expect(page).toHaveURL(new RegExp(`/compare\\?tickers=${first},${second}$`));
	await waitUntilSettled(page);
	await expect(page.getByRole('region', { name: 'Wheels' }).getByRole('img')).toHaveCount(2);
	await expect(page.getByRole('region', { name: '1d bars' }).getByRole('listitem')).toHaveCount(2);
	await fitsScreen();
	await clearAccount(context, running);
});
