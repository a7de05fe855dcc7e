/** A push from the server to the screen. No public push service is used: a local one receives the message and passes it to the browser. */
import { expect } from '@playwright/test';
import { createLoopbackAgent } from '@sw/server/outside/https/testing/loopback-agent';
import { startReceiver } from '@sw/server/outside/https/testing/receiver';
import { createBrowserKeys, decryptPush, readVerifiedClaims } from '@sw/server/outside/push/testing/browser';
import { CHROMIUM } from '../chromium.ts';
import { FEW_TICKERS, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { signIn } from '../readers.ts';

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc';

test('a push is sent, read with the keys of the browser alone, and shown once however often it comes; who signs out is pushed nothing any more', async ({
	playwright,
	launchOptions,
}) => {
	await using receiver = await startReceiver();
	receiver.respond = (response) => void response.writeHead(201).end();
	const running = await startProduct({}, undefined, { tickers: FEW_TICKERS, agent: createLoopbackAgent(receiver.port) });
	// The full browser, since the headless engine shows no notifications; and a separate one: a context whose service worker had received pushes
	// sometimes never closed, but a browser can be killed.
	const browser = await playwright.chromium.launch({ ...launchOptions, executablePath: CHROMIUM });
	const context = await browser.newContext({ baseURL: running.url, serviceWorkers: 'allow', permissions: ['notifications'] });
	try {
		// The endpoint of a push service that can't be reached from this machine.
		await context.addInitScript((endpoint) => {
			PushManager.prototype.getSubscription = async () => ({ endpoint, unsubscribe: async () => true }) as PushSubscription;
		}, ENDPOINT);
		const page = await context.newPage();
		await signIn(context, running, 'pro');
		await page.goto('/profile');
		await page.evaluate(() => navigator.serviceWorker.ready);

		const { keys, ...rest } = createBrowserKeys();
		const call = (path: string, body: object) =>
			page.evaluate(
				async ([to, sent]) => {
					const answer = await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent });
					return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
				},
				[path, JSON.stringify(body)] as const,
			);
		expect(await call('/api/me/push', { endpoint: ENDPOINT, keys })).toMatchObject({ status: 201 });
		expect(await call('/api/me/delivery/test', { channel: 'push' })).toMatchObject({ status: 200, body: { delivered: true } });

		const [{ headers, body, path }] = receiver.received as [(typeof receiver.received)[0]];
		expect(path).toBe('/fcm/send/abc');
		expect(readVerifiedClaims(String(headers['authorization']))?.claims.aud).toBe('https://fcm.googleapis.com');
		const data = decryptPush(body, { keys, ...rest });

		const devtools = await context.newCDPSession(page);
		const registered = new Promise<string>((resolve) =>
			devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId)),
		);
		await devtools.send('ServiceWorker.enable');
		const registrationId = await registered;
		for (let times = 0; times < 2; times++)
			await devtools.send('ServiceWorker.deliverPushMessage', { origin: new URL(running.url).origin, registrationId, data });
		const shown = () =>
			page.evaluate(async () => {
				const notices = await (await navigator.serviceWorker.ready).getNotifications();
				return notices.map(({ title, body: text, data: more }) => ({ title, text, more }));
			});
		await expect
			.poll(shown)
			.toEqual([{ title: 'Signalwheel test message', text: expect.stringContaining('Simulated market'), more: { path: '/profile' } }]);

		const subscribed = async () => (await running.product.stores.records.pool.query('select 1 from push_subscriptions')).rowCount;
		expect(await subscribed()).toBe(1);
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.getByRole('link', { name: 'Sign out' }).click();
		await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
		expect(await subscribed()).toBe(0);
	} finally {
		await browser.close();
		await running.close();
	}
});
