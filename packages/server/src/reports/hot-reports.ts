import type { Algo, Licence } from '@sw/domain/reports/licence';
import { findNewestOpen } from '@sw/domain/reports/licence-gate';
import { publicationLagMs, type ReportRecord } from '@sw/domain/reports/report-record';
import { slotAt } from '@sw/domain/reports/timetable';
import { type ReportTable, tableBytes } from '@sw/domain/signals/report-table';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { SlotsOn } from '../market/timetable/slot-times.ts';
import { createAnswerCache } from '../platform/cache/answer-caches.ts';
import type { MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import { createSingleFlight } from '../platform/concurrency/single-flight.ts';

/** Facts about a published report, without its numbers. */
export interface ReportFacts {
	readonly time: ReportTime;
	readonly algo: Algo;
	/** The lowest licence that includes the report. */
	readonly report: Licence;
	/** Whether the report is the first of its day, and so open to all licences. */
	readonly first: boolean;
	/** 1 when first published; each correction adds 1. */
	readonly version: number;
	/** End of the last slot whose bars the report includes. */
	readonly asOf: UtcMs;
	/** Publication time on the market clock. */
	readonly published: UtcMs;
	/** Wall-clock milliseconds from the end of the slot to publication; null if it wasn't published live. */
	readonly lag: number | null;
	/** Content hash: differs if any number differs. */
	readonly hash: string;
	readonly tickers: number;
	/** Built from imported or backfilled bars instead of live ones. */
	readonly reconstructed: boolean;
	/** Number of the parameter set that scored the report. */
	readonly parameters: number;
}

export interface HotReport {
	readonly facts: ReportFacts;
	readonly table: ReportTable;
}

/** Published reports in memory: facts of all reports, tables of the newest and recently requested reports. */
export interface HotReports {
	/** Adds a report. Of several versions for one time, the highest counts. Without `table`, the table is loaded when needed. */
	add(facts: ReportFacts, table?: ReportTable): void;
	/** Returns the number of reports; versions of a report count as one. */
	count(): number;
	/** Returns the newest report, whichever licence it needs. */
	newest(): ReportFacts | undefined;
	/** Returns the newest report that the licence includes. For null (visitors, accounts without a licence): the newest basic report. */
	latest(licence: Licence | null): ReportFacts | undefined;
	at(time: number): ReportFacts | undefined;
	/** Returns the reports from `from` to `to`, both inclusive, newest first. */
	between(from: number, to: number): ReportFacts[];
	/** Returns the newest report from `from` to `to`, both inclusive, that passes the test. */
	newestBetween(from: number, to: number, passes: (facts: ReportFacts) => boolean): ReportFacts | undefined;
	/** Returns a report's table, from memory or the store; undefined if the store lost it. */
	table(facts: ReportFacts): MaybePromise<ReportTable | undefined>;
	/** Returns a number that increases with every added report and version. Callers recompute statistics of the past when it changes. */
	changeCount(): number;
	/** Calls back with each added report that is newer than all others. Returns a function that unsubscribes. */
	onNewest(listener: (facts: ReportFacts) => void): () => void;
}

export interface HotReportsOptions {
	/** Maximum number of tables in memory. */
	readonly maxTables: number;
	/** Limit of the tables' total size in bytes. Default: a session of 100,000 tickers. */
	readonly maxBytes?: number;
	/** Reads a table from the store. */
	readonly load: (facts: ReportFacts) => Promise<ReportTable | undefined>;
}

export function createHotReports({ maxTables, maxBytes = 400e6, load }: HotReportsOptions): HotReports {
	/** Newest first. */
	const reports: ReportFacts[] = [];
	const byTime = new Map<number, ReportFacts>();
	// The cache rejects a size of 0, which a report without tickers would have.
	const sizeCalculation = (table: ReportTable): number => Math.max(1, tableBytes(table));
	const tables = createAnswerCache<number, ReportTable>({ max: maxTables, maxSize: maxBytes, sizeCalculation });
	const singleFlight = createSingleFlight<number, ReportTable | undefined>();
	const listeners = new Set<(facts: ReportFacts) => void>();
	let changes = 0;

	/** Finds the index of the newest report before an instant, by binary search, since there can be a decade of reports. */
	const findIndexBefore = (instant: number): number => {
		let [low, high] = [0, reports.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((reports[middle] as ReportFacts).time < instant) high = middle;
			else low = middle + 1;
		}
		return low;
	};

	const insertFacts = (facts: ReportFacts): void => {
		const index = findIndexBefore(facts.time + 1);
		reports.splice(index, reports[index]?.time === facts.time ? 1 : 0, facts);
		byTime.set(facts.time, facts);
	};

	return {
		add(facts, table) {
			const existing = byTime.get(facts.time);
			if (existing && existing.version > facts.version) return;
			changes++;
			const isNewest = reports[0] === undefined || facts.time > reports[0].time;
			if (table) tables.set(createKey(facts), table);
			insertFacts(facts);
			if (isNewest) for (const listener of listeners) listener(facts);
		},
		count: () => reports.length,
		newest: () => reports[0],
		latest: (licence) => findNewestOpen(licence, reports),
		at: (time) => byTime.get(time),
		between(from, to) {
			return reports.slice(findIndexBefore(to + 1), findIndexBefore(from));
		},
		newestBetween(from, to, passes) {
			for (let index = findIndexBefore(to + 1); index < reports.length; index++) {
				const facts = reports[index] as ReportFacts;
				if (facts.time < from) return undefined;
				if (passes(facts)) return facts;
			}
			return undefined;
		},
		table(facts) {
			const key = createKey(facts);
			const loadTable = async (): Promise<ReportTable | undefined> => {
				const table = await load(facts);
				if (table) tables.set(key, table);
				return table;
			};
			return tables.get(key) ?? singleFlight(key, loadTable);
		},
		changeCount: () => changes,
		onNewest(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** Returns a unique key: reports are minutes apart, and no report has as many versions as a minute has milliseconds. */
function createKey({ time, version }: ReportFacts): number {
	return time + version;
}

/** Finds the licence that a report needs, by the timetable. A report whose slot no longer exists needs the highest licence. */
export function findTimetableAccess(time: ReportTime, slotsOn: SlotsOn): Pick<ReportFacts, 'report' | 'first'> {
	const slot = slotAt(slotsOn(newYorkDate(time)), time);
	return { report: slot?.report ?? 'pro', first: slot?.first ?? false };
}

export function toFacts(record: ReportRecord, slotsOn: SlotsOn): ReportFacts {
	return {
		time: record.time,
		algo: record.algo,
		...findTimetableAccess(record.time, slotsOn),
		version: record.version,
		asOf: record.cutoff,
		published: record.publishedAt,
		lag: publicationLagMs(record),
		hash: record.contentHash,
		tickers: record.tickers,
		reconstructed: record.reconstructed,
		parameters: record.parametersVersion,
	};
}
