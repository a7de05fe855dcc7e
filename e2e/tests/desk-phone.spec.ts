import { expect, test } from '../fixtures.ts';
import { settled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a long press opens the card over the whole screen, with the ways to the cards beside it', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await page.goto('/main?tabType=free');
	await settled(page);
	const symbols = await page.locator('[data-card]').allTextContents();
	const card = page.getByRole('article').first();
	const box = (await card.boundingBox()) as { x: number; y: number; width: number; height: number };
	const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
	const touch = await context.newCDPSession(page);
	await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
	const viewer = page.getByRole('dialog', { name: 'Card viewer' });
	await expect(viewer).toBeVisible();
	await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
	await expect(viewer).toBeVisible();
	await expect(page).toHaveURL(/\/main/);
	await expect(viewer.getByRole('heading', { name: symbols[0] as string })).toBeVisible();
	await expect(viewer.getByRole('button', { name: 'Previous card' })).toBeDisabled();
	for (const symbol of symbols.slice(1)) {
		await viewer.getByRole('button', { name: 'Next card' }).tap();
		await expect(viewer.getByRole('heading', { name: symbol })).toBeVisible();
	}
	await expect(viewer.getByRole('button', { name: 'Next card' })).toBeDisabled();
	await viewer.getByRole('link', { name: 'Open details' }).tap();
	await expect(page.getByRole('heading', { level: 1, name: symbols.at(-1) as string })).toBeVisible();
});

test('a tap follows the card', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await page.goto('/main?tabType=free');
	await settled(page);
	const symbol = (await page.locator('[data-card]').first().textContent()) as string;
	await page.getByRole('article').first().tap();
	await expect(page.getByRole('heading', { level: 1, name: symbol })).toBeVisible();
});
