import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';
import { tabTo } from '../tab-to.ts';

test('a job that failed is found, its log is read, and it is asked for again, by keyboard', async ({ page, context, running }) => {
	await signIn(context, running, 'admin');
	const response = await page.request.post('/api/reschedule', { data: { date: '2010-01-04' }, headers: { origin: running.url } });
	const { id } = await response.json();
	await expect.poll(async () => (await (await page.request.get(`/api/jobs/${id}`)).json()).state).toBe('failed');
	const failed = async (): Promise<number> => (await (await page.request.get('/api/jobs?kind=reports&state=failed')).json()).total_count;
	const before = await failed();

	await page.goto('/admin');
	await waitUntilSettled(page);
	await expect(page.getByRole('region', { name: 'Problems' }).getByText('Rebuild reports failed', { exact: false })).toBeVisible();
	await expect(page.getByRole('link', { name: 'Failed jobs' }).first()).toHaveAttribute('href', '/admin/jobs?state=failed');
	await tabTo(page, page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Jobs', exact: true }));
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/admin\/jobs$/);
	await waitUntilSettled(page);
	await page.getByLabel('Status').selectOption('failed');
	await tabTo(page, page.getByRole('button', { name: 'Find', exact: true }));
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/state=failed/);
	const row = page.getByRole('row', { name: /Rebuild reports/ }).first();
	await expect(row).toContainText('No bars are stored');
	await expect(row).toContainText('01/04/2010');

	await tabTo(page, row.getByRole('button', { name: /^Log/ }));
	await page.keyboard.press('Enter');
	await expect(page.getByRole('dialog', { name: /^Log: Rebuild reports/ })).toBeVisible();
	await page.keyboard.press('Escape');
	await tabTo(page, row.getByRole('button', { name: 'Retry: Rebuild reports' }));
	await page.keyboard.press('Enter');
	await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
	await page.keyboard.press('Enter');
	await expect(page.getByText('Rebuild reports: queued again.')).toBeVisible();
	await expect.poll(failed).toBe(before + 1);

	await page.goto('/admin/audit');
	await waitUntilSettled(page);
	await expect(page.getByRole('cell', { name: 'job.retry' }).first()).toBeVisible();
});
