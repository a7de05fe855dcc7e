/** A visitor's path from the first page to an account. */
import type { Page } from '@playwright/test';
import { findSmallTargets, findViolations } from '../accessibility-rules.ts';
import { getLinkPath, openHydrated, typeCredentials, waitForMail } from '../account-steps.ts';
import { expect, test } from '../fixtures.ts';
import { measureSidewaysScroll, waitUntilSettled } from '../open-screen.ts';

const PASSWORD = 'correct horse battery';
const FINGERTIP = 44;

/** Opens the legend, and reads each part of the wheel. */
async function readTheWheel(page: Page): Promise<void> {
	const opener = page.getByRole('button', { name: 'How to read a wheel' });
	await opener.click();
	const explained = page.getByRole('region', { name: 'How to read a wheel' });
	const parts = explained.getByRole('list').first().getByRole('listitem');
	for (const part of ['Slice = sector', 'Ring = timeframe', 'Shade = depth, 1–5', 'Colour = candidate', 'Number = rate'])
		await expect(parts.filter({ hasText: part })).toBeVisible();
	// By the first card of the list, with its wheel's sentence.
	const symbol = (await page.locator('[data-card]').first().textContent()) as string;
	const sentence = new RegExp(`^${symbol}, listed as unusual, rate \\d+ of \\d+(?:, top \\d+ %)?: .*\\.$`);
	await expect(explained.getByRole('img', { name: sentence })).toBeVisible();
	await expect(explained.getByText(sentence)).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await explained.getByRole('button', { name: 'Close' }).click();
	await expect(explained).toHaveCount(0);
	await opener.click();
	await explained.getByRole('link', { name: 'About the service' }).click();
}

test('a stranger learns from the first page what it shows, opens a card, and has an account', async ({ page, running }) => {
	await openHydrated(page, '/');
	await expect(page.getByText('Rose unusually far on two of 15m·30m·1h: candidates to fall back.')).toBeVisible();
	await page.getByRole('link', { name: 'Main', exact: true }).click();
	await waitUntilSettled(page);
	await page.getByRole('link', { name: 'Free', exact: true }).click();
	await expect(page).toHaveURL(/tabType=free/);
	await expect(page.getByText('All tickers with enough trading, most unusual first on 15m·30m·1h, up or down.')).toBeVisible();
	await waitUntilSettled(page);
	await readTheWheel(page);
	await expect(page.getByRole('heading', { name: 'How to read a wheel' })).toBeVisible();
	await page.goBack();
	await waitUntilSettled(page);

	// No card has a bare direction, or one that its move contradicts; its page says the same in a sentence.
	const cards = page.getByRole('list', { name: 'Ranked tickers' }).getByRole('article');
	await expect(cards.filter({ hasText: 'listed as unusual' })).toHaveCount(await cards.count());
	await expect(cards.getByText(/^(SHORT|LONG)$/)).toHaveCount(0);
	const first = cards.first().locator('[data-card]');
	const symbol = (await first.textContent()) as string;
	await first.click();
	await expect(page.getByRole('heading', { name: /^Signal wheel — rate \d+ of 140, listed as unusual$/ })).toBeVisible();
	// Going back leads to its card.
	await page.keyboard.press('Escape');
	await waitUntilSettled(page);
	await expect(page.locator('[data-card]').filter({ hasText: symbol }).first()).toBeFocused();

	const email = 'stranger@example.test';
	await page.getByRole('link', { name: 'Sign in', exact: true }).click();
	await page.getByRole('link', { name: 'Create account' }).click();
	await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
	await waitUntilSettled(page);
	await typeCredentials(page, email, PASSWORD);
	await expect(page.getByText('Check your e-mail')).toBeVisible();
	await openHydrated(page, getLinkPath(await waitForMail(running.folder, email, 'Confirm your address')));
	await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
	await openHydrated(page, '/auth/signin');
	await typeCredentials(page, email, PASSWORD);
	await expect(page.getByRole('link', { name: 'Frozen List' })).toBeVisible();
	await waitUntilSettled(page);
	await expect(page.getByText('Rose unusually far on two of 15m·30m·1h: candidates to fall back.')).toBeVisible();
});

test.describe('on a phone', () => {
	test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

	test('the parts of the wheel are explained by number, and fit', async ({ page }) => {
		await openHydrated(page, '/main?tabType=free');
		await waitUntilSettled(page);
		await page.getByRole('button', { name: 'How to read a wheel' }).tap();
		const explained = page.getByRole('region', { name: 'How to read a wheel' });
		await expect(explained.getByRole('img')).toBeVisible();
		for (const number of ['1', '2', '3', '4', '5'])
			await expect(explained.locator('svg').getByText(number, { exact: true }).last()).toBeVisible();
		expect(await measureSidewaysScroll(page)).toBe(0);
		expect(await findSmallTargets(page, FINGERTIP)).toEqual([]);
	});
});
