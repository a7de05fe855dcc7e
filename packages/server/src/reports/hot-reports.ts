import type { Algo, Licence } from '@sw/domain/reports/licence';
import { newestOpen } from '@sw/domain/reports/licence-gate';
import { lagOf, type ReportRecord } from '@sw/domain/reports/report-record';
import { slotNamed } from '@sw/domain/reports/timetable';
import { type ReportTable, tableBytes } from '@sw/domain/signals/report-table';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { SlotsOn } from '../market/timetable/slot-times.ts';
import { createAnswerCache } from '../platform/cache/answer-caches.ts';
import type { MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import { createSingleFlight } from '../platform/concurrency/single-flight.ts';

/** What is known of a published report besides its numbers. */
export interface ReportFacts {
	readonly time: ReportTime;
	readonly algo: Algo;
	/** The lowest licence that may open it. */
	readonly report: Licence;
	/** The first slot of its day, open to all licences. */
	readonly first: boolean;
	/** 1 when first published; each correction adds one. */
	readonly version: number;
	/** End of the last slot whose bars it includes. */
	readonly asOf: UtcMs;
	/** Publication time on the market clock. */
	readonly published: UtcMs;
	/** Wall-clock milliseconds from the end of the slot to publication; null unless it was published live. */
	readonly lag: number | null;
	/** Identifies its content: changes whenever any of its numbers does. */
	readonly hash: string;
	readonly tickers: number;
	/** Built from imported or backfilled bars, not when its slot ended. */
	readonly reconstructed: boolean;
	/** Number of the parameter set that scored it. */
	readonly parameters: number;
}

export interface HotReport {
	readonly facts: ReportFacts;
	readonly table: ReportTable;
}

/** Published reports: facts of all, tables of the newest and of those requested recently. */
export interface HotReports {
	/** Adds a report; of one time the highest version counts. `load` can read the table later. */
	add(facts: ReportFacts, table?: ReportTable): void;
	/** Number of reports, each counted once whatever its versions. */
	count(): number;
	/** The newest report for any licence. */
	newest(): ReportFacts | undefined;
	/** The newest that the licence may open; null (visitors, accounts without a licence) gets the newest basic one. */
	latest(licence: Licence | null): ReportFacts | undefined;
	/** Facts of the report of that time. */
	at(time: number): ReportFacts | undefined;
	/** From `from` to `to`, both included, newest first. */
	between(from: number, to: number): ReportFacts[];
	/** The newest between both times that passes the test. */
	newestBetween(from: number, to: number, passes: (facts: ReportFacts) => boolean): ReportFacts | undefined;
	/** Table of a report, from memory or the store; undefined when the store lost it. */
	table(facts: ReportFacts): MaybePromise<ReportTable | undefined>;
	/** Rises with every added report and version, so that counts over the past are recomputed. */
	changes(): number;
	/** Called with each report newer than all before. Returns the function that unsubscribes. */
	onNewest(listener: (facts: ReportFacts) => void): () => void;
}

export interface HotReportsOptions {
	/** Tables kept in memory besides those in use. */
	readonly capacity: number;
	/** Their total size. Default: a session of 100,000 tickers. */
	readonly bytes?: number;
	/** Reads a table from the store. */
	readonly load: (facts: ReportFacts) => Promise<ReportTable | undefined>;
}

export function createHotReports({ capacity, bytes = 400e6, load }: HotReportsOptions): HotReports {
	/** Newest first. */
	const known: ReportFacts[] = [];
	const byTime = new Map<number, ReportFacts>();
	// The cache rejects a size of 0, which a report without tickers would have.
	const sizeCalculation = (table: ReportTable): number => Math.max(1, tableBytes(table));
	const tables = createAnswerCache<number, ReportTable>({ max: capacity, maxSize: bytes, sizeCalculation });
	const share = createSingleFlight<number, ReportTable | undefined>();
	const listeners = new Set<(facts: ReportFacts) => void>();
	let changes = 0;

	/** Index of the first report before an instant, by binary search: there are as many reports as a decade has. */
	const olderThan = (instant: number): number => {
		let [from, to] = [0, known.length];
		while (from < to) {
			const middle = (from + to) >> 1;
			if ((known[middle] as ReportFacts).time < instant) to = middle;
			else from = middle + 1;
		}
		return from;
	};

	const place = (facts: ReportFacts): void => {
		const at = olderThan(facts.time + 1);
		known.splice(at, known[at]?.time === facts.time ? 1 : 0, facts);
		byTime.set(facts.time, facts);
	};

	return {
		add(facts, table) {
			const before = byTime.get(facts.time);
			if (before && before.version > facts.version) return;
			changes++;
			const isNewest = known[0] === undefined || facts.time > known[0].time;
			if (table) tables.set(keyOf(facts), table);
			place(facts);
			if (isNewest) for (const listener of listeners) listener(facts);
		},
		count: () => known.length,
		newest: () => known[0],
		latest: (licence) => newestOpen(licence, known),
		at: (time) => byTime.get(time),
		between(from, to) {
			return known.slice(olderThan(to + 1), olderThan(from));
		},
		newestBetween(from, to, passes) {
			for (let at = olderThan(to + 1); at < known.length; at++) {
				const facts = known[at] as ReportFacts;
				if (facts.time < from) return undefined;
				if (passes(facts)) return facts;
			}
			return undefined;
		},
		table(facts) {
			const key = keyOf(facts);
			const read = async (): Promise<ReportTable | undefined> => {
				const table = await load(facts);
				if (table) tables.set(key, table);
				return table;
			};
			return tables.get(key) ?? share(key, read);
		},
		changes: () => changes,
		onNewest(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** Unique: reports are minutes apart, and none has as many versions as a minute has milliseconds. */
function keyOf({ time, version }: ReportFacts): number {
	return time + version;
}

/** What the timetable says about who may open a report. A report whose slot no longer exists needs the highest licence. */
export function placeOf(time: ReportTime, slotsOn: SlotsOn): Pick<ReportFacts, 'report' | 'first'> {
	const slot = slotNamed(slotsOn(newYorkDate(time)), time);
	return { report: slot?.report ?? 'pro', first: slot?.first ?? false };
}

/** What requests need to know about a published report. */
export function factsOf(record: ReportRecord, slotsOn: SlotsOn): ReportFacts {
	return {
		time: record.time,
		algo: record.algo,
		...placeOf(record.time, slotsOn),
		version: record.version,
		asOf: record.cutoff,
		published: record.publishedAt,
		lag: lagOf(record),
		hash: record.contentHash,
		tickers: record.tickers,
		reconstructed: record.reconstructed,
		parameters: record.parametersVersion,
	};
}
