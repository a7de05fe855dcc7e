import { nyse } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { exchangeDate } from '@sw/domain/time/units';
import { findViolations } from '../accessibility-rules.ts';
import { createOperator } from '../create-operator.ts';
import { expect, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';

const SESSION = nyse.sessionOn(exchangeDate('2026-06-29'));
const GOOD = Array.from({ length: SESSION?.slots ?? 0 }, (_, slot) => {
	const time = SESSION ? new Date(slotStart(SESSION, slot)).toISOString() : '';
	return `AZO,${time},${10 + slot},${12 + slot},${9 + slot},${11 + slot},1000`;
});
const BAD = 'AZO,2026-06-29T14:00:00Z,10,8,9,10,1000';
const FILE = `symbol,time,open,high,low,close,volume\n${[...GOOD.slice(0, 2), BAD, ...GOOD.slice(2)].join('\n')}\n`;

test('a file with a bad row is checked, reviewed and imported, and the audit log records each action', async ({ browser }) => {
	const running = await startProduct({ SIGNALWHEEL_PROVIDER: 'files' });
	try {
		const context = await browser.newContext({ baseURL: running.url });
		const page = await context.newPage();
		await page.goto(await createOperator(running));
		await page.waitForURL((url) => !url.pathname.startsWith('/login'));
		await page.goto('/admin/data?view=import');
		await waitUntilSettled(page);
		const field = page.getByLabel('Market data file');
		await field.setInputFiles({ name: '.azo.exe', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
		await expect(page.getByRole('alert').filter({ hasText: 'Use a plain file name that ends with csv' })).toBeVisible();
		await field.setInputFiles({ name: 'azo.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
		const refused = page.getByRole('row').filter({ hasText: BAD });
		await expect(refused.getByText('rejected: high below low')).toBeVisible();
		await expect(page.getByRole('region', { name: 'Tables' }).getByRole('cell', { name: '26', exact: true })).toBeVisible();
		expect(await findViolations(page)).toEqual([]);
		const stored = async (): Promise<number> =>
			(await running.product.stores.records.pool.query("select count(*)::int as n from batches where kind = 'bars'")).rows[0].n;
		expect(await stored()).toBe(0);

		await page.getByRole('link', { name: 'All lines' }).click();
		await expect(
			page
				.getByRole('row')
				.filter({ hasText: GOOD[0] ?? '' })
				.getByText('valid', { exact: true }),
		).toBeVisible();
		await page.getByRole('button', { name: 'Import' }).focus();
		await page.keyboard.press('Enter');
		const question = page.getByRole('dialog', { name: 'Import' });
		await expect(
			question.getByText('Stores 26 valid rows of 1 table and builds the affected reports; 1 rejected row left out', { exact: false }),
		).toBeVisible();
		await question.getByRole('button', { name: 'Confirm' }).click();
		const job = page.getByRole('region', { name: 'Import file', exact: true }).getByRole('status');
		await expect(job.filter({ hasText: '1 table imported, 26 bars added, 0 bars corrected, 1 row rejected.' })).toBeVisible();
		expect(await stored()).toBe(1);

		await page.goto('/admin/audit');
		await expect(page.getByRole('cell', { name: 'import.upload' }).first()).toBeVisible();
		await expect(page.getByRole('cell', { name: 'import.confirm' }).first()).toBeVisible();
		await context.close();
	} finally {
		await running.close();
	}
});
