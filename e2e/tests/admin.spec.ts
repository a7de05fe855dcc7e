import { readFileSync } from 'node:fs';
import { findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

test('an operator sees the state of the product, has a report rebuilt, and finds the action in the log', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'admin');
	await page.goto('/admin');
	await waitUntilSettled(page);
	await expect(page.getByRole('heading', { name: 'Health', exact: true })).toBeVisible();
	await expect(page.getByRole('region', { name: 'Problems' })).toBeVisible();
	await page
		.getByRole('button', { name: /^Rebuild: \d\d:\d\d ET$/ })
		.first()
		.click();
	const question = page.getByRole('dialog');
	await expect(question.getByText('the old version is kept', { exact: false })).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await question.getByRole('button', { name: 'Confirm' }).click();
	await expect(page.getByText('Rebuild reports: job queued.')).toBeVisible();
	const jobs = page.getByRole('region', { name: 'Jobs' });
	await expect.poll(async () => (await (await page.request.get('/api/jobs')).json()).items[0]?.state).toBe('done');
	await page.reload();
	await expect(jobs.getByRole('listitem').first()).toContainText('done');
	await waitUntilSettled(page);
	await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Audit log' }).click();
	await expect(page).toHaveURL(/\/admin\/audit$/);
	await expect(page.getByRole('cell', { name: 'correction.reports' }).first()).toBeVisible();
	await page.getByLabel('Action starts with', { exact: true }).fill('Correction.r');
	await page.getByRole('button', { name: 'Find' }).click();
	await expect(page).toHaveURL(/act=Correction\.r/);
	await expect(page.getByRole('cell', { name: /^correction\.(?!r)/ })).toHaveCount(0);
	expect(await findViolations(page)).toEqual([]);
	const taken = page.waitForEvent('download');
	await page.getByRole('link', { name: 'Download as CSV' }).click();
	const file = await (await taken).path();
	expect(readFileSync(file, 'utf8')).toMatch(/^time,actor,act,target,detail,address,id\r\n\S+,\S+@\S+,correction\.reports,/);
	expect((await page.request.get('/admin/nowhere')).status()).toBe(404);
});
