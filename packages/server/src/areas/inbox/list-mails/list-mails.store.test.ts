import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { HOUR, MINUTE, tickerId, utcMs } from '@sw/domain/time/units';
import { eq } from '@sw/store/postgres/orm/drizzle';
import { addListMail, listMailsOf } from '@sw/store/postgres/records/inbox/list-mails';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { frozenTickers } from '@sw/store/postgres/schema/filters';
import { deliveries, messages } from '@sw/store/postgres/schema/inbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bindListMailRecords } from '../../../compose/areas/alert-store.ts';
import { type DeliveryApp, deliveryApp } from '../../../compose/testing/delivery-app.ts';
import { endFaults, type Reader } from '../../../compose/testing/delivery-readers.ts';
import { BASIC_TIME, NOW, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import { createListMailWriter } from './list-mails.ts';

let at: DeliveryApp;
const world = smallWorld();
const signal = new AbortController().signal;
const SLOT = '11:00';

beforeAll(async () => {
	at = await deliveryApp();
	await saveTickers(at.records.db, 'test', tickers);
});
beforeEach(() => endFaults(at));
afterAll(() => at?.[Symbol.asyncDispose]());

/** As one process sends after a report: no state is shared between two of them. */
function sending() {
	const { clock } = at.accounts.context;
	const { reports, directory } = world;
	return createListMailWriter({
		records: bindListMailRecords(at.records.db),
		reports,
		directory,
		calendar: nyse,
		parameters: PARAMETERS_V1,
		clock,
	});
}

async function scheduled(licence: 'pro' | null = 'pro', slot = SLOT, since = BASIC_TIME - MINUTE): Promise<Reader> {
	const one = await at.createSignedInUser({ license: licence });
	const mail = { filterId: null, tab: 'free', slot, since: utcMs(since) } as const;
	await addListMail(at.records.db, one.user.id, mail, { maxSchedules: 10, now: utcMs(at.clock.now()) });
	return one;
}

async function sentTo({ user }: Reader) {
	const own = await at.records.db.select().from(messages).where(eq(messages.userId, user.id));
	const left = await at.records.db.select().from(deliveries).where(eq(deliveries.userId, user.id));
	return { subjects: own.map(({ subject }) => subject), channels: left.map(({ channel, state }) => `${channel} ${state}`) };
}

function mailsTo({ user }: Reader): string[] {
	return at.mailServer.acceptedMails.filter((mail) => mail.includes(`To: ${user.email}`));
}

describe('a list by mail', () => {
	it('has the ranked tickers of its report and a link to it, without prices, though alert mails are off', async () => {
		const one = await scheduled();
		expect(await sending()(BASIC_TIME, signal)).toBe(1);
		await at.runJobs();
		const [mail = ''] = mailsTo(one);
		expect(mail).toContain('Subject: Free at 11:00 AM ET: 4 tickers');
		for (const line of ['1. AAA, rate 77', '2. CCC, rate 49', '4. DDD, rate 7']) expect(mail).toContain(line);
		// Quoted-printable: an equals sign is written as =3D.
		expect(mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain('/main?tabType=free&report=2024-05-01T15%3A00%3A00Z');
		expect(mail).toContain('because you scheduled it');
		expect(mail).not.toContain('$');
		expect(await sentTo(one)).toEqual({ subjects: ['Free at 11:00 AM ET: 4 tickers'], channels: ['mail delivered'] });
	});

	it('is sent once a day, also where two processes send and one is started again', async () => {
		const one = await scheduled();
		const [first, second] = [sending(), sending()];
		const written = await Promise.all([first(BASIC_TIME, signal), second(BASIC_TIME, signal), first(NOW, signal)]);
		expect(written.reduce((sum, n) => sum + n, 0)).toBe(1);
		await at.runJobs();
		expect(await sending()(NOW, signal)).toBe(0);
		await at.runJobs();
		expect(mailsTo(one)).toHaveLength(1);
	});

	it('is sent later the same day where no process ran at its time, and never for a report before it was scheduled', async () => {
		const missed = await scheduled();
		const tooLate = await scheduled('pro', SLOT, BASIC_TIME);
		expect(await sending()(NOW, signal)).toBe(1);
		expect((await sentTo(missed)).subjects).toHaveLength(1);
		expect((await sentTo(tooLate)).subjects).toEqual([]);
	});

	it('is retried over an outage of the mail server, and comes once', async () => {
		const one = await scheduled();
		await sending()(BASIC_TIME, signal);
		at.mailAnswers['RCPT'] = '451 later';
		await at.runJobs();
		expect((await sentTo(one)).channels).toEqual(['mail waiting']);
		endFaults(at);
		await at.advance(HOUR);
		await at.advance(HOUR);
		expect((await sentTo(one)).channels).toEqual(['mail delivered']);
		expect(mailsTo(one)).toHaveLength(1);
	});

	it('is left out without a licence, and without the tickers that its owner has frozen', async () => {
		const without = await scheduled(null);
		const one = await scheduled();
		const frozen = { userId: one.user.id, filterId: null, tab: null, tickerId: tickerId(30), reason: '', since: utcMs(0), until: null };
		await at.records.db.insert(frozenTickers).values(frozen);
		await sending()(BASIC_TIME, signal);
		expect((await sentTo(without)).subjects).toEqual([]);
		expect((await sentTo(one)).subjects).toEqual(['Free at 11:00 AM ET: 3 tickers']);
	});

	it('ends for good by the link in its mails', async () => {
		const one = await scheduled();
		await sending()(BASIC_TIME, signal);
		await at.runJobs();
		const link = /\/unsubscribe\/[\w-]+/.exec(mailsTo(one)[0] ?? '')?.[0] ?? '';
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const answer = await at.app.inject({ method: 'POST', url: link, headers, payload: 'List-Unsubscribe=One-Click' });
		expect(answer.statusCode).toBe(200);
		expect(await listMailsOf(at.records.db, one.user.id)).toEqual([]);
	});
});

describe('schedules of lists', () => {
	it('are checked, kept, listed and deleted by their owner only', async () => {
		const { browser, user } = await at.createSignedInUser({ license: 'pro' });
		const filter = await at.addFilter(user.id, 'Heavy openings');
		const add = (body: object) => browser.send('POST', '/api/list-mails', body);
		expect((await add({ tab_type: 'free', slot: '11:05' })).status).toBe(400);
		expect((await add({ tab_type: 'free', slot: SLOT, filter: 99_999 })).status).toBe(404);
		const made = await add({ tab_type: 'free', slot: SLOT, filter });
		expect(made).toMatchObject({
			status: 201,
			body: { filter, filter_name: 'Heavy openings', tab_type: 'free', slot: SLOT, next: expect.stringMatching(/T15:00:00Z$/) },
		});
		const { id } = made.body as { id: number };
		const other = await at.createSignedInUser({ license: 'pro' });
		expect((await other.browser.send('DELETE', `/api/list-mails/${id}`, {})).status).toBe(404);
		expect((await browser.send('GET', '/api/list-mails')).body).toMatchObject({ items: [{ id }], allowed: 10 });
		expect((await browser.send('DELETE', `/api/list-mails/${id}`, {})).status).toBe(204);
		expect((await browser.send('GET', '/api/list-mails')).body).toMatchObject({ items: [] });
	});

	it('need a licence that opens their time, and are limited', async () => {
		const basic = await at.createSignedInUser({ license: 'basic' });
		const body = { tab_type: 'free', slot: SLOT };
		expect(await basic.browser.send('POST', '/api/list-mails', { ...body, slot: '11:30' })).toMatchObject({
			status: 403,
			body: { detail: "Your licence doesn't include the reports of 11:30. Choose another time." },
		});
		for (let i = 0; i < 10; i++) expect((await basic.browser.send('POST', '/api/list-mails', body)).status).toBe(201);
		expect((await basic.browser.send('POST', '/api/list-mails', body)).status).toBe(403);
		const without = await at.createSignedInUser({ license: null });
		expect((await without.browser.send('GET', '/api/list-mails')).status).toBe(403);
	});
});
