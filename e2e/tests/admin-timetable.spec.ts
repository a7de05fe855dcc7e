import { findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

/** A future day that no other journey reads. */
const DATE = '2026-08-12';

test('the timetable of a day is changed by an administrator and seen by a basic account', async ({ page, context, browser, running }) => {
	await signIn(context, running, 'admin');
	const trader = await browser.newContext({ baseURL: running.url });
	await signIn(trader, running, 'basic');
	const lockedAt = async (clock: string): Promise<boolean | undefined> => {
		const day = await (await trader.request.get(`/api/schedule?time=${DATE}`)).json();
		return day.items.find(({ time }: { time: string }) => time === clock)?.locked;
	};
	// 10:00 and 10:15 in New York.
	expect([await lockedAt('14:00:00'), await lockedAt('14:15:00')]).toEqual([false, true]);

	await page.goto(`/admin/timetable?date=${DATE}`);
	await waitUntilSettled(page);
	await expect(page.getByText('basic 7 of 28')).toBeVisible();
	await page.getByLabel('Minimum licence at 10:00').selectOption('pro');
	await page.getByLabel('Minimum licence at 10:15').selectOption('basic');
	await page.getByRole('button', { name: 'Remove at 16:01' }).click();
	await expect(page.getByText('basic 7 of 27')).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('dialog', { name: 'Save' }).getByRole('button', { name: 'Confirm' }).click();
	await expect(page.getByRole('alert').filter({ hasText: `27 slots saved, 08/12/2026.` })).toBeVisible();
	expect([await lockedAt('14:00:00'), await lockedAt('14:15:00'), await lockedAt('20:01:00')]).toEqual([true, false, undefined]);

	await page.getByRole('button', { name: 'Reset to default' }).click();
	await page.getByRole('dialog', { name: 'Reset to default' }).getByRole('button', { name: 'Confirm' }).click();
	await expect(page.getByRole('alert').filter({ hasText: `28 slots saved, 08/12/2026.` })).toBeVisible();
	await expect(page.getByText('basic 7 of 28')).toBeVisible();
	expect([await lockedAt('14:00:00'), await lockedAt('14:15:00')]).toEqual([false, true]);

	await page.goto('/admin/audit');
	await expect(page.getByRole('cell', { name: 'schedule.fill' }).first()).toBeVisible();
	await trader.close();
});
