import { conditionsOf } from '../filters/entries.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import type { ReportTable } from '../signals/report-table.ts';
import { strategyNamed } from '../time/timeframe.ts';
import { MINUTE } from '../time/units.ts';
import { createMembership, type ListChange, type ListRule } from './list-changes.ts';
import type { Notice, NoticeQuestion, ReportName } from './message.ts';

/** A filter whose notices are on, and what of its owner they depend on. */
export interface NoticedFilter extends NoticeQuestion {
	readonly id: number;
	/** Ids that are frozen in its list now. */
	readonly hidden: ReadonlySet<number>;
	/** Minutes of market time, see DeliverySettings. */
	readonly coolDown: number;
	/** Where nothing but favourites is told: these. */
	readonly favourites: ReadonlySet<number> | null;
}

/** What a licence opens, as far as notices of a report look at it. */
export interface NoticedReports {
	readonly report: ReportName;
	readonly now: ReportTable;
	/** The newest report before of which notices were made. */
	readonly since: ReportName;
	readonly before: ReportTable;
	/** Tickers that a list could have. */
	readonly of: number;
}

export const ruleOf = ({ tab, strategy, entries }: NoticeQuestion): ListRule => ({
	tab,
	strategy: strategyNamed(strategy),
	conditions: conditionsOf(entries),
});

/** The notice of a filter, from how the list of its rule changed before anything was hidden; undefined when nothing entered or left that its owner sees. */
export const makeNotice = (
	{ id, hidden, coolDown, favourites, tab, strategy, operation, entries }: NoticedFilter,
	change: ListChange,
	{ report, now, since, before, of }: NoticedReports,
	parameters: ParameterSet,
): Notice | undefined => {
	// Most filters have nothing hidden in what changed: then notices of one rule share its lists.
	const seen = (ids: readonly number[]): readonly number[] =>
		hidden.size > 0 && ids.some((ticker) => hidden.has(ticker)) ? ids.filter((ticker) => !hidden.has(ticker)) : ids;
	const entered = seen(change.entered);
	const left = seen(change.left);
	if (entered.length === 0 && left.length === 0) return undefined;
	const isMember = hidden.size === 0 ? undefined : createMembership(ruleOf({ tab, strategy, operation, entries }), parameters);
	const among = (table: ReportTable): number => (isMember ? [...hidden].filter((ticker) => isMember(table, ticker)).length : 0);
	const fresh = seen(change.newSince(now.time - coolDown * MINUTE));
	const told = favourites === null ? fresh : fresh.filter((ticker) => favourites.has(ticker));
	return {
		filterId: id,
		report,
		since,
		entered,
		left,
		told: told.length === entered.length ? null : told,
		tab,
		strategy,
		operation,
		entries,
		matches: change.matches - among(now),
		before: change.before - among(before),
		of,
	};
};

/** Whether a notice is worth telling outside the inbox. */
export const isTold = ({ entered, told }: Notice): boolean => (told ?? entered).length > 0;
