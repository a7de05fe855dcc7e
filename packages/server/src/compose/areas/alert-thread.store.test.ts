import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, FLAG_ELIGIBLE, type ReportTable } from '@sw/domain/signals/report-table';
import { HOUR, type ReportTime, utcMs } from '@sw/domain/time/units';
import { addFilter, setFeed } from '@sw/store/postgres/records/filters/filters';
import { changeDelivery } from '@sw/store/postgres/records/inbox/delivery-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerAlerts, type OwnerAlertInput } from '../../areas/inbox/alert-owners.ts';
import { BASIC_TIME } from '../../market/window/testing/fixture.ts';
import { type InboxApp, inboxApp, PREVIOUS_TIME } from '../testing/inbox-app.ts';
import { bindAlertRecords } from './alert-store.ts';
import { openAlertThread } from './alert-thread.ts';

const NOW = utcMs(Date.UTC(2026, 5, 30, 15));
const OWNERS = 3;
/** Filters of each. */
const LISTS = 4;

let at: InboxApp;
beforeAll(async () => {
	at = await inboxApp();
	for (let n = 0; n < OWNERS; n++) {
		const { user } = await at.createSignedInUser({ license: 'basic' });
		await changeDelivery(at.records.db, user.id, { channels: { mail: true } }, NOW);
		const volume = (value: number) => ({ name: `Volume ${value}`, entries: [{ sector: 'volume', timeframe: 'one_hour', value }] }) as const;
		const news = { name: 'News', entries: [], groups: [{ match: 'all', filters: [{ information: 'with' }], groups: [] }] } as const;
		const software = {
			name: 'Software',
			entries: volume(1).entries,
			groups: [{ match: 'any', filters: [{ industry: 'Software' }], groups: [] }],
		} as const;
		for (const conditions of [volume(1), volume(3), news, software]) {
			const fields = { tab: 'free', strategy: 'first', operation: null, comment: '' } as const;
			const added = await addFilter(at.records.db, user.id, { ...fields, ...conditions }, { maxFilters: 9, now: NOW });
			if (typeof added === 'string') throw new Error(added);
			await setFeed(at.records.db, user.id, added.id, true);
		}
	}
});
afterAll(() => at?.[Symbol.asyncDispose]());

/** One entered the lists of all industries, one left the widest of them and the one of its own; what came in was there two reports ago. */
function alertingOf(hours: number): OwnerAlertInput {
	const time = utcMs(BASIC_TIME + hours * HOUR) as ReportTime;
	const report = { time, version: 1 };
	const before = tableOf(PREVIOUS_TIME, [0, 1, 4]);
	const earlier = [tableOf(utcMs(time - HOUR) as ReportTime, [0, 0, 0])];
	const opened = { report, now: tableOf(time, [4, 0, 4]), since: { time: PREVIOUS_TIME, version: 1 }, before, earlier, of: 3 };
	const industries = new Map([
		['software', new Set([2, 3])],
		['railroads', new Set([1])],
	]);
	return {
		report,
		reportsByLicence: new Map([['basic', opened]]),
		planning: { now: NOW, market: null },
		parameters: PARAMETERS_V1,
		industries,
	};
}

/** Tickers from 1 on, each with its depth of volume; the deep ones have filed. */
function tableOf(time: ReportTime, depths: readonly number[]): ReportTable {
	const table = createReportTable(time, 'reverse', depths.length);
	depths.forEach((depth, row) => {
		table.tickerId[row] = row + 1;
		table.flags[row] = FLAG_ELIGIBLE;
		table.information[row] = depth === 4 ? 0b1010 : 0b0101;
		for (const words of table.words) words[row] = packWord([0, 0, 0, depth, 0, 0, 0]);
	});
	return table;
}

async function writtenAt({ report: { time } }: OwnerAlertInput) {
	const { rows } = await at.records.pool.query(
		'select user_id, filter_id, entered, "left", told, subject, content, since_time from messages where report_time = $1 order by filter_id',
		[new Date(time)],
	);
	return rows as { entered: number[]; left: number[] }[];
}

const never = new AbortController().signal;

describe('the thread that notifies owners', () => {
	it('writes what is written without it, of one report after another', async () => {
		const thread = openAlertThread(at.records.url);
		const direct = createOwnerAlerts({ records: bindAlertRecords(at.records.db), elapsedMs: () => 0, yieldTurn: async () => {} });
		const [first, second, third] = [alertingOf(1), alertingOf(2), alertingOf(3)];
		expect(await direct(first, never)).toBe(LISTS * OWNERS);
		expect(await Promise.all([thread.notify(second, never), thread.notify(third, never)])).toEqual([LISTS * OWNERS, LISTS * OWNERS]);
		const written = await writtenAt(first);
		expect(written.slice(0, LISTS)).toMatchObject([
			{ entered: [1], left: [2] },
			{ entered: [1], left: [] },
			{ entered: [1], left: [] },
			{ entered: [], left: [2] },
		]);
		expect([await writtenAt(second), await writtenAt(third)]).toEqual([written, written]);
		// The tables were copied: readers still have theirs.
		expect([...(second.reportsByLicence.get('basic')?.now.tickerId ?? [])]).toEqual([1, 2, 3]);
		expect(await thread.notify(second, never)).toBe(0);
		thread.stop();
	});

	it('is broken off by the signal, with its reason', async () => {
		const thread = openAlertThread(at.records.url);
		const alerting = alertingOf(4);
		const leaving = new AbortController();
		const reported = thread.notify(alerting, leaving.signal);
		leaving.abort(new Error('The server is shutting down.'));
		await expect(reported).rejects.toThrow('The server is shutting down.');
		expect(await writtenAt(alerting)).toEqual([]);
		await expect(thread.notify(alerting, leaving.signal)).rejects.toThrow('The server is shutting down.');
		thread.stop();
	});

	it('ends what is under way when it is stopped, and what comes after that', async () => {
		const thread = openAlertThread(at.records.url);
		const reported = thread.notify(alertingOf(5), never);
		thread.stop();
		expect(await reported).toBe(LISTS * OWNERS);
		expect(await thread.notify(alertingOf(6), never)).toBe(LISTS * OWNERS);
	});

	it('says what went wrong, and goes on with the next', async () => {
		const thread = openAlertThread('postgres://unknown@127.0.0.1:1/nothing');
		for (const hours of [7, 8]) await expect(thread.notify(alertingOf(hours), never)).rejects.toThrow(/Failed query|ECONNREFUSED/);
		thread.stop();
	});
});
