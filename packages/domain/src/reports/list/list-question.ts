import type { InformationChoice } from '../../filings/information-choice.ts';
import type { RowGroup } from '../../filters/industries.ts';
import type { CapBucket, MentionBucket } from '../../prices/buckets.ts';
import type { Condition } from '../../signals/filter.ts';
import type { SortDirection } from '../../signals/order.ts';
import type { Operation, SectorKey, Tab } from '../../signals/sector.ts';
import type { Strategy } from '../../time/timeframe.ts';
import type { SortColumn } from './list-columns.ts';

/** Which tickers a list has by the type that they have at a time. */
export interface TypeRule {
	includes(tickerId: number, time: number): boolean;
	/** An index isn't traded: the minimum of dollar volume, which makes others eligible, doesn't apply to it. */
	isIndex(tickerId: number, time: number): boolean;
}

/** What is asked of a report. Only `tab`, `operation` and `strategy` must be given; anything else left out does not restrict or sort. */
export interface ListQuestion {
	readonly tab: Tab;
	readonly operation: Operation;
	readonly strategy: Strategy;
	/** The filter: all must hold, on any timeframe. In coiled_spring, price still means price here. */
	readonly conditions?: readonly Condition[] | undefined;
	/** Groups of the filter: all must hold, too. */
	readonly groups?: readonly RowGroup[] | undefined;
	readonly caps?: readonly CapBucket[] | undefined;
	readonly mentions?: readonly MentionBucket[] | undefined;
	/** By public information over the strategy's look-back. */
	readonly information?: InformationChoice | undefined;
	/** Ticker ids to exclude (frozen, already seen), and to include exclusively (favourites). */
	readonly exclude?: ReadonlySet<number> | undefined;
	readonly only?: ReadonlySet<number> | undefined;
	/** Tickers by type. Default: every eligible ticker. */
	readonly types?: TypeRule | undefined;
	/** Sectors of the rate; default the tab's four. */
	readonly sectors?: readonly SectorKey[] | undefined;
	/** First key: weighted sum of these sectors instead of the rate. */
	readonly sortBy?: readonly SectorKey[] | undefined;
	readonly extraSortBy?: readonly SectorKey[] | undefined;
	/** First key: this column's value, unknown ones last; not combined with `sortBy`. */
	readonly sortColumn?: SortColumn | undefined;
	/** Reverses only the first key. Default: desc. */
	readonly direction?: SortDirection | undefined;
}

/** One report: the number of matching tickers, and of all that were eligible and not stale. */
export interface MatchCount {
	/** UTC seconds. */
	readonly report: number;
	readonly matched: number;
	readonly eligible: number;
}
