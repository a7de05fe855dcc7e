import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { nyse } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { exchangeDate } from '@sw/domain/time/units';
import { startFakeVendor } from '@sw/server/intake/testing/fake-vendor';
import { startFakeMailServer } from '@sw/server/outside/mail/testing/fake-mail-server';
import { findSmallTargets, findUnmarkedScrollers, findViolations } from '../accessibility-rules.ts';
import { createOperator, OPERATOR } from '../create-operator.ts';
import { expect, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { tabTo } from '../tab-to.ts';

const SESSION = nyse.sessionOn(exchangeDate('2026-06-29'));
const ROWS = Array.from({ length: SESSION?.slots ?? 0 }, (_, slot) => {
	const time = SESSION ? new Date(slotStart(SESSION, slot)).toISOString() : '';
	return `AZO,${time},${10 + slot},${12 + slot},${9 + slot},${11 + slot},1000`;
});
const FILE = `symbol,time,open,high,low,close,volume\n${ROWS.join('\n')}\n`;
const NO_MARKET = 'No market is loaded yet.';
const KEY = 'PKtyped0815';
const SECRET = 'a-secret-that-is-typed';

async function visitor(browser: Browser, url: string): Promise<Page> {
	return (await browser.newContext({ baseURL: url })).newPage();
}

test('on an empty folder of files an administrator is led, tries a key and a mail server, and imports the market', async ({ browser }) => {
	const vendor = await startFakeVendor(() => ({ json: { message: 'forbidden.' }, status: 401 }));
	const mails = await startFakeMailServer();
	const running = await startProduct({ SIGNALWHEEL_PROVIDER: 'files', SIGNALWHEEL_PUBLIC_QUOTES: 'licensed' }, undefined, {
		vendors: { alpaca: vendor.url },
	});
	try {
		const other = await visitor(browser, running.url);
		for (const path of ['/', '/main', '/top', '/ticker/1']) {
			await other.goto(path);
			await expect(other.getByText(NO_MARKET)).toBeVisible();
			// An unloaded market has no clock.
			await expect(other.getByText(/^NYSE /)).toHaveCount(0);
		}
		await other.goto('/main');
		await expect(other.getByText('The list appears with the first report that is open to you.')).toBeVisible();
		expect(await findViolations(other)).toEqual([]);

		const page = await visitor(browser, running.url);
		await page.goto(await createOperator(running));
		await page.waitForURL((url) => !url.pathname.startsWith('/login'));
		await page.goto('/reports');
		await waitUntilSettled(page);
		await expect(page.getByText(NO_MARKET)).toBeVisible();

		await page.goto('/admin');
		await waitUntilSettled(page);
		await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
		await expect(page.getByText('none has been imported', { exact: false })).toBeVisible();
		await page.getByLabel('Data source').selectOption('alpaca');
		await page.getByLabel('Key ID').fill(KEY);
		await page.getByLabel('Secret key').fill(SECRET);
		expect(await findViolations(page)).toEqual([]);
		await tabTo(page, page.getByRole('button', { name: 'Test', exact: true }));
		await page.keyboard.press('Enter');
		await expect(page.getByText('No data was received.')).toBeVisible();
		await expect(page.getByText('the key was rejected', { exact: false })).toBeVisible();

		await page.getByLabel('Mail server', { exact: true }).fill(`smtp://127.0.0.1:${mails.port}`);
		await page.getByLabel('Sender', { exact: true }).fill('Signalwheel <signals@example.test>');
		await tabTo(page, page.getByRole('button', { name: 'Send test mail' }));
		await page.keyboard.press('Enter');
		await expect(page.getByText(`The mail server accepted a mail to ${OPERATOR}.`)).toBeVisible();
		expect(mails.acceptedMails).toHaveLength(1);
		expect(mails.acceptedMails[0]).toContain(`To: ${OPERATOR}`);
		await page.getByLabel('Public address').fill('https://signals.example');
		const lines = page.getByLabel('Environment lines');
		await expect(lines).toHaveValue(/SIGNALWHEEL_PROVIDER=alpaca[\s\S]*SIGNALWHEEL_ORIGIN=https:\/\/signals\.example/);

		await page.setViewportSize({ width: 390, height: 844 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
		expect(await findUnmarkedScrollers(page)).toEqual([]);
		expect(await findSmallTargets(page, 44)).toEqual([]);
		await page.setViewportSize({ width: 1720, height: 900 });

		// The input is stored nowhere: neither in the audit log nor in any other record.
		const { rows } = await running.product.stores.records.pool.query(
			'select act, target, detail from audit_log where act like $1 order by id',
			['setup.%'],
		);
		expect(rows.map(({ act, target }) => [act, target])).toEqual([
			['setup.try_provider', 'alpaca'],
			['setup.try_mail', '127.0.0.1'],
		]);
		expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${KEY}|${SECRET}`));

		await page.getByLabel('Data source').selectOption('files');
		await page.getByRole('link', { name: 'Import a file' }).click();
		await waitUntilSettled(page);
		await page.getByLabel('Market data file').setInputFiles({ name: 'azo.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
		await page.getByRole('button', { name: 'Import' }).click();
		await page.getByRole('dialog', { name: 'Import' }).getByRole('button', { name: 'Confirm' }).click();
		await expect(page.getByText('1 table imported, 26 bars added', { exact: false })).toBeVisible();

		await page.goto('/admin');
		await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible();
		await other.goto('/main');
		await expect(other.getByText(NO_MARKET)).toHaveCount(0);
		await expect(other.getByText('Latest report', { exact: false }).first()).toBeVisible();
	} finally {
		await running.close();
		await vendor.close();
		await mails.close();
	}
});

test('a visitor of own data reads on one panel that it is there, and how to see it', async ({ browser }) => {
	const running = await startProduct({ SIGNALWHEEL_PROVIDER: 'files' });
	try {
		expect(running.product.firstSteps[0]).toBe('Visitors see no prices of this source; sign in to see your data.');
		const file = join(running.folder, 'azo.csv');
		writeFileSync(file, FILE);
		await running.product.market.importFiles(file, {}, () => {});
		const page = await visitor(browser, running.url);
		const title = page.getByRole('heading', { name: /^Your data is here: \d+ reports, 1 ticker\.$/ });
		const first = page.getByText('There is no administrator yet. The server prints how to become one when it starts.');
		for (const path of ['/', '/main', '/top']) {
			await page.goto(path);
			await expect(title).toHaveCount(1);
			await expect(first).toBeVisible();
			await expect(page.getByText(/^(No results|No rows yet|No report yet)$/).filter({ visible: true })).toHaveCount(0);
			const signIn = page.getByRole('status').getByRole('link', { name: 'Sign in' });
			await expect(signIn).toHaveAttribute('href', `/auth/signin?redirectTo=${encodeURIComponent(path)}`);
			for (const width of [390, 1440]) {
				await page.setViewportSize({ width, height: 900 });
				expect(await findViolations(page)).toEqual([]);
				expect(await findUnmarkedScrollers(page)).toEqual([]);
				if (width < 640) expect(await findSmallTargets(page, 44)).toEqual([]);
			}
		}
		await createOperator(running);
		await page.goto('/main');
		await expect(title).toBeVisible();
		await expect(first).toHaveCount(0);
	} finally {
		await running.close();
	}
});

test('where a vendor refuses the key an administrator still comes in and reads why', async ({ browser }) => {
	const vendor = await startFakeVendor(() => ({ json: { message: 'forbidden.' }, status: 401 }));
	const running = await startProduct(
		{ SIGNALWHEEL_PROVIDER: 'alpaca', SIGNALWHEEL_ALPACA_KEY: 'PKwrong', SIGNALWHEEL_ALPACA_SECRET: 'wrong' },
		undefined,
		{ vendors: { alpaca: vendor.url }, isWaiting: true },
	);
	try {
		const other = await visitor(browser, running.url);
		await other.goto('/');
		await expect(other.getByText('No market is loaded yet.')).toBeVisible();
		const page = await visitor(browser, running.url);
		await page.goto(await createOperator(running));
		await page.goto('/admin');
		await expect(page.getByText('The market is waiting:', { exact: false })).toBeVisible();
	} finally {
		await running.close();
		await vendor.close();
	}
});
