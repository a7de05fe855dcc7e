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
import type { FilingsReader } from '../../market/filings/read-information.ts';
import type { Directory } from '../../market/window/directory.ts';
import type { PricesAt } from '../../market/window/past-prices.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import type { Source } from '../../market/window/source.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { HotReport, HotReports, ReportFacts } from '../../reports/hot-reports.ts';

/** The parts of a saved filter that a list needs. */
export type SavedFilter = Pick<Filter, 'id' | 'tab' | 'strategy' | 'entries' | 'groups' | 'operation'>;

/** A saved filter with its name and owner. `userId` is null for a built-in filter. */
export type OwnedFilter = SavedFilter & Pick<Filter, 'name' | 'userId'>;

/** A user's filters and lists. Sets stay the same objects until they change, so that masks can be cached by them. */
export interface ReaderLists {
	/** A filter that the user owns, or a built-in one. */
	filter(id: number): SavedFilter | undefined;
	/** All filters that the user can use. */
	readonly filters: readonly OwnedFilter[];
	readonly frozen: readonly FrozenEntry[];
	/** Ids of tickers that are hidden in the list now. */
	findHidden(list: FrozenList): ReadonlySet<number>;
	readonly favorites: ReadonlySet<number>;
}

export interface WorkspaceParts extends SignalsParts {
	readonly calendar: Calendar;
	/** The market clock. */
	readonly now: () => UtcMs;
	/** The clock by which frozen entries expire: the market clock if the market is in the past. */
	readonly freezeNow: () => number;
	readonly loadLists: (userId: string) => MaybePromise<ReaderLists>;
	/** The tickers of a user's watchlist; undefined if the user has no such watchlist. */
	readonly loadWatchlist: (userId: string, id: number) => Promise<ReadonlySet<number> | undefined>;
	/** Reads an earlier version of a report; undefined if there is none. */
	readonly readVersion: (time: ReportTime, algo: Algo, version: number) => Promise<HotReport | undefined>;
	/** The values behind a row's cells; null if they aren't available immediately. */
	readonly explain: (facts: ReportFacts, table: ReportTable, row: number) => Promise<RowDetail | null>;
	/** Prices as of a time in the past. */
	readonly pricesAt: PricesAt;
	/** Time of the oldest stored report; null if there is none. */
	readonly oldest: () => Promise<ReportTime | null>;
	/** A ticker's rows in the newest version of each report in [from, to). `withExtras`: whether to read filings and the numbers of the session, too. */
	readonly history: (id: number, span: { from: UtcMs; to: UtcMs; algo: Algo; withExtras: boolean }) => Promise<TickerHistory>;
	/** A ticker's splits in effect. */
	readonly splits: (id: TickerId) => Promise<readonly Split[]>;
	/** A ticker's stored 15-minute bars in [from, to), sorted by time, and its splits in effect. */
	readonly bars: (id: TickerId, from: UtcMs, to: UtcMs) => Promise<{ bars: BarBlock; splits: readonly Split[] }>;
}

/** In-memory data for all lists. */
export interface SignalsParts {
	readonly reports: HotReports;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly source: Source;
	readonly parameters: ParameterSet;
	/** Public filings of a ticker as of a report. Default: none. */
	readonly filings?: FilingsReader;
}
