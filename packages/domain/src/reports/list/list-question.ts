import type { InformationChoice } from '../../filings/information-choice.ts';
import type { RowGroup } from '../../filters/industries.ts';
import type { CapBucket, MentionBucket } from '../../prices/buckets.ts';
import type { Condition } from '../../signals/filter.ts';
import type { SortDirection } from '../../signals/order.ts';
import type { Operation, SectorKey, Tab } from '../../signals/sector.ts';
import type { Strategy } from '../../time/timeframe.ts';
import type { SortColumn } from './list-columns.ts';

/** Restricts a list by ticker type at a given time. */
export interface TypeRule {
	includes(tickerId: number, time: number): boolean;
	/** Indexes aren't traded, so the minimum dollar volume for eligibility doesn't apply to them. */
	isIndex(tickerId: number, time: number): boolean;
}

/** Selects and sorts the rows of a report. Absent optional fields neither restrict nor sort. */
export interface ListQuestion {
	readonly tab: Tab;
	readonly operation: Operation;
	readonly strategy: Strategy;
	/** The filter's conditions: all of them must match, and their timeframes need not be rated. Even in coiled_spring, price means price here. */
	readonly conditions?: readonly Condition[] | undefined;
	/** The filter's groups: all of them must match, too. */
	readonly groups?: readonly RowGroup[] | undefined;
	readonly caps?: readonly CapBucket[] | undefined;
	readonly mentions?: readonly MentionBucket[] | undefined;
	/** Choice by public information within the strategy's look-back. */
	readonly information?: InformationChoice | undefined;
	/** Ticker ids to exclude (frozen, already seen). */
	readonly exclude?: ReadonlySet<number> | undefined;
	/** Ticker ids to which the list is limited (favourites). */
	readonly only?: ReadonlySet<number> | undefined;
	/** Default: every eligible ticker. */
	readonly types?: TypeRule | undefined;
	/** Sectors of the rate. Default: the tab's four sectors. */
	readonly sectors?: readonly SectorKey[] | undefined;
	/** First sort key: the weighted sum of these sectors, in place of the rate. */
	readonly sortBy?: readonly SectorKey[] | undefined;
	/** Further sort keys, each the weighted depth of one sector. */
	readonly extraSortBy?: readonly SectorKey[] | undefined;
	/** First sort key: this column's value, unknown values last. Takes precedence over `sortBy`. */
	readonly sortColumn?: SortColumn | undefined;
	/** Direction of the first sort key only. Default: desc. */
	readonly direction?: SortDirection | undefined;
}

/** Number of matching tickers in one report. */
export interface MatchCount {
	/** UTC seconds. */
	readonly report: number;
	readonly matched: number;
	/** Number of tickers that were eligible and not stale. */
	readonly eligible: number;
}
