import type { ParameterSet } from '../signals/parameters.ts';
import { MINUTE } from '../time/units.ts';
import type { AskedList } from './asked-lists.ts';
import { createMembership, type ListChange, type ListRule, type ListTable } from './list-changes.ts';
import type { ListNotice, ReportName } from './message.ts';

/** What a notice depends on beside the list: its owner's. */
export interface NoticeTaste {
	/** Ids that are frozen in the list now. */
	readonly hidden: ReadonlySet<number>;
	/** Minutes of market time, see DeliverySettings. */
	readonly coolDown: number;
	/** Where alerts are limited to favourites: these. */
	readonly favourites: ReadonlySet<number> | null;
}

/** What a licence opens, as far as notices of a report look at it. */
export interface NoticedReports {
	readonly report: ReportName;
	readonly now: ListTable;
	/** The newest report before of which notices were made. */
	readonly since: ReportName;
	readonly before: ListTable;
	/** Tickers that a list could have. */
	readonly of: number;
}

const NOTHING: ReadonlySet<number> = new Set();

/**
 * Makes the notices of lists for what one licence opens, from how they changed before anything was hidden; undefined when nothing entered or left that
 * the owner sees. Owners who hide nothing in a list and have the same cool-down and scope share one alert.
 */
export const createNotices = (
	{ report, now, since, before, of }: NoticedReports,
	changeOf: (rule: ListRule) => ListChange,
	parameters: ParameterSet,
) => {
	const make = (
		{ question: { tab, strategy, operation, entries }, rule }: AskedList,
		{ hidden, coolDown, favourites }: NoticeTaste,
		isHidden: { readonly now: number; readonly before: number },
	): ListNotice | undefined => {
		const change = changeOf(rule);
		const seen = (ids: readonly number[]): readonly number[] => (hidden.size > 0 ? ids.filter((ticker) => !hidden.has(ticker)) : ids);
		const entered = seen(change.entered);
		const left = seen(change.left);
		if (entered.length === 0 && left.length === 0) return undefined;
		const fresh = seen(change.newSince(now.time - coolDown * MINUTE));
		const told = favourites === null ? fresh : fresh.filter((ticker) => favourites.has(ticker));
		return {
			report,
			since,
			entered,
			left,
			told: told.length === entered.length ? null : told,
			tab,
			strategy,
			operation,
			entries,
			matches: change.matches - isHidden.now,
			before: change.before - isHidden.before,
			of,
		};
	};

	const NONE = { now: 0, before: 0 };
	const members = new Map<AskedList, ReturnType<typeof createMembership>>();
	/** How many of the hidden would be in the list. */
	const hiddenIn = (asked: AskedList, hidden: ReadonlySet<number>) => {
		if (hidden.size === 0) return NONE;
		const isMember = members.get(asked) ?? createMembership(asked.rule, parameters);
		members.set(asked, isMember);
		const among = (table: ListTable): number => [...hidden].filter((ticker) => isMember(table, ticker)).length;
		return { now: among(now), before: among(before) };
	};

	const shared = new Map<number, Map<AskedList, ListNotice | undefined>>();
	return (asked: AskedList, taste: NoticeTaste): ListNotice | undefined => {
		const { coolDown } = taste;
		const isHidden = hiddenIn(asked, taste.hidden);
		if (isHidden.now + isHidden.before > 0 || taste.favourites !== null) return make(asked, taste, isHidden);
		const alike = shared.get(coolDown) ?? new Map<AskedList, ListNotice | undefined>();
		shared.set(coolDown, alike);
		if (!alike.has(asked)) alike.set(asked, make(asked, { ...taste, hidden: NOTHING }, NONE));
		return alike.get(asked);
	};
};

/** Whether a notice is worth telling outside the inbox. */
export const isTold = ({ entered, told }: ListNotice): boolean => (told ?? entered).length > 0;
