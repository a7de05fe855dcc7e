import { findViolations } from '../accessibility-rules.ts';
import { expect, FEW_TICKERS, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const DAY = '2026-07-01';
const SHOWN = '07/01/2026';

// A separate product: a closure restarts the market.
test('an administrator closes and reopens a day on screen, and all users are notified', async ({ browser }) => {
	const running = await startProduct({}, undefined, { tickers: FEW_TICKERS });
	const context = await browser.newContext({ baseURL: running.url });
	await signIn(context, running, 'admin');
	const page = await context.newPage();
	const schedule = async () => (await page.request.get(`/api/schedule/public?date=${DAY}`)).json();
	// A closure restarts the market; calls in the meantime have no slots to return.
	const slots = async (): Promise<number> => (await schedule()).items?.length ?? 0;
	await expect.poll(slots).toBeGreaterThan(0);

	await page.goto('/admin/data?view=holidays&year=2026');
	await waitUntilSettled(page);
	const fill = async (date: string) => {
		await page.getByLabel('Date', { exact: true }).fill(date);
		await page.getByLabel('Reason').fill('Day of mourning');
		await page.getByRole('button', { name: 'Add closure' }).click();
	};
	const question = page.getByRole('dialog', { name: 'Add closure' });
	await fill('2026-06-30');
	await expect(question.getByText('No report is published on 06/30/2026', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Confirm' }).click();
	await expect(question.getByText("06/30/2026 has already begun and can't be changed", { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Cancel' }).click();
	await fill(DAY);
	expect(await findViolations(page)).toEqual([]);
	await question.getByRole('button', { name: 'Confirm' }).click();
	const row = page.getByRole('row').filter({ hasText: SHOWN });
	await expect(row).toContainText('added here');
	await expect.poll(schedule).toMatchObject({ session: null, holiday: { type: 'full', name: 'Day of mourning' }, items: [] });

	await page.goto(`/admin/timetable?date=${DAY}`);
	await waitUntilSettled(page);
	await expect(page.getByText('Day of mourning', { exact: false })).toBeVisible();

	await page.goto('/admin/data?view=holidays&year=2026');
	await waitUntilSettled(page);
	await row.getByRole('button', { name: `Remove ${SHOWN}` }).click();
	await page
		.getByRole('dialog', { name: `Remove ${SHOWN}` })
		.getByRole('button', { name: 'Confirm' })
		.click();
	await expect(row).toHaveCount(0);
	await expect.poll(slots).toBeGreaterThan(0);

	await page.goto('/admin/audit?act=settings.');
	await waitUntilSettled(page);
	await expect(page.getByRole('cell', { name: 'closures', exact: true })).toHaveCount(2);
	await context.close();
	await running.close();
});
