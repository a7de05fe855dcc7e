import { HOUR, MINUTE, SECOND } from '@sw/domain/time/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryApp, deliveryApp, PUSH_HOST } from '../../../compose/testing/delivery-app.ts';
import {
	changeDeliverySettings,
	endFaults,
	readerWithMail,
	readerWithPush,
	readerWithWebhook,
	readStoppedChannels,
} from '../../../compose/testing/delivery-readers.ts';
import { createBrowserKeys } from '../../../outside/push/testing/browser.ts';

let at: DeliveryApp;
beforeAll(async () => {
	at = await deliveryApp();
});
beforeEach(() => endFaults(at));
afterAll(() => at?.[Symbol.asyncDispose]());

describe('a receiver that does not take it', () => {
	it('is asked again with longer and longer pauses, under the same id, and given up', async () => {
		const { user } = await readerWithWebhook(at);
		at.receiver.respond = (response) => void response.writeHead(500).end();
		const id = await at.addDelivery(user.id, 'webhook');
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({
			state: 'waiting',
			attempts: 1,
			reason: 'The receiver answered with status 500.',
			dueAt: at.clock.now() + 15 * SECOND,
		});
		await at.advance(15 * SECOND - 1);
		expect(at.receiver.received).toHaveLength(1);
		await at.advance(1);
		expect(await at.readState(id)).toMatchObject({ attempts: 2, dueAt: at.clock.now() + 30 * SECOND });
		for (let n = 0; n < 12; n++) await at.advance(HOUR);
		expect(await at.readState(id)).toMatchObject({ state: 'failed', attempts: 12, reason: 'The receiver answered with status 500.' });
		expect(at.receiver.received).toHaveLength(12);
		expect(new Set(at.receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
	});

	it('is asked no sooner than it wishes', async () => {
		const { user } = await readerWithPush(at, 'patient');
		at.receiver.respond = (response) => void response.writeHead(429, { 'retry-after': '1200' }).end();
		const id = await at.addDelivery(user.id, 'push');
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'waiting', dueAt: at.clock.now() + 20 * MINUTE });
		at.receiver.respond = (response) => void response.writeHead(201).end();
		await at.advance(20 * MINUTE);
		expect(await at.readState(id)).toMatchObject({ state: 'delivered', attempts: 2 });
	});

	it('finds it too large: this one fails, others go on', async () => {
		const { user } = await readerWithPush(at, 'small');
		at.receiver.respond = (response) => void response.writeHead(413).end();
		const id = await at.addDelivery(user.id, 'push');
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'failed', reason: 'The message is too large for the push service.' });
		at.receiver.respond = (response) => void response.writeHead(201).end();
		const next = await at.addDelivery(user.id, 'push');
		await at.runJobs();
		expect(await at.readState(next)).toMatchObject({ state: 'delivered' });
	});

	it('of two browsers is asked again alone', async () => {
		const { user } = await readerWithPush(at, 'good', 'bad');
		at.receiver.respond = (response, { path }) => void response.writeHead(path === '/bad' ? 503 : 201).end();
		const id = await at.addDelivery(user.id, 'push');
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'waiting' });
		await at.advance(MINUTE);
		expect(at.receiver.received.map(({ path }) => path).sort()).toEqual(['/bad', '/bad', '/good']);
	});

	it('has ended its subscription: it is forgotten; with the last one web push stops and says why', async () => {
		const one = await readerWithPush(at, 'left', 'gone');
		at.receiver.respond = (response, { path }) => void response.writeHead(path === '/gone' ? 410 : 201).end();
		const first = await at.addDelivery(one.user.id, 'push');
		await at.runJobs();
		expect(await at.readState(first)).toMatchObject({ state: 'delivered' });
		expect((await one.browser.send('GET', '/api/me/push')).body).toMatchObject({
			items: [{ host: PUSH_HOST, delivered: expect.any(String) }],
		});
		at.receiver.respond = (response) => void response.writeHead(404).end();
		const second = await at.addDelivery(one.user.id, 'push');
		const third = await at.addDelivery(one.user.id, 'push', { dueMinutes: 60 });
		await at.runJobs();
		expect(await at.readState(second)).toMatchObject({ state: 'failed' });
		expect(await at.readState(third)).toMatchObject({ state: 'dropped', reason: expect.stringMatching(/stopped/) });
		expect(await readStoppedChannels(at, one)).toMatchObject([
			{ channel: 'push', why: 'This account no longer has a subscribed browser.' },
		]);
		await one.browser.send('POST', '/api/me/push', { endpoint: `https://${PUSH_HOST}/new`, keys: createBrowserKeys().keys });
		expect(await readStoppedChannels(at, one)).toEqual([]);
	});

	it('may have registered with another key of this service: it is removed without a request', async () => {
		const { user } = await readerWithPush(at, 'old key');
		await at.records.pool.query("update push_subscriptions set server_key = 'other' where user_id = $1", [user.id]);
		await at.addDelivery(user.id, 'push');
		await at.runJobs();
		expect(at.receiver.received).toEqual([]);
		expect((await at.records.pool.query('select 1 from push_subscriptions where user_id = $1', [user.id])).rowCount).toBe(0);
	});

	it('refuses the mailbox for good: mails stop, and the profile says why, until they are switched on again', async () => {
		const one = await readerWithMail(at);
		at.mailAnswers['RCPT'] = '550 no such user';
		const id = await at.addDelivery(one.user.id, 'mail');
		const waiting = await at.addDelivery(one.user.id, 'mail', { dueMinutes: 60 });
		await at.runJobs();
		const reason = 'The mail server rejected the recipient (550).';
		expect(await at.readState(id)).toMatchObject({ state: 'failed', reason });
		expect(await at.readState(waiting)).toMatchObject({ state: 'dropped' });
		expect(await readStoppedChannels(at, one)).toMatchObject([{ channel: 'mail', why: reason }]);
		delete at.mailAnswers['RCPT'];
		expect((await changeDeliverySettings(one, { mail: true })).stopped).toEqual([]);
		const secondId = await at.addDelivery(one.user.id, 'mail');
		await at.runJobs();
		expect(await at.readState(secondId)).toMatchObject({ state: 'delivered' });
	});

	it("may be the site's own mail server: no user's mail stops, attempts do not count, and other mails wait with it", async () => {
		const one = await readerWithMail(at);
		at.mailAnswers['MAIL'] = '530 who are you';
		const ids = [];
		for (let n = 0; n < 20; n++) ids.push(await at.addDelivery(one.user.id, 'mail'));
		await at.runJobs();
		const states = await Promise.all(ids.map(at.readState));
		expect(states.every((one) => one?.state === 'waiting' && one.attempts <= 1)).toBe(true);
		expect(states.filter((one) => one?.attempts === 1).length).toBeLessThan(20);
		await at.runJobs();
		expect(await Promise.all(ids.map(at.readState))).toEqual(states);
		expect(await readStoppedChannels(at, one)).toEqual([]);
		delete at.mailAnswers['MAIL'];
		await at.advance(2 * MINUTE);
		expect((await Promise.all(ids.map(at.readState))).every((one) => one?.state === 'delivered')).toBe(true);
	});

	it('is an address that fails often and for long: it is switched off, and says why', async () => {
		const one = await readerWithWebhook(at);
		at.receiver.respond = (response) => void response.writeHead(500).end();
		for (let n = 0; n < 19; n++) await at.addDelivery(one.user.id, 'webhook');
		await at.runJobs();
		await at.advance(30 * SECOND);
		expect(await readStoppedChannels(at, one)).toEqual([]);
		await at.advance(3 * HOUR);
		expect(await readStoppedChannels(at, one)).toMatchObject([
			{ channel: 'webhook', why: expect.stringMatching(/^It failed \d+ times in a row/) },
		]);
	});

	it('is an address that wants nothing more: it is switched off at once', async () => {
		const one = await readerWithWebhook(at);
		at.receiver.respond = (response) => void response.writeHead(410).end();
		await at.addDelivery(one.user.id, 'webhook');
		await at.runJobs();
		expect(await readStoppedChannels(at, one)).toMatchObject([{ channel: 'webhook', why: 'The receiver rejects further messages (410).' }]);
	});
});
