import type { Filter } from '@sw/domain/filters/filter';
import type { FrozenEntry, FrozenList } from '@sw/domain/filters/frozen';
import type { BarBlock } from '@sw/domain/prices/blocks';
import type { Split } from '@sw/domain/prices/ticker';
import type { Algo } from '@sw/domain/reports/licence';
import type { TickerHistory } from '@sw/domain/reports/report-record';
import type { RowDetail } from '@sw/domain/signals/engine/types';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ReportTime, TickerId, UtcMs } from '@sw/domain/time/units';
import type { FilingsAt } from '../../market/filings/read-information.ts';
import type { Directory } from '../../market/window/directory.ts';
import type { PricesAt } from '../../market/window/past-prices.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import type { Source } from '../../market/window/source.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { HotReport, HotReports, ReportFacts } from '../../reports/hot-reports.ts';

/** The parts of a saved filter that a list needs. */
export type SavedFilter = Pick<Filter, 'id' | 'tab' | 'strategy' | 'entries' | 'groups' | 'operation'>;

/** With its name and owner; null for a built-in filter. */
export type OwnFilter = SavedFilter & Pick<Filter, 'name' | 'userId'>;

/** A user's filters and lists. Sets are the same objects until they change, so that masks over them can be cached. */
export interface ReaderLists {
	/** The user's own filter or a built-in one. */
	filter(id: number): SavedFilter | undefined;
	/** All filters that the user may use. */
	readonly filters: readonly OwnFilter[];
	readonly frozen: readonly FrozenEntry[];
	/** IDs that are currently hidden in the list. */
	hidden(list: FrozenList): ReadonlySet<number>;
	readonly favorites: ReadonlySet<number>;
}

export interface WorkspaceParts extends SignalsParts {
	readonly calendar: Calendar;
	/** The market clock. */
	readonly now: () => UtcMs;
	/** The clock by which frozen entries expire: the market's where it lies in the past. */
	readonly freezeNow: () => number;
	readonly lists: (userId: string) => MaybePromise<ReaderLists>;
	/** The tickers of a user's watchlist; undefined: the user has no such watchlist. */
	readonly watchlist: (userId: string, id: number) => Promise<ReadonlySet<number> | undefined>;
	/** An earlier version of a report; undefined when there is none. */
	readonly version: (time: ReportTime, algo: Algo, version: number) => Promise<HotReport | undefined>;
	/** The values behind a row's cells; null where they are not available, or not immediately. */
	readonly explain: (facts: ReportFacts, table: ReportTable, row: number) => Promise<RowDetail | null>;
	/** The prices as of a report. */
	readonly pricesAt: PricesAt;
	/** Time of the oldest stored report; null while there is none. */
	readonly oldest: () => Promise<ReportTime | null>;
	/** The newest version of each report of a ticker in [from, to). */
	readonly history: (id: number, span: { from: UtcMs; to: UtcMs; algo: Algo; beside: boolean }) => Promise<TickerHistory>;
	/** A ticker's splits in effect. */
	readonly splits: (id: TickerId) => Promise<readonly Split[]>;
	/** A ticker's stored 15-minute bars in [from, to), sorted by time, and its splits in effect. */
	readonly bars: (id: TickerId, from: UtcMs, to: UtcMs) => Promise<{ bars: BarBlock; splits: readonly Split[] }>;
}

/** Data of all lists, in memory. */
export interface SignalsParts {
	readonly reports: HotReports;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly source: Source;
	readonly parameters: ParameterSet;
	/** Default: none. */
	readonly filings?: FilingsAt;
}
