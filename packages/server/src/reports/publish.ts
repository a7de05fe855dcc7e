import { computeBreadth } from '@sw/domain/attention/breadth';
import { REPORT_FORMAT } from '@sw/domain/reports/content-hash';
import { hasTimeInList, withTimeInList } from '@sw/domain/reports/list/time-in-list';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import { insertBreadth } from '@sw/store/clickhouse/breadth';
import { insertReportRows, queryReportRows } from '@sw/store/clickhouse/report-rows';
import { isOutage } from '@sw/store/faults/outage';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { ensureParameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { buildsBetween, commitReports, reportsOfBuild } from '@sw/store/postgres/records/reports/reports';
import { abortBatch, openBatch } from '@sw/store/postgres/records/tickers/batches';
import type { BuiltTable } from '../market/engine/market-engine.ts';
import { computeContentHash, hashParameters } from './content-hash.ts';
import type { HotReports } from './hot-reports.ts';
import type { ShownReports } from './shown-reports.ts';

/** The number and hash of the parameter set that scored a report. */
export interface NumberedSet {
	version: number;
	/** See hashParameters. */
	hash: string;
}

export interface PublishParts {
	stores: Stores;
	/** Rejects, to prevent publication, if the data behind the reports has changed. Default: every report is published. */
	guard?(tables: readonly BuiltTable[]): Promise<void>;
	/** Name of the market's provider. */
	provider: string;
	/** Version of the engine. */
	engine: string;
	/** Returns the number and hash of a parameter set; an unknown set gets the next number. */
	getNumberedSet(parameters: ParameterSet): Promise<NumberedSet>;
	shownReports: Pick<ShownReports, 'add' | 'hot'>;
	/** Returns the index of the ticker's type in TICKER_TYPES. */
	typeIndexOf(tickerId: number): number;
}

export type Publish = (tables: readonly BuiltTable[]) => Promise<ReportRecord[]>;

/**
 * Publishes reports, in the given order. Reports are created nowhere else. First, their rows are written to the series store under a build id.
 * One PostgreSQL transaction then records the reports, chains them and notifies every process. Finally, requests to this process see them.
 * Nothing is visible before the transaction. A crash before the transaction leaves only rows that the next start deletes.
 */
export function createPublish(publishing: PublishParts): Publish {
	const { db } = publishing.stores.records;
	/** Builds whose commit an outage interrupted, by algo and time of their reports. Such a build may have been committed. */
	const uncertainBuilds = new Map<string, number>();
	/** Returns the reports that an interrupted attempt did commit. Publishing them again would create a second version. */
	const takeCommitted = async (key: string): Promise<ReportRecord[]> => {
		const build = uncertainBuilds.get(key);
		if (build === undefined) return [];
		const committed = await reportsOfBuild(db, build);
		uncertainBuilds.delete(key);
		return committed;
	};
	return async (tables) => {
		const timedTables = await addTimesInLists(tables, publishing.shownReports.hot);
		const key = timedTables.map(({ table }) => `${table.algo} ${table.time}`).join();
		const committed = await takeCommitted(key);
		const records =
			committed.length > 0 ? committed : await commitTables(publishing, timedTables, (build) => uncertainBuilds.set(key, build));
		for (const [i, record] of records.entries()) publishing.shownReports.add(record, timedTables[i]?.table);
		return records;
	};
}

async function commitTables(
	{ stores, guard, provider, engine, getNumberedSet, typeIndexOf }: PublishParts,
	builtTables: readonly BuiltTable[],
	onUncertainCommit: (build: number) => unknown,
): Promise<ReportRecord[]> {
	const { records, series, chain, fence } = stores;
	const sets = new Map<ParameterSet, NumberedSet>();
	for (const { parameters } of builtTables) if (!sets.has(parameters)) sets.set(parameters, await getNumberedSet(parameters));
	await guard?.(builtTables);
	const build = await openBatch(records.db, { kind: 'reports', provider }, fence);
	try {
		const tables = builtTables.map(({ table }) => table);
		const writePromise = insertReportRows(series, tables, build);
		// Runs while the rows are written and committed. If it fails, the breadth job counts the reports later.
		const countPromise = countBreadths(series, tables, build, typeIndexOf).catch(() => {});
		await writePromise;
		const commitPromise = commitReports(
			records.db,
			build,
			builtTables.map(({ table, cutoff, publishedAt, wall, reconstructed, parameters, inputs }) => {
				const { version: parametersVersion, hash } = sets.get(parameters) as NumberedSet;
				const hashInputs = { engineVersion: engine, parametersVersion, inputHash: inputs.hash };
				const hashedRecord = { ...hashInputs, format: REPORT_FORMAT, previousHash: '' };
				return {
					...hashInputs,
					time: table.time,
					algo: table.algo,
					cutoff,
					tickers: table.count,
					reconstructed,
					publishedAt,
					dueWall: wall?.due ?? null,
					publishedWall: wall?.published ?? null,
					inputFrom: inputs.from,
					contentHash: computeContentHash(table, hashedRecord, hash),
				};
			}),
			chain,
		);
		const [committed] = await Promise.all([commitPromise, countPromise]);
		return committed;
	} catch (error) {
		if (isOutage(error)) onUncertainCommit(build);
		await abortBatch(records.db, build, error instanceof Error ? error.message : String(error)).catch(() => {});
		throw error;
	}
}

/** Skips forecasts: they predict moves, but breadth counts measured moves. */
async function countBreadths(
	series: Stores['series'],
	tables: readonly ReportTable[],
	build: number,
	typeIndexOf: PublishParts['typeIndexOf'],
): Promise<void> {
	const measuredTables = tables.filter(({ algo }) => algo === 'reverse');
	await insertBreadth(
		series,
		measuredTables.map((table) => ({ time: table.time, build, breadth: computeBreadth(table, typeIndexOf) })),
	);
}

/** Caches the number and hash of each parameter set: only a few are ever used. */
export function createSetNumberLookup(db: Db): (parameters: ParameterSet) => Promise<NumberedSet> {
	const cache = new WeakMap<ParameterSet, NumberedSet>();
	return async (parameters) => {
		const set = cache.get(parameters) ?? { version: await ensureParameterSet(db, parameters), hash: hashParameters(parameters) };
		cache.set(parameters, set);
		return set;
	};
}

/** Reads the latest measured report in [from, time); undefined if there is none, null if the store lost its rows. */
type ReadReportBefore = (from: UtcMs, time: UtcMs) => Promise<ReportTable | undefined | null>;

/** Adds the time in lists to reports about to be published, based on earlier reports. */
async function addTimesInLists(
	builtTables: readonly BuiltTable[],
	hot: Pick<HotReports, 'newestBetween' | 'table'>,
): Promise<BuiltTable[]> {
	const result: BuiltTable[] = [];
	for (const builtTable of builtTables) {
		const readBefore: ReadReportBefore = async (from, time) => {
			const batchTable = result.findLast(({ table }) => table.algo === 'reverse' && table.time >= from && table.time < time)?.table;
			const published = hot.newestBetween(from, time - 1, ({ algo }) => algo === 'reverse');
			if (!published || (batchTable && batchTable.time >= published.time)) return batchTable;
			return (await hot.table(published)) ?? null;
		};
		result.push({ ...builtTable, table: await addTimeInList(builtTable.table, builtTable.parameters.tabQuorum, readBefore) });
	}
	return result;
}

/** Adds the time in lists to a recomputed report, based on the versions published before it. */
export async function withPublishedTimes(stores: Stores, table: ReportTable, record: ReportRecord, quorum: number): Promise<ReportTable> {
	return addTimeInList(table, quorum, async (from, time) => {
		const builds = await buildsBetween(stores.records.db, { from, to: utcMs(time - 1) }, 'reverse');
		const last = builds.findLast(({ build }) => build <= record.buildId);
		return last && queryReportRows(stores.series, last.time, 'reverse', last.build);
	});
}

/** Adds the time in lists. First adds it to an earlier report of the day that an older product version published without these columns. */
async function addTimeInList(table: ReportTable, quorum: number, readPrevious: ReadReportBefore): Promise<ReportTable> {
	const previous = await readPrevious(newYorkToUtc(newYorkDate(table.time), 0, 0), table.time);
	if (previous === null) return table;
	if (!previous || hasTimeInList(previous)) return withTimeInList(table, previous, quorum);
	return withTimeInList(table, await addTimeInList(previous, quorum, readPrevious), quorum);
}
