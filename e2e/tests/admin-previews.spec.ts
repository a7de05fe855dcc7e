import { SAMPLES } from '@sw/domain/previews/testing/samples';
import { findViolations } from '../accessibility-rules.ts';
import { createOperator } from '../create-operator.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';

const PNG = Buffer.from(SAMPLES['image/png']);
const FILE = '/api/preview/file?category=losers&interval=hour';

test('the picture of a page is drawn until one is uploaded, and again when that is switched off', async ({ page, running, request }) => {
	const drawn = await request.get(FILE);
	expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/png']);
	const size = new DataView(new Uint8Array(await drawn.body()).buffer);
	expect([size.getUint32(16), size.getUint32(20)]).toEqual([1200, 630]);

	await page.goto(await createOperator(running));
	await page.waitForURL((url) => !url.pathname.startsWith('/login'));
	await page.goto('/admin/previews');
	await waitUntilSettled(page);
	await expect(page.getByText('All pages use generated images.')).toBeVisible();

	await page.getByRole('button', { name: 'Upload...' }).click();
	const form = page.getByRole('dialog', { name: 'Upload preview' });
	await form.getByLabel('Page').selectOption('Top table');
	await form.getByLabel('Table').selectOption('Top Losers');
	await form.getByLabel('Interval').selectOption('1 hour');
	await form.getByLabel('File').setInputFiles({ name: 'losers.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
	await form.getByRole('button', { name: 'Upload' }).click();
	await expect(form.getByText('A PNG, JPEG or WebP picture.')).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await form.getByLabel('File').setInputFiles({ name: 'losers.png', mimeType: 'image/png', buffer: PNG });
	await form.getByRole('button', { name: 'Upload' }).click();

	const row = page.getByRole('row').filter({ hasText: 'Top Losers · 1 hour' });
	await expect(row.getByRole('cell', { name: 'yes', exact: true })).toBeVisible();
	await expect(row.getByRole('img')).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	expect(await (await request.get(FILE)).body()).toEqual(PNG);
	const part = await request.get(FILE, { headers: { range: 'bytes=1-3' } });
	expect([part.status(), (await part.body()).toString()]).toEqual([206, 'PNG']);

	await row.getByRole('button', { name: 'Top Losers · 1 hour on' }).first().focus();
	await page.keyboard.press('Enter');
	const look = page.getByRole('dialog', { name: /^Top Losers · 1 hour on/ });
	await expect(look.getByText('image/png')).toBeVisible();
	await page.keyboard.press('Escape');

	await row.getByRole('button', { name: 'Turn off preview of Top Losers · 1 hour' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
	await expect(row.getByRole('cell', { name: 'no', exact: true })).toBeVisible();
	expect((await (await request.get(FILE)).body()).equals(PNG)).toBe(false);

	await page.goto('/admin/audit');
	for (const act of ['preview.upload', 'preview.change']) await expect(page.getByRole('cell', { name: act }).first()).toBeVisible();
});
