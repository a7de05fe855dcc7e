import { minutesInList } from '@sw/domain/reports/list/time-in-list';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, FLAG_ELIGIBLE, type ReportTable } from '@sw/domain/signals/report-table';
import { exchangeDate, HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { StoreError } from '@sw/store/faults/store-error';
import type { Stores } from '@sw/store/open';
import { reportVersions } from '@sw/store/postgres/records/reports/reports';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltTable } from '../market/engine/market-engine.ts';
import type { ReportFacts } from './hot-reports.ts';
import { createPublish, createSetNumberLookup, withPublishedTimes } from './publish.ts';
import type { ShownReports } from './shown-reports.ts';
import { createEmptyShownReports, openStoredReports } from './testing/published-reports.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores.close());

/** Stores whose `n`th transaction happens and is then cut off before its result arrives. */
function cutAfter(n: number): Stores {
	const { db } = stores.records;
	let transactions = 0;
	const transaction: typeof db.transaction = async (work, config) => {
		const done = await db.transaction(work, config);
		if (++transactions === n) throw new StoreError('database_away', 'cut off');
		return done;
	};
	const cut = new Proxy(db, { get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)) });
	return { ...stores, records: { ...stores.records, db: cut } };
}

function builtAt(hour: number): BuiltTable {
	const table = createReportTable(utcMs(Date.UTC(2025, 6, 1, hour)), 'reverse', 3);
	table.tickerId.set([1, 2, 3]);
	return {
		table,
		cutoff: table.time,
		publishedAt: table.time,
		reconstructed: false,
		parameters: PARAMETERS_V1,
		inputs: { from: exchangeDate('2024-01-02'), hash: '0'.repeat(64) },
	};
}

function publishBeside(shown: ShownReports) {
	const numberOf = createSetNumberLookup(stores.records.db);
	return createPublish({ typeIndexOf: () => 0, stores, provider: 'test', engine: 'e1', getNumberedSet: numberOf, shownReports: shown });
}

function publishInto(into: Stores, shown: number[]) {
	return createPublish({
		typeIndexOf: () => 0,
		stores: into,
		provider: 'test',
		engine: 'e1',
		getNumberedSet: createSetNumberLookup(stores.records.db),
		shownReports: { ...createEmptyShownReports(), add: ({ version }) => void shown.push(version) },
	});
}

it('does not make a report twice whose commit happened without a response', async () => {
	const built = builtAt(14);
	const { table } = built;
	const shown: number[] = [];
	// The first transaction opens the batch, the second makes the report.
	const publish = publishInto(cutAfter(2), shown);
	await expect(publish([built])).rejects.toThrow('cut off');
	expect(shown).toEqual([]);
	const [record] = await publish([built]);
	expect([record?.version, shown]).toEqual([1, [1]]);
	expect(await reportVersions(stores.records.db, table.time, table.algo)).toBe(1);
	await publish([built]);
	expect(shown).toEqual([1, 2]);
});

it('shows a report whose breadth could not be written', async () => {
	const { series } = stores;
	const write: typeof series.publishing.write = async (table, ...rest) => {
		if (table === 'breadth') throw new StoreError('series_away', 'cut off');
		return series.publishing.write(table, ...rest);
	};
	const shown: number[] = [];
	const publish = publishInto({ ...stores, series: { ...series, publishing: { ...series.publishing, write } } }, shown);
	const [record] = await publish([builtAt(15)]);
	expect([record?.version, shown]).toEqual([1, [1]]);
});

describe('time in lists', () => {
	const DAY = Date.UTC(2025, 6, 2);
	const at = (hour: number, minute: number, algo: 'reverse' | 'forecast' = 'reverse'): BuiltTable => {
		const built = builtAt(14);
		const time = utcMs(DAY + hour * HOUR + minute * MINUTE);
		const table = { ...built.table, time, algo };
		table.words = table.words.map((words) => words.slice()) as unknown as typeof table.words;
		table.flags = new Uint8Array(3).fill(FLAG_ELIGIBLE);
		return { ...built, table, cutoff: time, publishedAt: time };
	};
	/** Ticker 2 rose on every timeframe. */
	const rose = (built: BuiltTable): BuiltTable => {
		for (const words of built.table.words) words[1] = 3;
		return built;
	};
	const minutes = ({ listed }: ReportTable): number[] => Array.from(listed[0], (packed) => minutesInList(packed, 'extreme_rise'));
	const storedMinutes = async ({ time, algo, buildId }: ReportRecord) => minutes(await queryReportRows(stores.series, time, algo, buildId));
	const none = Number.NaN;

	it('follow from the reports published before in the session, by what each said then', async () => {
		const shown = await openStoredReports(stores);
		const publish = publishBeside(shown);
		const one = async (built: BuiltTable): Promise<ReportRecord> => {
			const [record] = await publish([built]);
			if (!record) throw new Error('No report was published.');
			expect(minutes((await shown.hot.table(shown.hot.at(record.time) as ReportFacts)) as ReportTable)).toEqual(
				await storedMinutes(record),
			);
			return record;
		};
		// The evening before is another session.
		await one(rose(at(-5, 45)));
		const [first, second] = await publish([rose(at(14, 0)), rose(at(14, 15))]);
		const third = await one(rose(at(15, 0)));
		const forecast = await one(rose(at(15, 1, 'forecast')));
		const all = [first, second, third, forecast] as ReportRecord[];
		const expected = [
			[none, 0, none],
			[none, 15, none],
			[none, 60, none],
			[none, 60, none],
		];
		expect(await Promise.all(all.map(storedMinutes))).toEqual(expected);
		// A correction of the one between doesn't change those that were published.
		const corrected = await one(at(14, 15));
		expect(await storedMinutes(corrected)).toEqual([none, none, none]);
		expect(await Promise.all(all.map(storedMinutes))).toEqual(expected);
		expect(await storedMinutes(await one(rose(at(15, 0))))).toEqual([none, 0, none]);
		for (const [place, { time, algo }] of all.entries()) {
			const record = all[place] as ReportRecord;
			const recomputed = { ...rose(at(0, 0, algo)).table, time };
			expect(minutes(await withPublishedTimes(stores, recomputed, record, 2))).toEqual(expected[place]);
		}
	});

	it('follow from the words of reports that are older than the time in lists, and stay unknown where rows are lost', async () => {
		const shown = await openStoredReports(stores);
		const publish = publishBeside(shown);
		const [early, later] = await publish([rose(at(40, 0)), rose(at(40, 15))]);
		const build = early?.buildId;
		await stores.series.bulk.run(
			`ALTER TABLE report_rows UPDATE listed_first = 0, listed_second = 0, listed_third = 0 WHERE build = ${build} SETTINGS mutations_sync = 1`,
		);
		expect(await storedMinutes(later as ReportRecord)).toEqual([none, none, none]);
		const [after] = await publishBeside(await openStoredReports(stores))([rose(at(40, 30))]);
		expect(await storedMinutes(after as ReportRecord)).toEqual([none, 30, none]);
		await stores.series.bulk.run(`ALTER TABLE report_rows DELETE WHERE build = ${after?.buildId} SETTINGS mutations_sync = 1`);
		const [unknown] = await publishBeside(await openStoredReports(stores))([rose(at(40, 45))]);
		expect((await queryReportRows(stores.series, unknown!.time, 'reverse', unknown!.buildId)).listed[0]).toEqual(new Uint16Array(3));
	});
});
