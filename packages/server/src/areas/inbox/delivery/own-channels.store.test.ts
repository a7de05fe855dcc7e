import { HOUR } from '@sw/domain/time/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadDeliveryKeys } from '../../../compose/areas/delivery.ts';
import { type DeliveryApp, deliveryApp, PUSH_HOST } from '../../../compose/testing/delivery-app.ts';
import type { ReceivedRequest } from '../../../outside/https/testing/receiver.ts';
import { createBrowserKeys, decryptPush } from '../../../outside/push/testing/browser.ts';
import { createSignature } from '../../../outside/webhook/webhook.ts';
import { systemRandomSource } from '../../../platform/random-source.ts';
import type { Browser } from '../../accounts/testing/account-app.ts';

let at: DeliveryApp;
let ann: { browser: Browser; user: { id: string; email: string } };
let bob: typeof ann;
beforeAll(async () => {
	at = await deliveryApp();
	ann = await at.createSignedInUser({ license: 'pro' });
	bob = await at.createSignedInUser({ license: 'pro' });
});
beforeEach(() => {
	at.receiver.received.length = 0;
	at.receiver.respond = (response) => void response.writeHead(201).end();
	for (const verb of Object.keys(at.mailAnswers)) delete at.mailAnswers[verb];
});
afterAll(() => at?.[Symbol.asyncDispose]());

function fieldsOf(body: unknown): string[] {
	return (body as { errors: { field: string }[] }).errors.map(({ field }) => field);
}

async function settingsOf({ browser }: typeof ann) {
	return (await browser.send('GET', '/api/me/delivery')).body as { mail: boolean; push: boolean; webhook: boolean };
}

function wish(path: string, keys: object = createBrowserKeys().keys) {
	return {
		endpoint: `https://${PUSH_HOST}/${path}`,
		keys,
		expirationTime: null,
	};
}

describe('browsers that take pushes', () => {
	const add = (body: unknown, who = ann) => who.browser.send('POST', '/api/me/push', body);

	it.each([
		[{}, ['endpoint', 'keys']],
		[{ ...wish('a'), endpoint: 'https://evil.example.test/a' }, ['endpoint']],
		[{ ...wish('a'), endpoint: `http://${PUSH_HOST}/a` }, ['endpoint']],
		[{ ...wish('a'), endpoint: 'https://127.0.0.1/a' }, ['endpoint']],
		[{ ...wish('a'), endpoint: `https://${PUSH_HOST}/\u0000` }, ['endpoint']],
		[{ ...wish('a'), keys: { ...createBrowserKeys().keys, p256dh: 'short' } }, ['keys.p256dh']],
		[{ ...wish('a'), keys: { ...createBrowserKeys().keys, p256dh: Buffer.alloc(65, 1).toString('base64url') } }, ['keys.p256dh']],
		[{ ...wish('a'), keys: { ...createBrowserKeys().keys, auth: 'AAAA' } }, ['keys.auth']],
		[{ ...wish('a'), more: 1 }, ['more']],
	])('are refused where what they gave is wrong (case %#), and nothing is kept', async (body, fields) => {
		const { status, body: problem } = await add(body);
		expect(status).toBe(400);
		expect(fieldsOf(problem)).toEqual(fields);
		expect((await ann.browser.send('GET', '/api/me/push')).body).toMatchObject({ key: expect.stringMatching(/^[\w-]{87}$/), items: [] });
	});

	it('switch web push on, are listed, belong to the signed-in user, and are removed one by one', async () => {
		const first = await add(wish('first'));
		expect(first).toMatchObject({ status: 201, body: { host: PUSH_HOST, agent: 'Test browser', delivered: null } });
		expect(await add(wish('first'))).toMatchObject({ status: 201, body: { id: (first.body as { id: string }).id } });
		expect(await settingsOf(ann)).toMatchObject({ push: true });
		await add(wish('second'));
		await add(wish('second'), bob);
		const items = async (who: typeof ann) => ((await who.browser.send('GET', '/api/me/push')).body as { items: { id: string }[] }).items;
		expect([(await items(ann)).length, (await items(bob)).length]).toEqual([1, 1]);

		const [bobs] = await items(bob);
		const remove = (body: object) => ann.browser.send('DELETE', '/api/me/push', body);
		for (const body of [{}, { id: bobs?.id, endpoint: wish('first').endpoint }, { id: 'x' }]) expect((await remove(body)).status).toBe(400);
		expect((await remove({ id: bobs?.id })).status).toBe(404);
		expect((await remove({ endpoint: wish('second').endpoint })).status).toBe(404);
		expect((await remove({ endpoint: wish('first').endpoint })).status).toBe(204);
		expect(await items(ann)).toEqual([]);
		expect(await settingsOf(ann)).toMatchObject({ push: false });
	});

	it('are ten at most', async () => {
		const carl = await at.createSignedInUser();
		for (let n = 0; n < 10; n++) expect((await add(wish(`carl${n}`), carl)).status).toBe(201);
		expect(await add(wish('carl10'), carl)).toMatchObject({ status: 409, body: { title: 'Conflict' } });
		expect((await add(wish('carl3'), carl)).status).toBe(201);
	});
});

describe("an address of one's own", () => {
	const set = (url: unknown) => ann.browser.send('PUT', '/api/me/webhook', { url });

	it.each([
		'http://hooks.example.com/',
		'https://user:pass@hooks.example.com/',
		'https://localhost/',
		'https://10.0.0.1/',
		'https://[::ffff:127.0.0.1]/',
		'https://metadata.google.internal/',
		'no address',
		'',
		null,
		`https://example.com/${'x'.repeat(2_000)}`,
	])('may not be %s', async (url) => {
		const { status, body } = await set(url);
		expect(status).toBe(400);
		expect(fieldsOf(body)).toEqual(['url']);
		expect((await ann.browser.send('GET', '/api/me/webhook')).body).toEqual({ url: null, created: null, delivered: null, failures: 0 });
	});

	it('is set with a secret that is shown once, another one with each setting, and forgotten', async () => {
		const first = await set('https://hooks.example.com/in?key=a');
		expect(first).toMatchObject({
			status: 200,
			body: { url: 'https://hooks.example.com/in?key=a', secret: expect.stringMatching(/^whsec_/) },
		});
		const second = await set('https://hooks.example.com/in?key=a');
		expect((second.body as { secret: string }).secret).not.toBe((first.body as { secret: string }).secret);
		const { body } = await ann.browser.send('GET', '/api/me/webhook');
		expect(body).toMatchObject({ url: 'https://hooks.example.com/in?key=a', created: expect.any(String) });
		expect(JSON.stringify(body)).not.toContain('whsec_');
		expect(await settingsOf(ann)).toMatchObject({ webhook: true });
		expect((await ann.browser.send('DELETE', '/api/me/webhook')).status).toBe(204);
		expect((await ann.browser.send('DELETE', '/api/me/webhook')).status).toBe(404);
		expect(await settingsOf(ann)).toMatchObject({ webhook: false });
	});
});

describe('a trial', () => {
	const attempt = (channel: unknown, who = ann) => who.browser.send('POST', '/api/me/delivery/test', { channel });

	it('needs one of the channels, and says which has no recipient', async () => {
		for (const channel of ['fax', null, undefined, ['mail']]) expect((await attempt(channel)).status).toBe(400);
		expect((await attempt('push')).body).toEqual({
			delivered: false,
			line: 'No browser is subscribed to push notifications for this account yet.',
		});
		expect((await attempt('webhook')).body).toEqual({ delivered: false, line: 'No webhook address is set yet.' });
	});

	it('goes by mail, to the browsers and to the address, and says what came of it', async () => {
		expect((await attempt('mail')).body).toEqual({ delivered: true, line: `The mail server accepted a mail to ${ann.user.email}.` });
		expect(at.mailServer.acceptedMails.at(-1)).toContain('Subject: Signalwheel test message');
		at.mailAnswers['RCPT'] = '550 no';
		expect((await attempt('mail')).body).toEqual({ delivered: false, line: 'The mail server rejected the recipient (550).' });

		const keys = createBrowserKeys();
		await ann.browser.send('POST', '/api/me/push', wish('trial', keys.keys));
		expect((await attempt('push')).body).toMatchObject({ delivered: true, line: expect.stringMatching(/for 1 of 1 browsers/) });
		expect(JSON.parse(decryptPush(at.receiver.received[0]?.body as Buffer, keys))).toMatchObject({
			title: 'Signalwheel test message',
			path: '/profile',
		});

		const { secret } = (await ann.browser.send('PUT', '/api/me/webhook', { url: 'https://hooks.example.com/in' })).body as {
			secret: string;
		};
		expect((await attempt('webhook')).body).toEqual({ delivered: true, line: 'The receiver accepted the message.' });
		const { headers, body } = at.receiver.received.at(-1) as ReceivedRequest;
		const seconds = Number(headers['webhook-timestamp']);
		expect(headers['webhook-signature']).toBe(createSignature(secret, String(headers['webhook-id']), seconds, String(body)));
		expect(JSON.parse(String(body))).toMatchObject({ type: 'trial' });
		at.receiver.respond = (response) => void response.writeHead(302, { location: 'https://10.0.0.1/' }).end();
		expect((await attempt('webhook')).body).toEqual({ delivered: false, line: "The receiver redirects (302); redirects aren't followed." });
	});

	it('is made twenty times an hour at most', async () => {
		const dora = await at.createSignedInUser();
		for (let n = 0; n < 20; n++) expect((await attempt('webhook', dora)).status).toBe(200);
		expect(await attempt('webhook', dora)).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
		at.clock.forward(HOUR);
	});
});

describe('keys of this service', () => {
	it('are made once and kept; configured ones come before', async () => {
		const { db } = at.records;
		const first = await loadDeliveryKeys(db, null, systemRandomSource);
		expect(await loadDeliveryKeys(db, null, systemRandomSource)).toEqual(first);
		const own = { publicKey: 'public', privateKey: 'private' };
		expect(await loadDeliveryKeys(db, own, systemRandomSource)).toEqual({ ...first, push: own });
	});
});
