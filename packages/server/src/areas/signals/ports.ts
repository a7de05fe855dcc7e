import type { Filter } from '@sw/domain/filters/filter';
import type { FrozenEntry, FrozenList } from '@sw/domain/filters/frozen';
import type { BarBlock } from '@sw/domain/prices/blocks';
import type { Split } from '@sw/domain/prices/ticker';
import type { Algo } from '@sw/domain/reports/licence';
import type { TickerHistory } from '@sw/domain/reports/ticker-history';
import type { RowDetail } from '@sw/domain/signals/engine/types';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ReportTime, TickerId, UtcMs } from '@sw/domain/time/units';
import type { Soon } from '../../platform/soon.ts';
import type { HotReport, ReportFacts } from '../../reports/hot-reports.ts';
import type { SignalsParts } from './signals-parts.ts';

/** As much of a saved filter as a list needs. */
export type SavedFilter = Pick<Filter, 'id' | 'tab' | 'strategy' | 'entries' | 'operation'>;

/** The same with its name, and whose it is: null is the house's. */
export type OwnFilter = SavedFilter & Pick<Filter, 'name' | 'userId'>;

/** What one user's lists are made of. Sets are the same objects until they change, so that masks over them can be kept. */
export interface ReaderLists {
	/** The user's own filter or one of the house. */
	filter(id: number): SavedFilter | undefined;
	/** All that the user may use. */
	readonly filters: readonly OwnFilter[];
	readonly frozen: readonly FrozenEntry[];
	/** Ids hidden in the list now. */
	hidden(list: FrozenList): ReadonlySet<number>;
	readonly favorites: ReadonlySet<number>;
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
	/** The stored 15-minute bars of a ticker in [from, to) by time, and its splits that are in force. */
	readonly bars: (id: TickerId, from: UtcMs, to: UtcMs) => Promise<{ bars: BarBlock; splits: readonly Split[] }>;
}
