import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';

test('a slot above the licence is locked before the click and leads to the plans', async ({ page, running }) => {
	const password = readFileSync(join(running.folder, 'demo-password'), 'utf8').trim();
	const signedIn = await page.request.post('/api/auth/login', {
		data: { email: 'basic@demo.test', password },
		headers: { origin: running.url },
	});
	expect(signedIn.status()).toBe(200);
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	await page.getByRole('button', { name: /Latest report/i }).click();
	await page.getByRole('button', { name: /10:15/ }).first().click();
	await expect(page.getByText('You need update your license')).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('link', { name: 'change license' }).click();
	await expect(page).toHaveURL(/\/prices/);
});
