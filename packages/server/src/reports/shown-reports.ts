import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { LAST_YEAR } from '@sw/domain/time/calendar';
import type { ExchangeDate, ReportTime, UtcMs } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { StoreError } from '@sw/store/faults/store-error';
import type { Stores } from '@sw/store/open';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { chainLength, reportAt, reportsAfter, reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { computeContentHash, hashParameters } from './content-hash.ts';
import type { DelayedCloses } from './delayed-closes.ts';
import { createHotReports, findTimetableAccess, type HotReports, type ReportFacts, toFacts } from './hot-reports.ts';

/** Maximum number of tables in memory: four sessions of quarter-hours. With very many tickers, fewer tables fit. */
const MAX_CACHED_TABLES = 104;
const ALL_TIME = { from: 0 as UtcMs, to: Date.UTC(LAST_YEAR + 1, 0, 1) as UtcMs };

/** The published reports that this process serves, and the functions that add to them. */
export interface ShownReports {
	readonly hot: HotReports;
	/** Adds a published report; without `table`, it is read on first request. */
	add(record: ReportRecord, table?: ReportTable): void;
	/** Adds all stored reports of both algos, oldest first. Returns the times of the reverse reports. */
	addStored(): Promise<ReadonlySet<ReportTime>>;
	/** Adds the reports published since the last call. The newest few are added only once their rows match their records. */
	addNew(): Promise<void>;
	/** Updates the licences needed for the reports of these dates (inclusive), after a change of the timetable. */
	updateLicences(from: ExchangeDate, to: ExchangeDate): void;
}

/** Reads a report's table. `record`: the report's record, if the caller has it. */
export type ReadTable = (
	report: Pick<ReportRecord, 'time' | 'algo' | 'version' | 'buildId'>,
	record?: ReportRecord,
) => Promise<ReportTable>;

/** Maximum number of new reports whose tables are read in advance. Larger batches are past reports, read on request. */
const MAX_READ_AHEAD = 4;

/** `readTable` reads a report's table. Default: reads the stored rows, unchecked. */
export function openShownReports(
	{ records, series }: Stores,
	delayedCloses: DelayedCloses,
	readTable: ReadTable = ({ time, algo, buildId }) => queryReportRows(series, time, algo, buildId),
): ShownReports {
	/** The build from which to read the table of each known report. */
	const buildIds = new Map<string, number>();
	/** The last position in the chain that was read. */
	let lastSeq = 0;
	const hot = createHotReports({
		maxTables: MAX_CACHED_TABLES,
		load: async (facts) => {
			const buildId = buildIds.get(createKey(facts));
			if (buildId === undefined) return undefined;
			const table = await readTable({ ...facts, buildId });
			return table.count > 0 ? table : undefined;
		},
	});
	const updateLicences = (from: ExchangeDate, to: ExchangeDate): void => {
		for (const facts of hot.between(newYorkToUtc(from, 0, 0), newYorkToUtc(to, 24, 0)))
			hot.add({ ...facts, ...findTimetableAccess(facts.time, delayedCloses.slotsOn) });
	};
	const add = (record: ReportRecord, table?: ReportTable): void => {
		buildIds.set(createKey(record), record.buildId);
		for (const date of delayedCloses.add(record)) updateLicences(date, date);
		hot.add(toFacts(record, delayedCloses.slotsOn), table);
	};
	return {
		hot,
		add,
		addStored: async () => {
			lastSeq = await chainLength(records.db);
			const reverseRecords = await reportsBetween(records.db, ALL_TIME.from, ALL_TIME.to, 'reverse');
			const forecastRecords = await reportsBetween(records.db, ALL_TIME.from, ALL_TIME.to, 'forecast');
			for (const record of [...reverseRecords, ...forecastRecords].sort((a, b) => a.time - b.time)) add(record);
			const newest = hot.newest();
			if (newest) await hot.table(newest);
			return new Set(reverseRecords.map((record) => record.time));
		},
		addNew: async () => {
			const published = await reportsAfter(records.db, lastSeq);
			for (const [i, record] of published.entries()) {
				add(record, i >= published.length - MAX_READ_AHEAD ? await readTable(record, record) : undefined);
				lastSeq = record.chainSeq;
			}
		},
		updateLicences,
	};
}

function createKey({ time, algo, version }: Pick<ReportFacts, 'time' | 'algo' | 'version'>): string {
	return `${time}.${algo}.${version}`;
}

/** Milliseconds to wait before each retry while a store lacks rows of a report. After the last one, the store counts as unavailable. */
const RETRY_DELAYS_MS = [50, 100, 200, 400, 800];

/**
 * Reads tables that another process wrote, perhaps to another replica. Returns only tables that match the count and hash in the report's record.
 * Throws StoreError series_away while the store lacks rows.
 */
export function createVerifiedReader(
	{ records: { db }, series }: Pick<Stores, 'records' | 'series'>,
	pause: (ms: number) => Promise<void>,
): ReadTable {
	const hashes = new Map<number, string>();
	const getParametersHash = async (version: number): Promise<string> => {
		const hash = hashes.get(version) ?? hashParameters(await parameterSet(db, version));
		hashes.set(version, hash);
		return hash;
	};
	const matchesRecord = async (table: ReportTable, record: ReportRecord): Promise<boolean> =>
		table.count === record.tickers &&
		computeContentHash(table, record, await getParametersHash(record.parametersVersion)) === record.contentHash;
	return async ({ time, algo, version, buildId }, knownRecord) => {
		const record = knownRecord ?? (await reportAt(db, time, algo, version));
		for (const delayMs of [...RETRY_DELAYS_MS, undefined]) {
			const table = await queryReportRows(series, time, algo, buildId);
			if (record && (await matchesRecord(table, record))) return table;
			if (delayMs !== undefined) await pause(delayMs);
		}
		throw new StoreError(
			'series_away',
			`The report of ${new Date(time).toISOString()} in the series store differs from the published one.`,
		);
	};
}
