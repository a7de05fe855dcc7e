import type { Algo, Licence } from '@sw/domain/reports/licence';
import { newestOpen } from '@sw/domain/reports/licence-gate';
import { type ReportTable, tableBytes } from '@sw/domain/signals/report-table';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { createAnswerCache } from '../platform/answer-caches.ts';
import type { Soon } from '../platform/soon.ts';
import { createSharedRuns } from '../platform/turns.ts';

/** What is known of a published report beside its numbers. */
export interface ReportFacts {
	readonly time: ReportTime;
	readonly algo: Algo;
	/** The least licence that may open it. */
	readonly report: Licence;
	/** The first slot of its day, open to every licence. */
	readonly first: boolean;
	/** 1 as first published; a correction makes the next. */
	readonly version: number;
	/** End of the last slot whose bars entered it. */
	readonly asOf: UtcMs;
	/** Market time at which it was published. */
	readonly published: UtcMs;
	/** Milliseconds of the wall from the end of the slot to publication; null unless it came out live. */
	readonly lag: number | null;
	/** Names its content: changes whenever a number in it does. */
	readonly hash: string;
	readonly tickers: number;
	/** Built from imported or backfilled bars, not when its slot ended. */
	readonly reconstructed: boolean;
	/** Number of the parameter set that it was scored by. */
	readonly parameters: number;
}

export interface HotReport {
	readonly facts: ReportFacts;
	readonly table: ReportTable;
}

/** Published reports: facts of all, tables of the newest and of those asked for lately. */
export interface HotReports {
	/** Makes a report known; of one time the greatest version counts. The table may come later by `load`. */
	add(facts: ReportFacts, table?: ReportTable): void;
	/** Newest of any level. */
	newest(): ReportFacts | undefined;
	/** Newest that the licence may open; null (visitors, accounts without one) gets the newest basic one. */
	latest(licence: Licence | null): ReportFacts | undefined;
	/** Facts of the report of that time. */
	at(time: number): ReportFacts | undefined;
	/** From `from` to `to`, both included, newest first. */
	between(from: number, to: number): ReportFacts[];
	/** The newest of those that pass the test. */
	newestBetween(from: number, to: number, passes: (facts: ReportFacts) => boolean): ReportFacts | undefined;
	/** Table of a report, from memory or the store; undefined when the store lost it. */
	table(facts: ReportFacts): Soon<ReportTable | undefined>;
	/** Rises with every report and version that becomes known: what is counted over the past is counted anew. */
	changes(): number;
	/** Called with every report that is newer than all before. Returns the way to stop. */
	onNewest(listener: (facts: ReportFacts) => void): () => void;
}

export interface HotReportsOptions {
	/** Tables kept in memory besides those in use. */
	readonly capacity: number;
	/** What they may weigh together; as much as a session of 100,000 tickers unless told. */
	readonly bytes?: number;
	/** Reads a table from the store. */
	readonly load: (facts: ReportFacts) => Promise<ReportTable | undefined>;
}

/** Reports are minutes apart, and none has as many versions as a minute has milliseconds. */
const keyOf = ({ time, version }: ReportFacts): number => time + version;

export const createHotReports = ({ capacity, bytes = 400e6, load }: HotReportsOptions): HotReports => {
	/** Newest first. */
	const known: ReportFacts[] = [];
	const byTime = new Map<number, ReportFacts>();
	// The cache takes nothing that weighs nothing, as a report does of which nobody is part.
	const sizeCalculation = (table: ReportTable): number => Math.max(1, tableBytes(table));
	const tables = createAnswerCache<number, ReportTable>({ max: capacity, maxSize: bytes, sizeCalculation });
	const share = createSharedRuns<number, ReportTable | undefined>();
	const listeners = new Set<(facts: ReportFacts) => void>();
	let changes = 0;

	/** Place of the first report before an instant, for as many as a decade has. */
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
};
