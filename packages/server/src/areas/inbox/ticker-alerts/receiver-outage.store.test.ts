import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, FLAG_ELIGIBLE } from '@sw/domain/signals/report-table';
import { HOUR, MINUTE, type ReportTime, SECOND, utcMs } from '@sw/domain/time/units';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bindFiringRecords } from '../../../compose/areas/alert-store.ts';
import { type DeliveryApp, deliveryApp } from '../../../compose/testing/delivery-app.ts';
import { endFaults, type Reader, readerWithWebhook } from '../../../compose/testing/delivery-readers.ts';
import { NOW, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import type { Receiver } from '../../../outside/https/testing/receiver.ts';
import { ADDRESSES, createMessageServices, type MessageServices } from '../../../outside/messengers/testing/message-services.ts';
import type { FullReports } from '../alert-owners.ts';
import { createAlertFiring } from './fire-alerts.ts';

const ALERT = {
	ticker_id: tickers[0]?.id,
	condition: { kind: 'depth', sector: 'volume', timeframe: 'one_hour', value: 3 },
	repeat: 'every',
	cool_down: 0,
};

let at: DeliveryApp;
let services: MessageServices;
let report = NOW as number;

beforeAll(async () => {
	at = await deliveryApp();
	services = createMessageServices();
	await saveTickers(at.records.db, 'test', tickers);
});
beforeEach(async () => {
	endFaults(at);
	for (const table of ['ticker_alerts', 'deliveries', 'messages']) await at.records.pool.query(`delete from ${table}`);
});
afterAll(() => at?.[Symbol.asyncDispose]());

function tableOf(time: number, depth: number) {
	const table = createReportTable(time as ReportTime, 'reverse', tickers.length);
	table.tickerId.set(tickers.map(({ id }) => id));
	table.price.fill(1_000_000);
	table.flags.fill(FLAG_ELIGIBLE);
	for (const words of table.words) words.fill(packWord([0, 0, 0, depth, 0, 0, 0]));
	return table;
}

/** Evaluates the next report, in which the depth is reached, twice: a second process would do the same. */
async function reach(): Promise<void> {
	const { prices, directory } = smallWorld();
	const fire = createAlertFiring({
		records: bindFiringRecords(at.records.db),
		prices,
		directory,
		tradingTime: (seconds) => seconds,
		loadUsualMentions: async () => new Float64Array(),
		yieldTurn: async () => {},
	});
	report += 30 * MINUTE;
	const [before, now] = [tableOf(report - 15 * MINUTE, 2), tableOf(report, 3)];
	const name = { time: now.time, version: 1 };
	const opened: FullReports = { report: name, now, since: { time: before.time, version: 1 }, before, of: now.count, earlier: [] };
	for (let n = 0; n < 2; n++)
		await fire(
			{
				report: name,
				reportsByLicence: new Map([['pro', opened]]),
				planning: { now: utcMs(at.clock.now()), market: null },
				parameters: PARAMETERS_V1,
				industries: new Map(),
			},
			new AbortController().signal,
		);
}

async function setAlert({ browser }: Reader): Promise<void> {
	expect((await browser.send('POST', '/api/alerts', ALERT)).status).toBe(201);
}

/** Subjects of the inbox's alerts. */
async function inboxOf({ user }: Reader): Promise<string[]> {
	const { rows } = await at.records.pool.query<{ subject: string }>("select subject from messages where kind = 'alert' and user_id = $1", [
		user.id,
	]);
	return rows.map(({ subject }) => subject);
}

describe('a fired alert on a ticker, while its receiver', () => {
	const OUTAGES: readonly (readonly [string, Receiver['respond'], number])[] = [
		['answers 503', (response) => void response.writeHead(503).end(), 15 * SECOND],
		['cuts each connection', (response) => void response.socket?.destroy(), 15 * SECOND],
		['is limited', (response) => void response.writeHead(429, { 'retry-after': '120' }).end(), 120 * SECOND],
	];

	it.each(OUTAGES)('%s, waits and is delivered exactly once when it is back', async (_, answer, pause) => {
		const one = await readerWithWebhook(at);
		await setAlert(one);
		at.receiver.respond = answer;
		await reach();
		await at.runJobs();
		expect(await inboxOf(one)).toEqual([expect.stringContaining(tickers[0]?.symbol as string)]);
		const refused = at.receiver.received.length;
		expect(refused).toBe(1);
		await at.advance(pause - 1);
		expect(at.receiver.received).toHaveLength(refused);
		endFaults(at);
		await at.advance(1);
		expect(at.receiver.received).toHaveLength(1);
		await at.advance(HOUR);
		expect(at.receiver.received).toHaveLength(1);
		expect(await inboxOf(one)).toHaveLength(1);
	});

	it('rejects its token, stays in the inbox; the next one is delivered once the channel is resumed', async () => {
		const one = await at.createSignedInUser({ license: 'pro' });
		at.receiver.respond = services.respond;
		const added = await one.browser.send('POST', '/api/me/channels', { service: 'ntfy', url: ADDRESSES.ntfy, token: 'tk_abc' });
		const { id } = added.body as { id: string };
		await setAlert(one);
		services.refusals.ntfy = 'revoked';
		await reach();
		await at.runJobs();
		await at.advance(10 * MINUTE);
		expect(services.requestCounts.ntfy).toBe(1);
		expect(services.shown).toEqual([]);
		expect(await inboxOf(one)).toHaveLength(1);
		expect((await one.browser.send('GET', '/api/me/channels')).body).toMatchObject({ items: [{ id, state: 'stopped' }] });
		delete services.refusals.ntfy;
		await one.browser.send('POST', `/api/me/channels/${id}/resume`, {});
		await reach();
		await at.runJobs();
		await at.advance(10 * MINUTE);
		expect(services.shown).toHaveLength(1);
		expect(await inboxOf(one)).toHaveLength(2);
	});
});
