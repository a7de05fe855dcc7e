/** Pages of words: whole without scripts, and true of what the product sets. */
import { INFORMATION_PAGES } from '@sw/domain/outreach/information';

import { expect, test } from '../fixtures.ts';
import { settled, sideways } from '../open-screen.ts';
import { signIn } from '../readers.ts';
import { smallTargets, violationsOf } from '../rules.ts';

const FINGERTIP = 44;

test('the privacy policy names every cookie that a trader’s browser holds', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	await page.goto('/main');
	await settled(page);
	await page.getByRole('button', { name: 'Change between dark and light' }).click();
	await page.getByRole('radio', { name: 'Red up' }).check();
	// The footer has its links once the page is taken over.
	await page.getByRole('link', { name: 'Privacy' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
	const named = await page.locator('main').innerText();
	const held = (await page.context().cookies()).map(({ name }) => name.replace('__Host-', ''));
	expect(held).toEqual(expect.arrayContaining(['sw_access', 'sw_refresh', 'theme', 'palette', 'visit']));
	expect(held.filter((name) => !named.includes(name))).toEqual([]);
});

for (const [width, colorScheme] of [
	[1440, 'dark'],
	[390, 'light'],
] as const)
	test(`questions, privacy and terms are read by everybody, ${width} px, ${colorScheme}`, async ({ browser, running }) => {
		const context = await browser.newContext({ baseURL: running.url, viewport: { width, height: 900 }, colorScheme });
		const page = await context.newPage();
		for (const { path, title } of INFORMATION_PAGES) {
			const answer = await page.goto(path);
			expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([200, expect.stringContaining('public')]);
			await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
			expect(await violationsOf(page)).toEqual([]);
			expect(await sideways(page)).toBe(0);
			if (width < 500) expect(await smallTargets(page, FINGERTIP)).toEqual([]);
		}
		await page.getByRole('button', { name: 'Write to the operator' }).click();
		await expect(page.getByRole('dialog')).toBeVisible();
		await context.close();
	});
