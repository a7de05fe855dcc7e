import { DEFAULT_DELIVERY } from '@sw/domain/inbox/delivery';
import type { Licence } from '@sw/domain/reports/licence';
import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, FLAG_ELIGIBLE } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { MINUTE, type ReportTime, utcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { createDefaultSlots } from '../../market/timetable/slot-times.ts';
import { createFacts } from '../../market/window/testing/fixture.ts';
import { createHotReports } from '../../reports/hot-reports.ts';
import { createOwnerAlerts } from './alert-owners.ts';
import { createReportAlerts } from './report-alerts.ts';
import { createMemoryRecords } from './testing/memory-records.ts';

/** More than are worked on together. */
const OWNERS = 1_700;
/** 10:00 ET of a trading day. */
const BEGIN = utcMs(Date.UTC(2026, 5, 30, 14)) as ReportTime;

it('notices of many owners, worked on side by side, are all made and all counted', async () => {
	const owners = Array.from({ length: OWNERS }, (_, n) => String(n).padStart(5, '0'));
	const memory = createMemoryRecords({
		filters: owners.map((userId, id) => ({ id, userId, name: 'All', tab: 'free', strategy: 'first', operation: null, entries: [] })),
		settings: new Map(owners.map((id) => [id, DEFAULT_DELIVERY])),
		frozen: [],
		licences: new Map(owners.map((id) => [id, 'pro' satisfies Licence])),
	});
	for (const id of owners.keys()) memory.setAlerts(id, true);
	const reports = createHotReports({ maxTables: 2, load: async () => undefined });
	const publish = (time: ReportTime, ids: readonly number[]): void => {
		const table = createReportTable(time, 'reverse', ids.length);
		table.tickerId.set(ids);
		table.flags.fill(FLAG_ELIGIBLE);
		for (const words of table.words) words.fill(packWord([0, 0, 0, 3, 0, 0, 0]));
		reports.add(createFacts(time, {}), table);
	};
	const next = utcMs(BEGIN + 15 * MINUTE) as ReportTime;
	publish(BEGIN, [1]);
	publish(next, [1, 2]);
	const work = createReportAlerts({
		onMessagesWritten: async () => {},
		records: memory.chain,
		reports,
		timetable: createDefaultSlots(nyse),
		pricesUntil: () => utcMs(Number.MAX_SAFE_INTEGER),
		loadVersion: async () => undefined,
		parameters: PARAMETERS_V1,
		industries: () => new Map(),
		digestTimes: () => null,
		clock: { now: () => next },
		fireTickerAlerts: async () => [],
		notifyOwners: createOwnerAlerts({ records: memory.records, elapsedMs: () => 0, yieldTurn: async () => {} }),
	});
	expect(await work(next, { signal: new AbortController().signal })).toEqual({ messages: OWNERS });
	expect(memory.messages).toHaveLength(OWNERS);
});

it('of reports built to catch up, filters are compared with the newest, alerts on tickers with each, which leave before', async () => {
	const memory = createMemoryRecords({
		filters: [{ id: 0, userId: 'a', name: 'All', tab: 'free', strategy: 'first', operation: null, entries: [] }],
		settings: new Map([['a', DEFAULT_DELIVERY]]),
		frozen: [],
		licences: new Map([['a', 'pro' satisfies Licence]]),
	});
	memory.setAlerts(0, true);
	const reports = createHotReports({ maxTables: 9, load: async () => undefined });
	const [first, second, third, fourth] = [0, 15, 30, 45].map((minutes) => utcMs(BEGIN + minutes * MINUTE) as ReportTime) as [
		ReportTime,
		ReportTime,
		ReportTime,
		ReportTime,
	];
	const publish = (time: ReportTime, ids: readonly number[], reconstructed: boolean): void => {
		const table = createReportTable(time, 'reverse', ids.length);
		table.tickerId.set(ids);
		table.flags.fill(FLAG_ELIGIBLE);
		for (const words of table.words) words.fill(packWord([0, 0, 0, 3, 0, 0, 0]));
		reports.add(createFacts(time, { reconstructed }), table);
	};
	const compared: number[][] = [];
	let announced = 0;
	const work = createReportAlerts({
		onMessagesWritten: async () => void announced++,
		records: memory.chain,
		reports,
		timetable: createDefaultSlots(nyse),
		pricesUntil: () => utcMs(Number.MAX_SAFE_INTEGER),
		loadVersion: async () => undefined,
		parameters: PARAMETERS_V1,
		industries: () => new Map(),
		digestTimes: () => null,
		clock: { now: () => BEGIN },
		fireTickerAlerts: async ({ reportsByLicence }) => {
			const reports = reportsByLicence.get('pro');
			if (reports) compared.push([reports.since.time, reports.report.time]);
			return ['a'];
		},
		notifyOwners: (alerting, signal) => {
			expect(announced).toBe(compared.length);
			return createOwnerAlerts({ records: memory.records, elapsedMs: () => 0, yieldTurn: async () => {} })(alerting, signal);
		},
	});
	const never = new AbortController().signal;
	publish(first, [1], false);
	await work(first, { signal: never });
	publish(second, [1, 2], true);
	publish(third, [1, 3], true);
	publish(fourth, [1, 4], true);
	await work(fourth, { signal: never });
	expect(compared).toEqual([
		[first, second],
		[second, third],
		[third, fourth],
	]);
	expect(announced).toBe(3);
	expect(memory.messages).toMatchObject([{ since: { time: first }, report: { time: fourth }, entered: [4], left: [] }]);
});
