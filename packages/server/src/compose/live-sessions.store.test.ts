import type { AddressInfo } from 'node:net';
import { type HubConnection, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr';
import { hub as calls } from '@sw/contract/reports/hub';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp, type Browser, ORIGIN, PASSWORD } from '../areas/accounts/testing/account-app.ts';
import { createHub, type Hub } from '../hub/create-hub.ts';
import { waitForCallback } from '../hub/testing/hub-server.ts';
import { createFakeWallClock } from '../platform/clocks/testing/fake-wall-clock.ts';
import { subscribeToSessions } from './areas/accounts.ts';

let at: AccountApp;
let hub: Hub<never>;
let subscription: AsyncDisposable & { close(): Promise<void> };
let origin: string;
const clients: HubConnection[] = [];

beforeAll(async () => {
	at = await accountApp({
		createAreas: ({ accounts }) => {
			hub = createHub({ wall: createFakeWallClock(), guard: accounts.guard, origin: ORIGIN, canReceive: () => true });
			return [];
		},
		createExtensions: () => [hub.routes],
	});
	subscription = (await subscribeToSessions(at.records, at.accounts, hub)) as typeof subscription;
	await at.app.listen({ port: 0, host: '127.0.0.1' });
	origin = `http://127.0.0.1:${(at.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
	await Promise.all(clients.map((client) => client.stop()));
	await subscription.close();
	await at[Symbol.asyncDispose]();
});

/** The real client with the cookies of a browser; its poll is held. */
async function connected(browser: Browser): Promise<HubConnection> {
	const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	const client = new HubConnectionBuilder()
		.withUrl(origin + calls.poll.path, { headers: { cookie } })
		.configureLogging(LogLevel.None)
		.withAutomaticReconnect([0, 0])
		.build();
	clients.push(client);
	const before = hub.metrics().heldPolls;
	await client.start();
	await expect.poll(() => hub.metrics().heldPolls).toBe(before + 1);
	return client;
}

async function another(email: string): Promise<Browser> {
	const browser = at.browser();
	await browser.send('POST', '/api/auth/login', { email, password: PASSWORD });
	return browser;
}

describe('an open connection', () => {
	it.each<[string, (browser: Browser) => Promise<{ status: number }>, number]>([
		['signing out', (browser) => browser.send('POST', '/api/auth/logoff'), 204],
		['the sign-out link', (browser) => browser.send('GET', '/logout'), 302],
	])('ends at once for good by %s, and no other of the account does', async (_, leave, status) => {
		const { browser, user } = await at.createSignedInUser({ license: 'pro' });
		const mine = await connected(browser);
		const before = mine.connectionId;
		const other = await connected(await another(user.email));
		expect(mine.connectionId).toBe(before);
		const closed = waitForCallback<Error | undefined>((listener) => mine.onclose(listener));
		expect((await leave(browser)).status).toBe(status);
		expect(await closed).toBeUndefined();
		expect([mine.state, other.state]).toEqual([HubConnectionState.Disconnected, HubConnectionState.Connected]);
	});

	it.each<[string, (browser: Browser, id: string) => Promise<unknown>]>([
		['a block', (_, id) => at.accounts.context.records.changeUser(id, { status: 'blocked' })],
		[
			'a change of the password in another browser',
			(browser) => browser.send('PUT', '/api/me/password', { password: PASSWORD, new_password: 'another long secret' }),
		],
	])('ends at once by %s', async (_, end) => {
		const { browser, user } = await at.createSignedInUser({ license: 'pro' });
		const mine = await connected(await another(user.email));
		const closed = waitForCallback<Error | undefined>((listener) => mine.onclose(listener));
		await end(browser, user.id);
		await closed;
		expect(mine.state).toBe(HubConnectionState.Disconnected);
	});

	it('ends when its session is ended in another browser, by the refresh token too', async () => {
		const { browser, user } = await at.createSignedInUser({ license: 'pro' });
		const elsewhere = await another(user.email);
		const mine = await connected(elsewhere);
		const { items } = (await browser.send('GET', '/api/me/sessions')).body as { items: { id: string; current: boolean }[] };
		const closed = waitForCallback<Error | undefined>((listener) => mine.onclose(listener));
		await browser.send('DELETE', `/api/me/sessions/${items.find(({ current }) => !current)?.id}`);
		expect(await closed).toBeUndefined();
		const last = await connected(browser);
		const over = waitForCallback<Error | undefined>((listener) => last.onclose(listener));
		browser.cookies.delete('sw_access');
		await browser.send('GET', '/logout');
		expect(await over).toBeUndefined();
	});
});
