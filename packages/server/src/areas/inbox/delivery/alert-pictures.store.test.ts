import { DAY, MINUTE, type ReportTime, type TickerId, utcMs } from '@sw/domain/time/units';
import { afterEach, describe, expect, it } from 'vitest';
import { type DeliveryApp, deliveryApp } from '../../../compose/testing/delivery-app.ts';
import { ADDRESSES, createMessageServices } from '../../../outside/messengers/testing/message-services.ts';
import { createPictureToken, readPictureToken } from './link-tokens.ts';

let at: DeliveryApp;
afterEach(() => at?.[Symbol.asyncDispose]());

/** The addresses of pictures in what Slack and Gotify were sent of an alert. */
async function addressesAt(origin?: string): Promise<(string | undefined)[]> {
	at = await deliveryApp(origin === undefined ? {} : { origin });
	const services = createMessageServices();
	at.receiver.respond = services.respond;
	const { browser, user } = await at.createSignedInUser({ license: 'pro' });
	for (const channel of [
		{ service: 'slack', url: ADDRESSES.slack },
		{ service: 'gotify', url: ADDRESSES.gotify, token: 'AppToken' },
	])
		expect((await browser.send('POST', '/api/me/channels', channel)).status).toBe(201);
	const id = await at.addDelivery(user.id, 'app', { kind: 'alert', subject: 'AAA reached depth 3' });
	await at.runJobs();
	expect(await at.readState(id)).toMatchObject({ state: 'delivered' });
	expect(services.shown.map(({ service }) => service).sort()).toEqual(['gotify', 'slack']);
	expect(at.errors).toEqual([]);
	return services.shown.map(({ pictureUrl }) => pictureUrl);
}

describe("an alert's picture in Slack and Gotify", () => {
	it('is loaded from a signed address of the public origin, without an account, until the address expires', async () => {
		const [address, other] = await addressesAt('https://signals.example');
		expect(other).toBe(address);
		const [, path = '', token = ''] = /^https:\/\/signals\.example(\/wheels\/([\w-]{46})\.png)$/.exec(address ?? '') ?? [];
		const load = (url: string) => at.browser().send('GET', url);
		const { status, headers } = await load(path);
		expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/png', 'private, max-age=3600']);
		expect([headers['cross-origin-resource-policy'], headers['set-cookie']]).toEqual(['cross-origin', undefined]);
		const swapped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
		for (const wrong of [swapped, `${token}A`, token.slice(1), 'x', '%00', 'a'.repeat(200)])
			expect((await load(`/wheels/${wrong}.png`)).status, wrong).toBe(404);
		at.clock.forward(7 * DAY - MINUTE);
		expect((await load(path)).status).toBe(200);
		at.clock.forward(2 * MINUTE);
		expect((await load(path)).status).toBe(404);
	});

	it('is left out where the origin is not a public https address', async () => {
		for (const origin of [undefined, 'http://signals.example', 'https://localhost', 'https://192.168.1.5', 'https://box.lan']) {
			expect(await addressesAt(origin)).toEqual([undefined, undefined]);
			if (origin !== 'https://box.lan') await at[Symbol.asyncDispose]();
		}
	});
});

describe('the token of a picture', () => {
	const wheel = {
		tickerId: 2_000_000_000 as TickerId,
		time: Date.UTC(2026, 5, 30, 15) as ReportTime,
		tab: 'free',
		strategy: 'third',
	} as const;
	const now = utcMs(Date.UTC(2026, 5, 30, 15));

	it('names its wheel, for the secret that it was signed with alone', () => {
		const secret = Buffer.alloc(32, 1);
		const token = createPictureToken(secret, wheel, now);
		expect(readPictureToken(secret, token, now)).toEqual(wheel);
		expect(readPictureToken(Buffer.alloc(32, 2), token, now)).toBeUndefined();
		// No bit of it can be changed.
		const bytes = Buffer.from(token, 'base64url');
		for (let bit = 0; bit < 8 * bytes.length; bit++) {
			const changed = Buffer.from(bytes);
			changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
			expect(readPictureToken(secret, changed.toString('base64url'), now)).toBeUndefined();
		}
	});
});
