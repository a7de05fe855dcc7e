import { findSmallTargets, findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { measureSidewaysScroll, waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const FINGERTIP = 44;

test('published effects are measured, reviewed and published: only then they exist for others', async ({ browser, running }) => {
	const options = { baseURL: running.url };
	const reader = await browser.newContext({ ...options, viewport: { width: 390, height: 844 }, hasTouch: true });
	await signIn(reader, running, 'basic');
	const phone = await reader.newPage();
	await phone.goto('/replication');
	await waitUntilSettled(phone);
	await expect(phone.getByRole('heading', { name: 'Not Found' })).toBeVisible();
	await phone.goto('/admin/replication');
	await waitUntilSettled(phone);
	await expect(phone.getByRole('button', { name: 'Measure' })).toHaveCount(0);

	const context = await browser.newContext(options);
	await signIn(context, running, 'admin');
	const page = await context.newPage();
	await page.goto('/admin/replication');
	await waitUntilSettled(page);
	await expect(page.getByText('Nothing measured yet.')).toBeVisible();
	const confirm = async (name: string): Promise<void> => {
		await page.getByRole('button', { name, exact: true }).click();
		await page.getByRole('dialog', { name }).getByRole('button', { name: 'Confirm' }).click();
	};
	await confirm('Measure');
	await expect(page.getByText('Not published.', { exact: false })).toBeVisible();
	await expect(page.getByRole('row', { name: /Weekly reversal of overnight moves/ })).toContainText(' bp');
	await expect(page.getByText('150 tickers', { exact: false })).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await confirm('Publish');
	await expect(page.getByText('Published on', { exact: false })).toBeVisible();

	await phone.goto('/replication');
	await waitUntilSettled(phone);
	await expect(phone.getByRole('row', { name: /Weekly reversal of overnight moves/ })).toContainText(' bp');
	await expect(phone.getByText('This market is simulated', { exact: false })).toBeVisible();
	const own = phone.getByRole('region', { name: 'The lists of this product' });
	await expect(own.getByText('once all are taken into account.', { exact: false })).toBeVisible();
	await own.getByText(/^\d+ more combination/).tap();
	expect(await findViolations(phone)).toEqual([]);
	expect(await measureSidewaysScroll(phone)).toBe(0);
	expect(await findSmallTargets(phone, FINGERTIP)).toEqual([]);

	await confirm('Withdraw');
	await expect(page.getByText('Not published.', { exact: false })).toBeVisible();
	await phone.reload();
	await waitUntilSettled(phone);
	await expect(phone.getByRole('heading', { name: 'Not Found' })).toBeVisible();
	await page.goto('/admin/audit?act=replication.');
	await waitUntilSettled(page);
	await expect(page.getByRole('cell', { name: 'replication.withdraw' }).first()).toBeVisible();
	await reader.close();
	await context.close();
});
