import type { StoppedChannel } from '@sw/domain/inbox/delivery';
import { stoppedChannelsOf } from '@sw/store/postgres/records/inbox/delivery-settings';
import { expect } from 'vitest';
import type { Browser } from '../../areas/accounts/testing/account-app.ts';
import { type BrowserKeys, createBrowserKeys } from '../../outside/push/testing/browser.ts';
import { type DeliveryApp, PUSH_HOST } from './delivery-app.ts';

/** A signed-in user with a licence. */
export interface Reader {
	browser: Browser;
	user: { id: string; email: string };
}

/** Ends all faults, so that every delivery succeeds. */
export function endFaults({ receiver, errors, mailAnswers }: DeliveryApp): void {
	receiver.received.length = 0;
	receiver.respond = (response) => void response.writeHead(201).end();
	errors.length = 0;
	for (const verb of Object.keys(mailAnswers)) delete mailAnswers[verb];
}

export async function changeDeliverySettings({ browser }: Reader, change: object): Promise<{ stopped: object[] }> {
	const { status, body } = await browser.send('PATCH', '/api/me/delivery', change);
	expect(status).toBe(200);
	return body as { stopped: object[] };
}

export function readStoppedChannels(at: DeliveryApp, { user }: Reader): Promise<StoppedChannel[]> {
	return stoppedChannelsOf(at.records.db, user.id);
}

/** A user who wants alerts by mail. */
export async function readerWithMail(at: DeliveryApp): Promise<Reader> {
	const one = await reader(at);
	await changeDeliverySettings(one, { mail: true });
	return one;
}

function reader(at: DeliveryApp): Promise<Reader> {
	return at.createSignedInUser({ license: 'pro' });
}

/** A user whose browsers accept push messages, one for each path. */
export async function readerWithPush(at: DeliveryApp, ...paths: string[]): Promise<Reader & { keys: BrowserKeys[] }> {
	const one = await reader(at);
	const keys = paths.map(() => createBrowserKeys());
	for (const [n, path] of paths.entries()) {
		const body = { endpoint: `https://${PUSH_HOST}/${path}`, keys: keys[n]?.keys };
		expect((await one.browser.send('POST', '/api/me/push', body)).status).toBe(201);
	}
	return { ...one, keys };
}

/** A user with a webhook. */
export async function readerWithWebhook(at: DeliveryApp): Promise<Reader & { secret: string }> {
	const one = await reader(at);
	const { body } = await one.browser.send('PUT', '/api/me/webhook', { url: 'https://hooks.example.com/in' });
	return { ...one, secret: (body as { secret: string }).secret };
}
