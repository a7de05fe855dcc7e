import { formCode } from '@sw/domain/filings/information-codes';
import { createReportTable } from '@sw/domain/signals/report-table';
import { DAY, HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import { claimDueDeliveries } from '@sw/store/postgres/records/inbox/deliveries';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryApp, deliveryApp } from '../../../compose/testing/delivery-app.ts';
import {
	changeDeliverySettings,
	endFaults,
	type Reader,
	readerWithMail,
	readerWithPush,
	readerWithWebhook,
} from '../../../compose/testing/delivery-readers.ts';
import { NOW } from '../../../market/window/testing/fixture.ts';
import { type BrowserKeys, decryptPush } from '../../../outside/push/testing/browser.ts';
import { createSignature } from '../../../outside/webhook/webhook.ts';

let at: DeliveryApp;
beforeAll(async () => {
	at = await deliveryApp();
});
beforeEach(() => endFaults(at));
afterAll(() => at?.[Symbol.asyncDispose]());

describe('a payment notification', () => {
	it('comes by mail, once, with its id, its lists and a link that ends such mails', async () => {
		const { user } = await readerWithMail(at);
		const id = await at.addDelivery(user.id, 'mail');
		const before = at.mailServer.acceptedMails.length;
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'delivered', attempts: 1, reason: null });
		expect(at.mailServer.acceptedMails).toHaveLength(before + 1);
		const mail = at.mailServer.acceptedMails.at(-1) ?? '';
		expect(mail).toContain(`To: ${user.email}`);
		expect(mail).toContain('Subject: Rise: 2 entered, 1 left');
		expect(mail).toContain(`Message-ID: <${id}@localhost>`);
		expect(mail).toMatch(/^List-Unsubscribe: <http:\/\/localhost:8080\/unsubscribe\/[\w-]{48}>$/m);
		expect(mail).toContain('Entered: AAA, CCC');
		expect(mail).toContain('Left: BBB');
		expect(mail).toContain('Simulated market');
		await at.runJobs();
		expect(at.mailServer.acceptedMails).toHaveLength(before + 1);
	});

	it('says which of its tickers moved with a filing and which without, in mails, pushes and webhooks', async () => {
		const table = createReportTable(NOW as never, 'reverse', 3);
		table.tickerId.set([10, 20, 30]);
		table.information.set([2, 1, 1]);
		table.filingForm[0] = formCode('8-K');
		table.filingAccepted[0] = NOW / 1_000 - 3_600;
		const mailed = await readerWithMail(at);
		await at.addDelivery(mailed.user.id, 'mail', { table });
		const pushed = await readerWithPush(at, 'laptop');
		await at.addDelivery(pushed.user.id, 'push', { table });
		const posted = await readerWithWebhook(at);
		await at.addDelivery(posted.user.id, 'webhook', { table });
		await at.runJobs();
		const mail = at.mailServer.acceptedMails.at(-1) ?? '';
		expect(mail).toContain('With a filing: AAA (8-K)');
		expect(mail).toContain('No filing: CCC');
		const bodies = at.receiver.received.map(({ path, body }) =>
			path === '/laptop' ? JSON.parse(decryptPush(body, pushed.keys[0] as BrowserKeys)).body : JSON.parse(String(body)).data.messages[0],
		);
		expect(bodies).toContain('Simulated market · AAA (8-K), CCC (no filing)');
		expect(bodies).toContainEqual(expect.objectContaining({ with_filing: [{ symbol: 'AAA', form: '8-K' }], without_filing: ['CCC'] }));
	});

	it('is sent with the others of a digest in one mail', async () => {
		const { user } = await readerWithMail(at);
		await at.addDelivery(user.id, 'mail', { count: 3, subject: 'List' });
		await at.runJobs();
		const mail = at.mailServer.acceptedMails.at(-1) ?? '';
		expect(mail).toContain('Subject: 3 filter alerts');
		for (const name of ['List 1: 2 entered, 1 left', 'List 2: 2 entered', 'List 3: 2 entered']) expect(mail).toContain(name);
	});

	it('comes to every browser, readable by it alone, small and without prices', async () => {
		const { user, keys } = await readerWithPush(at, 'laptop', 'phone');
		const id = await at.addDelivery(user.id, 'push');
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'delivered' });
		const bodies = at.receiver.received.map(({ path, body }) => [path, decryptPush(body, keys[path === '/laptop' ? 0 : 1] as BrowserKeys)]);
		expect(bodies.map(([path]) => path).sort()).toEqual(['/laptop', '/phone']);
		expect(JSON.parse(bodies[0]?.[1] ?? '')).toEqual({
			id,
			title: 'Rise: 2 entered, 1 left',
			body: 'Simulated market · AAA, CCC',
			path: expect.stringMatching(/^\/messages\/\d+$/),
		});
		expect(at.receiver.received[0]?.headers).toMatchObject({ topic: id.replaceAll('-', ''), urgency: 'high', ttl: '14400' });
	});

	it('is posted to the address, signed over its id, the time and the body', async () => {
		const { user, secret } = await readerWithWebhook(at);
		const id = await at.addDelivery(user.id, 'webhook');
		await at.runJobs();
		const [{ headers, body } = { headers: {} as Record<string, string>, body: Buffer.alloc(0) }] = at.receiver.received;
		expect(headers['webhook-id']).toBe(id);
		expect(headers['webhook-timestamp']).toBe(String(Math.floor(at.clock.now() / 1000)));
		expect(headers['webhook-signature']).toBe(createSignature(secret, id, Number(headers['webhook-timestamp']), String(body)));
		expect(JSON.parse(String(body))).toMatchObject({
			type: 'notices',
			data: {
				id,
				simulated: true,
				messages: [{ kind: 'filter', subject: 'Rise', entered: ['AAA', 'CCC'], left: ['BBB'], matches: 2, of: 1_200 }],
			},
		});
		expect(String(body)).not.toMatch(/price/i);
	});

	it('waits until it is due by wall-clock time and by the market clock', async () => {
		const { user } = await readerWithMail(at);
		const late = await at.addDelivery(user.id, 'mail', { dueMinutes: 5 });
		const closed = await at.addDelivery(user.id, 'mail', { marketDue: NOW + 1 });
		await at.runJobs();
		expect([await at.readState(late), await at.readState(closed)]).toMatchObject([
			{ state: 'waiting', attempts: 0 },
			{ state: 'waiting', attempts: 0 },
		]);
		await at.advance(5 * MINUTE);
		expect([await at.readState(late), await at.readState(closed)]).toMatchObject([
			{ state: 'delivered' },
			{ state: 'waiting', attempts: 0 },
		]);
	});

	it('that falls due while its owner sleeps waits for the morning', async () => {
		const one = await readerWithMail(at);
		const { user } = one;
		const minute = (ms: number) => new Date(at.clock.now() + ms).toISOString().slice(11, 16);
		await changeDeliverySettings(one, { zone: 'Etc/UTC', quiet: { on: true, from: minute(-HOUR), to: minute(HOUR) } });
		const id = await at.addDelivery(user.id, 'mail');
		await at.runJobs();
		const held = await at.readState(id);
		expect(held).toMatchObject({ state: 'waiting', reason: null });
		expect((held?.dueAt ?? 0) - at.clock.now()).toBeGreaterThan(59 * MINUTE);
		await at.advance(HOUR + MINUTE);
		expect(await at.readState(id)).toMatchObject({ state: 'delivered' });
	});
});

describe('what has changed while a notice was on its way', () => {
	const dropped = async (id: string, reason: RegExp) => {
		const before = at.mailServer.acceptedMails.length;
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'dropped', reason: expect.stringMatching(reason) });
		expect([at.mailServer.acceptedMails.length, at.receiver.received.length]).toEqual([before, 0]);
	};

	it('the channel is off', async () => {
		const one = await readerWithMail(at);
		const id = await at.addDelivery(one.user.id, 'mail');
		await changeDeliverySettings(one, { mail: false });
		await dropped(id, /switched the channel off/);
	});

	it('its filter is deleted: the message stays, nothing is sent', async () => {
		const one = await readerWithMail(at);
		const filterId = await at.addFilter(one.user.id, 'Gone');
		const id = await at.addDelivery(one.user.id, 'mail', { filterId });
		await at.records.pool.query('delete from filters where id = $1', [filterId]);
		await dropped(id, /filter/);
		const { body } = await one.browser.send('GET', '/api/messages');
		expect(body).toMatchObject({ total_count: 1 });
	});

	it('may be a deleted filter: the digest reports the others', async () => {
		const one = await readerWithMail(at);
		await at.addFilter(one.user.id, 'Stays');
		const id = await at.addDelivery(one.user.id, 'mail', { count: 2, subject: 'List' });
		await at.records.pool.query("update messages set deleted_at = now() where subject = 'List 2' and user_id = $1", [one.user.id]);
		await at.runJobs();
		expect(await at.readState(id)).toMatchObject({ state: 'delivered' });
		expect(at.mailServer.acceptedMails.at(-1)).toContain('Subject: List 1: 2 entered');
	});

	it('the licence has ended; what is no filter of it still comes', async () => {
		const one = await readerWithMail(at);
		const notice = await at.addDelivery(one.user.id, 'mail');
		const order = await at.addDelivery(one.user.id, 'mail', { kind: 'order', subject: 'Your receipt' });
		await at.records.pool.query('update users set license = null where id = $1', [one.user.id]);
		await at.runJobs();
		expect(await at.readState(notice)).toMatchObject({ state: 'dropped', reason: expect.stringMatching(/licence/) });
		expect(await at.readState(order)).toMatchObject({ state: 'delivered' });
		expect(at.mailServer.acceptedMails.at(-1)).toContain('Subject: Your receipt');
	});

	it('the account is blocked, or gone', async () => {
		const one = await readerWithMail(at);
		const blocked = await at.addDelivery(one.user.id, 'mail');
		await at.records.pool.query("update users set status = 'blocked' where id = $1", [one.user.id]);
		await dropped(blocked, /blocked/);
		const gone = await at.addDelivery(one.user.id, 'mail');
		await at.records.pool.query('delete from users where id = $1', [one.user.id]);
		await at.runJobs();
		expect(await at.readState(gone)).toBeUndefined();
		expect(at.errors).toEqual([]);
	});

	it('the address or the last browser is gone', async () => {
		const one = await readerWithWebhook(at);
		const id = await at.addDelivery(one.user.id, 'webhook');
		await at.records.pool.query('delete from webhooks where user_id = $1', [one.user.id]);
		await dropped(id, /no address to send it to/);
	});
});

describe('what was taken', () => {
	const moment = () => ({ now: utcMs(at.clock.now()), marketNow: utcMs(NOW) });

	it('is taken by one of several, and falls due again when that one has died', async () => {
		const { user } = await readerWithMail(at);
		const ids: string[] = [];
		for (let n = 0; n < 30; n++) ids.push(await at.addDelivery(user.id, 'mail'));
		const until = utcMs(at.clock.now() + 3 * MINUTE);
		const { db } = at.records;
		const parts = await Promise.all([1, 2, 3].map(() => claimDueDeliveries(db, 'mail', { ...moment(), until, limit: 10 })));
		const taken = parts.flat().map(({ id }) => id);
		expect(new Set(taken).size).toBe(taken.length);
		await claimDueDeliveries(db, 'mail', { ...moment(), until, limit: 100 });
		const before = at.mailServer.acceptedMails.length;
		await at.runJobs();
		expect(at.mailServer.acceptedMails).toHaveLength(before);
		await at.advance(3 * MINUTE);
		expect(at.mailServer.acceptedMails).toHaveLength(before + 30);
		expect(await at.readState(ids[0] ?? '')).toMatchObject({ state: 'delivered', attempts: 2 });
	});

	it('goes back when the service stops meanwhile, as if it had not been tried', async () => {
		const { user } = await readerWithWebhook(at);
		const requestSent = Promise.withResolvers<void>();
		at.receiver.respond = () => requestSent.resolve();
		const id = await at.addDelivery(user.id, 'webhook');
		const stopping = new AbortController();
		const working = at.runJobs(stopping.signal);
		await requestSent.promise;
		stopping.abort();
		await working;
		expect(await at.readState(id)).toMatchObject({ state: 'waiting', attempts: 1, dueAt: at.clock.now() });
		const { rows } = await at.records.pool.query('select failures from webhooks where user_id = $1', [user.id]);
		expect(rows).toEqual([{ failures: 0 }]);
	});
});

describe('administrators', () => {
	it('see what waits and has ended, and why, and what is stopped; and have one delivered again', async () => {
		const { browser: admin } = await at.createSignedInUser({ role: 'admin' });
		const one = await readerWithWebhook(at);
		at.receiver.respond = (response) => void response.writeHead(410).end();
		const failed = await at.addDelivery(one.user.id, 'webhook');
		await at.runJobs();
		const waiting = await at.addDelivery(one.user.id, 'webhook', { dueMinutes: 60 });
		const read = async (query: string) =>
			(await admin.send('GET', `/api/deliveries?q=${encodeURIComponent(one.user.email)}${query}`)).body as {
				items: { id: string }[];
				total_count: number;
			};
		for (const query of ['&state=lost', '&channel=fax', '&max=0', '&skip=-1', '&more=1'])
			expect(await read(query)).toMatchObject({ status: 400 });
		expect(await read('')).toMatchObject({ total_count: 2 });
		expect(await read('&state=failed&channel=webhook')).toMatchObject({
			items: [
				{
					id: failed,
					email: one.user.email,
					attempts: 1,
					messages: 1,
					reason: 'The receiver rejects further messages (410).',
					delivered: null,
				},
			],
			total_count: 1,
		});
		const { body } = await admin.send('GET', '/api/deliveries/counts');
		const { counts, stopped: stops } = body as { counts: { channel: string; state: string; count: number }[]; stopped: object[] };
		expect(counts).toContainEqual({ channel: 'webhook', state: 'waiting', count: expect.any(Number) });
		expect(stops).toContainEqual({
			email: one.user.email,
			channel: 'webhook',
			why: 'The receiver rejects further messages (410).',
			since: expect.any(String),
		});

		const retry = (id: string) => admin.send('POST', `/api/deliveries/${id}/again`, {});
		expect((await retry('x')).status).toBe(400);
		expect((await retry('00000000-0000-4000-8000-000000000000')).status).toBe(404);
		expect(await retry(waiting)).toMatchObject({ status: 409, body: { title: 'Conflict' } });
		expect(await retry(failed)).toMatchObject({ status: 200, body: { state: 'waiting', reason: null } });
		await at.runJobs();
		// Nothing is sent past what stopped it.
		expect(await at.readState(failed)).toMatchObject({ state: 'dropped', reason: expect.stringMatching(/stopped/) });
		at.receiver.respond = (response) => void response.writeHead(204).end();
		await changeDeliverySettings(one, { webhook: true });
		await retry(failed);
		await at.runJobs();
		expect(await at.readState(failed)).toMatchObject({ state: 'delivered' });
		const { items } = await at.accounts.context.records.listAudit({ act: 'delivery.' }, 0, 5);
		expect(items[0]).toMatchObject({ act: 'delivery.again', target: one.user.email, detail: { delivery: failed } });
	});
});

describe('the link that ends mails of notices', () => {
	const linkOf = async (one: Reader): Promise<string> => {
		await at.addDelivery(one.user.id, 'mail');
		await at.runJobs();
		return /\/unsubscribe\/[\w-]+/.exec(at.mailServer.acceptedMails.at(-1) ?? '')?.[0] ?? '';
	};
	const wantsMail = async ({ browser }: Reader) => ((await browser.send('GET', '/api/me/delivery')).body as { mail: boolean }).mail;
	const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
	const post = (path: string, body = 'List-Unsubscribe=One-Click', headers: Record<string, string> = FORM) =>
		at.app.inject({ method: 'POST', url: path, headers, payload: body });

	it('is refused where it is not one of ours, or changed', async () => {
		const one = await readerWithMail(at);
		const link = await linkOf(one);
		const last = link.at(-1) === 'A' ? 'B' : 'A';
		const other = link.replace(/\/(.)([^/]*)$/, (_, first: string, rest: string) => `/${first === 'A' ? 'B' : 'A'}${rest}`);
		for (const wrong of [
			'/unsubscribe/x',
			`/unsubscribe/${'A'.repeat(48)}`,
			`${link}A`,
			link.slice(0, -1),
			link.slice(0, -1) + last,
			other,
		]) {
			expect((await at.app.inject({ url: wrong })).statusCode).toBe(404);
			expect((await post(wrong)).statusCode).toBe(404);
		}
		expect((await post(link, 'List-Unsubscribe=Perhaps')).statusCode).toBe(400);
		expect((await post(link, '')).statusCode).toBe(400);
		const broken = await post(link, 'x', { 'content-type': 'multipart/form-data; boundary=a' });
		expect(broken.json()).toMatchObject({ status: 400, errors: [{ field: 'body', message: 'The form is malformed.' }] });
		expect((await post(link, undefined, { ...FORM, origin: 'https://evil.example.test' })).statusCode).toBe(403);
		expect(await wantsMail(one)).toBe(true);
	});

	it('shows a page with a button, changes nothing when it is opened, and all with one click, however often', async () => {
		const one = await readerWithMail(at);
		const link = await linkOf(one);
		const shown = await at.app.inject({ url: link });
		expect(shown).toMatchObject({
			statusCode: 200,
			headers: { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' },
		});
		expect(shown.body).toContain('<button>Unsubscribe</button>');
		expect(await wantsMail(one)).toBe(true);
		expect((await post(link)).body).toContain('You are unsubscribed');
		expect(await wantsMail(one)).toBe(false);
		expect((await post(link)).statusCode).toBe(200);
		expect(((await one.browser.send('GET', '/api/me')).body as { notices: { mail: boolean } }).notices.mail).toBe(false);
		await at.records.pool.query('delete from users where id = $1', [one.user.id]);
		expect([(await at.app.inject({ url: link })).statusCode, (await post(link)).statusCode]).toEqual([404, 404]);
	});
});

it('what was delivered is forgotten after a month, what was not after three', async () => {
	const one = await readerWithMail(at);
	const delivered = await at.addDelivery(one.user.id, 'mail');
	await at.runJobs();
	at.mailAnswers['RCPT'] = '550 no';
	const failed = await at.addDelivery(one.user.id, 'mail');
	await at.runJobs();
	const waiting = await at.addDelivery(one.user.id, 'mail', { dueMinutes: 365 * 24 * 60 });
	const left = async () => {
		await at.delivery.sweep();
		return (await Promise.all([delivered, failed, waiting].map(at.readState))).map((found) => found?.state);
	};
	at.clock.forward(29 * DAY);
	expect(await left()).toEqual(['delivered', 'failed', 'waiting']);
	at.clock.forward(2 * DAY);
	expect(await left()).toEqual([undefined, 'failed', 'waiting']);
	at.clock.forward(60 * DAY);
	expect(await left()).toEqual([undefined, undefined, 'waiting']);
});
