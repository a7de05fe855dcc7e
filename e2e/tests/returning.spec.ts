import { MINUTE } from '@sw/domain/time/units';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { isReportDue } from '../pass-time.ts';
import { signIn } from '../readers.ts';

const WIDE = { width: 1720, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Longer than the lifetime of the access cookie. */
const AWAY = 20 * MINUTE;

for (const [viewportName, viewport] of [
	['wide', WIDE],
	['on a phone', PHONE],
] as const)
	test(`a trader who returns after 20 minutes goes on where he was, ${viewportName}`, async ({ browser, running }) => {
		const phone = viewport === PHONE;
		const context = await browser.newContext({ baseURL: running.url, viewport, hasTouch: phone, isMobile: phone });
		await signIn(context, running, 'pro');
		const left = await context.newPage();
		await left.goto('/main?tabType=free&filters.marketcap=mega_cap,large_cap');
		await waitUntilSettled(left);
		const before = (await (await left.request.get('/api/health')).json()).last_report.time as string;
		await left.close();

		// A browser deletes the cookie when it expires; the market continues meanwhile.
		await running.wall.advance(AWAY);
		await context.clearCookies({ name: /sw_access$/ });
		await expect.poll(async () => (await (await context.request.get('/api/health')).json()).last_report.time).not.toBe(before);
		// Two slots may have ended: with only the first one's report, the page would be outdated while it opens.
		await expect.poll(() => isReportDue(running)).toBe(false);

		const page = await context.newPage();
		const answer = await page.goto('/main?tabType=free&filters.marketcap=mega_cap,large_cap');
		// The first HTML is the trader's own, not the visitor's page.
		const html = (await answer?.text()) ?? '';
		expect(html).not.toContain('>Sign in<');
		expect(html).toContain('Filters');
		await waitUntilSettled(page);
		await expect(page.getByRole('list', { name: 'Active conditions' })).toContainText('Market cap');
		await expect(page.getByRole('button', { name: /^Latest report / })).toBeVisible();
		const card = page.getByRole('article').first();
		const symbol = (await card.locator('[data-card]').textContent()) as string;
		expect((await card.boundingBox())?.y).toBeLessThanOrEqual(viewport.height / 2);

		// One ticker, and back to its card.
		await (phone ? card.tap() : card.click());
		await expect(page.getByRole('heading', { level: 1, name: symbol })).toBeVisible();
		await page.getByRole('link', { name: 'Back to the list' }).first().click();
		await expect(page.locator('[data-card]').first()).toHaveText(symbol);
		if (phone) {
			await page.getByRole('button', { name: 'Open menu' }).tap();
			await page.locator('#menu').getByRole('link', { name: 'Favourites' }).tap();
		} else {
			// A button that looks like one: it has its own border.
			const profile = page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: /^Profile/ });
			await expect(profile).toHaveCSS('border-top-style', 'solid');
			await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Favourites' }).click();
		}
		await expect(page).toHaveURL(/\/favourites/);
		await context.close();
	});
