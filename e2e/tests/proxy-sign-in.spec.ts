/** Behind a proxy that has signed its users in: pages open as theirs, and follow their groups. */
import { expect, FEW_TICKERS, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';

test('the user of an authenticating proxy is signed in by a page, follows the groups, and changes with the proxy', async ({ browser }) => {
	const running = await startProduct(
		{
			SIGNALWHEEL_TRUSTED_PROXIES: 'loopback',
			SIGNALWHEEL_PROXY_SIGN_IN: 'Remote-User',
			SIGNALWHEEL_PROXY_GROUPS: 'traders=pro,operators=admin',
		},
		undefined,
		{ tickers: FEW_TICKERS },
	);
	try {
		const context = await browser.newContext({ baseURL: running.url });
		const page = await context.newPage();
		const as = (user: string, groups: string) =>
			context.setExtraHTTPHeaders({
				'Remote-User': user,
				'Remote-Email': `${user}@company.test`,
				'Remote-Name': 'Ann',
				'Remote-Groups': groups,
			});
		await as('ann', 'traders');
		await page.goto('/profile');
		await waitUntilSettled(page);
		await expect(page.getByLabel('E-mail address')).toHaveValue('ann@company.test');
		await page.goto('/admin/users');
		await expect(page.getByText('This page is for administrators only.')).toBeVisible();
		await as('ann', 'traders, operators');
		await page.goto('/admin/users');
		await expect(page.getByRole('row', { name: /ann@company\.test/ })).toBeVisible();
		await as('ben', 'traders');
		await page.goto('/profile');
		await waitUntilSettled(page);
		await expect(page.getByLabel('E-mail address')).toHaveValue('ben@company.test');
		await as('ben', 'others');
		await page.goto('/profile');
		await page.waitForURL((url) => url.pathname === '/auth/signin');
		const visitor = await (await browser.newContext({ baseURL: running.url })).newPage();
		await visitor.goto('/profile');
		await visitor.waitForURL((url) => url.pathname === '/auth/signin');
	} finally {
		await running.close();
	}
});
