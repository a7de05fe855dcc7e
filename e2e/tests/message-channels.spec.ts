/** Message channels: connected in the delivery settings, tested, reached by an alert once, stopped when access is revoked, resumed and removed. */
import type { Page } from '@playwright/test';
import { SECOND } from '@sw/domain/time/units';
import { createLoopbackAgent } from '@sw/server/outside/https/testing/loopback-agent';
import { startReceiver } from '@sw/server/outside/https/testing/receiver';
import { BOT_TOKEN, createMessageServices } from '@sw/server/outside/messengers/testing/message-services';
import { expectFits, WIDE } from '../fits.ts';
import { answerConsent, expect, FEW_TICKERS, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { openSettled } from '../open-screen.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { signIn } from '../readers.ts';

const CHAT = 4711;

async function openDelivery(page: Page): Promise<void> {
	await openSettled(page, '/messages?view=delivery');
	await page.getByText('Changes are saved automatically.').waitFor({ state: 'attached' });
}

test('apps are connected, tested and written to once for an alert; one that revokes access stops until it is resumed', async ({
	browser,
}) => {
	await using receiver = await startReceiver();
	const services = createMessageServices();
	receiver.respond = services.respond;
	const local = `127.0.0.1:${receiver.port}`;
	const running = await startProduct({ SIGNALWHEEL_LOCAL_RECEIVERS: local, SIGNALWHEEL_TELEGRAM_TOKEN: BOT_TOKEN }, undefined, {
		tickers: FEW_TICKERS,
		agent: createLoopbackAgent(receiver.port),
	});
	try {
		const context = await browser.newContext({ baseURL: running.url, viewport: WIDE });
		await answerConsent(context);
		await signIn(context, running, 'premium');
		const page = await context.newPage();
		await openDelivery(page);
		const apps = page.getByRole('list', { name: 'Connected apps' });
		const shown = (service: string) => services.shown.filter((one) => one.service === service);
		await expect(page.getByText('No apps connected yet.')).toBeVisible();

		// By keyboard; a private host that the operator doesn't list is refused.
		await page.getByRole('button', { name: 'Connect an app' }).press('Enter');
		await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/signals');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(/^Enter an https address/);
		await expectFits(page);
		await page.getByRole('textbox', { name: 'Address' }).fill(`http://${local}/signals`);
		await page.getByRole('textbox', { name: /^Name/ }).fill('Home');
		await page.keyboard.press('Enter');
		await expect(apps.getByText('ntfy: Home')).toBeVisible();
		await expect(page.getByRole('switch', { name: 'Apps' })).toBeChecked();
		await page.getByRole('button', { name: 'Send test to ntfy: Home' }).press('Enter');
		await expect(apps.getByText('ntfy accepted the message.')).toBeVisible();
		expect(shown('ntfy')).toMatchObject([{ to: 'signals', title: 'Signalwheel test message' }]);

		// A Telegram chat sends its code.
		await page.getByRole('button', { name: 'Connect an app' }).click();
		await page.getByRole('combobox', { name: 'Service' }).selectOption('telegram');
		await page.getByRole('button', { name: 'Connect', exact: true }).click();
		const link = page.getByRole('link', { name: 'Open Telegram' });
		await expect(link).toHaveAttribute('href', /^https:\/\/t\.me\/signals_bot\?start=/);
		await expectFits(page);
		services.write(CHAT, `/start ${new URL((await link.getAttribute('href')) ?? '').searchParams.get('start')}`);
		await expect(page.getByRole('button', { name: 'Send test to Telegram' })).toBeVisible();
		await expect(link).toHaveCount(0);
		await expect.poll(() => shown('telegram').map(({ text }) => text)).toEqual([expect.stringContaining('This chat is connected.')]);
		await expectFits(page);

		await page.getByRole('button', { name: 'Connect an app' }).click();
		await page.getByRole('combobox', { name: 'Service' }).selectOption('discord');
		await page.getByRole('textbox', { name: 'Address' }).fill('https://discord.com/api/webhooks/1/abc');
		await page.getByRole('button', { name: 'Connect', exact: true }).click();
		await expect(apps.getByText('Discord: discord.com')).toBeVisible();

		// A quarter-hour of trading moves some price to the level just beside it.
		services.shown.length = 0;
		services.refusals.discord = 'revoked';
		const { items } = await (await context.request.get('/api/sector-charts?tab_type=free&max=5')).json();
		for (const { ticker, ticker_id } of items as { ticker: string; ticker_id: number }[]) {
			const [row] = (await (await context.request.get(`/api/landing/table?ticker=${ticker}`)).json()).items as { price: number }[];
			for (const cents of [0.01, -0.01]) {
				const condition = { kind: 'price', level: Number(((row?.price ?? 0) + cents).toFixed(2)) };
				const added = await context.request.post('/api/alerts', { data: { ticker_id, condition }, headers: { origin: running.url } });
				expect(added.status()).toBe(201);
			}
		}
		await page.goto('about:blank');
		await passUntilReport(running, (await fetchNewestReportTime(page)) + 1, 5 * SECOND);
		await expect.poll(() => services.shown.map(({ service }) => service).sort()).toEqual(['ntfy', 'telegram']);
		expect(shown('ntfy')[0]?.click).toContain(`${running.url}/messages`);
		expect(shown('telegram')).toMatchObject([{ to: String(CHAT), text: expect.stringMatching(/(rose|fell) to|messages/) }]);
		await signIn(context, running, 'premium');
		await openDelivery(page);
		await expect(apps.getByText(/^Stopped .*: Discord no longer knows the address \(404\)\.$/)).toBeVisible();
		await expectFits(page);
		delete services.refusals.discord;
		await page.getByRole('button', { name: 'Resume Discord: discord.com' }).click();
		await expect(apps.getByText(/^Stopped/)).toHaveCount(0);
		for (const name of ['ntfy: Home', 'Telegram', 'Discord: discord.com'])
			await page.getByRole('button', { name: `Remove ${name}` }).click();
		await expect(page.getByText('No apps connected yet.')).toBeVisible();
		await expect(page.getByRole('switch', { name: 'Apps' })).not.toBeChecked();
		await context.close();
	} finally {
		await running.close();
	}
});
