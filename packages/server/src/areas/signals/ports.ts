/** What the signals area needs of a reader's own lists and of the store; compose hands it in. */
import type { FilterEntry } from '@sw/domain/filters/entries';
import type { FrozenEntry } from '@sw/domain/filters/frozen';
import type { Algo } from '@sw/domain/reports/licence';
import type { ReportTable } from '@sw/domain/reports/report-table';
import type { RowDetail } from '@sw/domain/signals/engine/types';
import type { Operation, Tab } from '@sw/domain/signals/sector';
import type { Calendar } from '@sw/domain/time/calendar';
import type { StrategyName } from '@sw/domain/time/timeframe';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import type { Soon } from '../../platform/soon.ts';
import type { HotReport, ReportFacts } from '../../reports/hot-reports.ts';
import type { SignalsParts } from './signals-parts.ts';

export interface SavedFilter {
	readonly id: number;
	readonly tab: Tab;
	readonly strategy: StrategyName;
	readonly entries: readonly FilterEntry[];
	/** null: the tab's own direction. */
	readonly operation: Operation | null;
}

/** What one user's lists are made of. Sets are the same objects until they change, so that masks over them can be kept. */
export interface ReaderLists {
	/** The user's own filter or one of the house. */
	filter(id: number): SavedFilter | undefined;
	readonly frozen: readonly FrozenEntry[];
	/** Ids hidden now under the filter, or (null) in plain lists. */
	hidden(filterId: number | null): ReadonlySet<number>;
	readonly favorites: ReadonlySet<number>;
}

/** One ticker over many reports, ascending by time: index i of each array is report i. */
export interface TickerHistory {
	count: number;
	/** UTC seconds. */
	time: Uint32Array;
	words: readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array];
	/** 1/10000 dollar. */
	price: Float64Array;
	cap: Float64Array;
	mentions: Int32Array;
	flags: Uint8Array;
}

export interface DeskParts extends SignalsParts {
	readonly calendar: Calendar;
	/** The market clock. */
	readonly now: () => UtcMs;
	/** The clock of the wall: frozen tickers thaw by it. */
	readonly wallNow: () => number;
	readonly lists: (userId: string) => Soon<ReaderLists>;
	/** An older version of a report; undefined when there is none. */
	readonly version: (time: ReportTime, algo: Algo, version: number) => Promise<HotReport | undefined>;
	/** The numbers behind a row's cells; null where they cannot be had, or not at once. */
	readonly explain: (facts: ReportFacts, table: ReportTable, row: number) => Promise<RowDetail | null>;
	/** Time of the oldest stored report; null while there is none. */
	readonly oldest: () => Promise<ReportTime | null>;
	/** The newest version of each report of a ticker in [from, to). */
	readonly history: (id: number, span: { from: UtcMs; to: UtcMs; algo: Algo }) => Promise<TickerHistory>;
}
