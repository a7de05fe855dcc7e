import { findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { fetchNewestReportTime } from '../pass-time.ts';
import { signIn } from '../readers.ts';

test('reports are looked over, verified and built again from the screen', async ({ page, context, running }) => {
	await signIn(context, running, 'admin');
	const newest = new Date(await fetchNewestReportTime(page));
	const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' }).format(newest);
	const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(newest);
	const [year, month, day] = date.split('-');
	await page.goto(`/admin/reports?month=${date.slice(0, 7)}`);
	await waitUntilSettled(page);
	await page.getByRole('link', { name: new RegExp(`^${month}/${day}/${year} *[0-9]+ reports?`) }).click();
	await expect(page).toHaveURL(new RegExp(`date=${date}`));
	const row = page.getByRole('row', { name: new RegExp(`^${clock} ET`) });
	await expect(row).toContainText('reverse');
	expect(await findViolations(page)).toEqual([]);
	await row.getByRole('button', { name: `Verify report ${clock}` }).click();
	await expect(page.getByText('is identical')).toBeVisible();
	await row.getByRole('button', { name: `Rebuild: report ${clock}` }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
	await expect(page).toHaveURL(/job=/);
	// The same bars with the same values: nothing new.
	await expect(page.getByText('1 report checked, 0 new versions')).toBeVisible();
	await page.getByRole('link', { name: 'All jobs' }).click();
	await expect(page.getByRole('row', { name: /Rebuild reports/ }).first()).toBeVisible();
});
