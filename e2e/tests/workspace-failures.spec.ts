import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

function snackbar(page: Page, title: string) {
	return page.locator('[data-snack]', { hasText: title });
}

/** From now on, calls to the path get this status, without a Problem body. */
async function failing(page: Page, path: RegExp, status = 500): Promise<void> {
	await page.route(path, (route) => route.fulfill({ status, contentType: 'application/json', body: '{}' }));
}

test('a failed save is reported in the words of the specification, and nothing changes on screen', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await openSettled(page, '/main?tabType=free');
	const first = (await page.locator('[data-card]').first().textContent()) as string;

	await failing(page, /\/api\/black-list/);
	await page.keyboard.press('j');
	await page.keyboard.press('x');
	await expect(snackbar(page, 'Failed to update frozen list')).toBeVisible();
	await expect(page.locator('[data-card]').first()).toHaveText(first);

	await failing(page, /\/api\/favorites/);
	await page.keyboard.press('f');
	await expect(snackbar(page, 'Something went wrong')).toBeVisible();
	await expect(page.getByRole('button', { name: `Add ${first} to favourites` })).toBeVisible();

	await failing(page, /\/api\/user-settings/);
	await page.getByRole('link', { name: 'long', exact: true }).click();
	await expect(snackbar(page, 'Failed to update user settings')).toBeVisible();

	await page.route(/\/api\/filters$/, (route) =>
		route.request().method() === 'POST'
			? route.fulfill({
					status: 409,
					contentType: 'application/json',
					body: '{"title":"Conflict","status":409,"detail":"A filter has this name already","errors":[]}',
				})
			: route.continue(),
	);
	await page.getByRole('button', { name: 'Filter', exact: true }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await sheet.getByRole('tab', { name: 'Saved filter' }).click();
	await sheet.getByLabel('Name').fill('Twice');
	await sheet.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('A filter has this name already')).toBeVisible();
});

test('lists, filters and reports that do not come say so and can be asked for again', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await openSettled(page, '/search');
	await failing(page, /\/api\/filters\b/);
	await page.getByRole('link', { name: 'Filters' }).click();
	await expect(snackbar(page, 'Oops... Something went wrong when get filter settings list.')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
	await page.unroute(/\/api\/filters\b/);
	await page.getByRole('link', { name: 'Try again' }).click();
	await expect(page.getByText(/filters used$/)).toBeVisible();

	await failing(page, /\/api\/sector-charts\/history\?/);
	await page.getByRole('link', { name: 'Main' }).click();
	await expect(page.getByRole('heading', { name: 'Failed to load data' })).toBeVisible();
	await page.unroute(/\/api\/sector-charts\/history\?/);
	await page.getByRole('link', { name: 'Try again' }).click();
	await expect(page.locator('[data-card]').first()).toBeVisible();

	await openSettled(page, '/search');
	await failing(page, /\/api\/sector-charts\/date/);
	await page.getByRole('link', { name: 'Main' }).click();
	await expect(snackbar(page, 'Failed to load last report').getByText('Report navigation is not available')).toBeVisible();

	await openSettled(page, '/search');
	await failing(page, /\/api\/(?:landing\/table|analysis)\b/);
	await page.getByRole('link', { name: 'Top', exact: true }).click();
	await expect(page.getByText('Failed to load table tops')).toHaveCount(4);

	// 204 is an empty list, without a message.
	await openSettled(page, '/search');
	await page.route(/\/api\/filters\b/, (route) => route.fulfill({ status: 204 }));
	await page.getByRole('link', { name: 'Filters' }).click();
	await expect(page.getByText('No saved filters yet.')).toBeVisible();
	await expect(snackbar(page, 'Oops')).toHaveCount(0);
});

test('days without reports and closed days say which they are', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await openSettled(page, '/main?tabType=free');
	const day = {
		items: [] as unknown[],
		session: { open: '2026-06-29T13:30:00Z', close: '2026-06-29T20:00:00Z', early_close: false },
		latest: null,
	};
	await page.route(/\/api\/schedule\?/, (route) => {
		const closed = route.request().url().includes('2026-06-26');
		return route.fulfill({ json: closed ? { ...day, session: null, holiday: { name: 'Day of Mourning' } } : { ...day, holiday: null } });
	});
	await page.getByRole('button', { name: /^Latest report / }).click();
	const panel = page.getByRole('dialog', { name: 'Choose a report' });
	await panel.getByText('06/29').click();
	await expect(panel.getByText('Empty report list')).toBeVisible();
	await panel.getByText('06/26').click();
	await expect(panel.getByText('Market closed · Day of Mourning')).toBeVisible();
});

test('a shared link to a report that is locked, or never was, comes up as just that', async ({ page, context, running }) => {
	const faults: string[] = [];
	page.on('pageerror', ({ message }) => faults.push(message));
	await signIn(context, running, 'basic');
	await openSettled(page, '/reports/2026-06-29T14:15:00Z?tabType=free');
	await expect(page.getByRole('heading', { name: 'You need update your license' })).toBeVisible();
	await expect(page.getByText('Access to specified resource is denied')).toBeVisible();
	await expect(page.getByRole('link', { name: 'change license' })).toHaveAttribute('href', '/prices');
	await openSettled(page, '/reports/2026-06-27T15:45:00Z?tabType=free');
	await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
	await page.getByRole('main').getByRole('link', { name: 'Latest Report' }).last().click();
	await expect(page.locator('[data-card]').first()).toBeVisible();
	expect(faults).toEqual([]);
});
