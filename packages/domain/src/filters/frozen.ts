import type { TickerId, UtcMs } from '../time/units.ts';

/** A ticker that a user does not want to see. */
export interface FrozenEntry {
	/** Hidden in the lists of this filter; null: in every list. */
	readonly filterId: number | null;
	readonly tickerId: number;
	readonly reason: string;
	/** UTC ms of the wall clock. */
	readonly since: number;
	/** The first instant at which it shows again by itself; null: it stays until somebody thaws it. */
	readonly until: number | null;
}

/** Tickers to freeze under each of the filters, or everywhere for null. */
export interface Freezing {
	readonly filterIds: readonly (number | null)[];
	readonly tickerIds: readonly TickerId[];
	readonly reason: string;
	readonly since: UtcMs;
	readonly until: UtcMs | null;
}

export const isFrozen = ({ until }: FrozenEntry, now: number): boolean => until === null || until > now;

/** What still holds now. */
export const frozenAt = <E extends FrozenEntry>(entries: readonly E[], now: number): E[] => entries.filter((entry) => isFrozen(entry, now));

/** Ids hidden in the lists of a filter, or (without one) in plain lists. */
export const hiddenIds = (entries: readonly FrozenEntry[], filterId: number | null, now: number): Set<number> =>
	new Set(
		entries
			.filter((entry) => isFrozen(entry, now) && (entry.filterId === null || entry.filterId === filterId))
			.map((entry) => entry.tickerId),
	);

/** When the next entry thaws by itself; infinity when none will. */
export const nextThaw = (entries: readonly FrozenEntry[], now: number): number =>
	entries.reduce((next, { until }) => (until !== null && until > now && until < next ? until : next), Number.POSITIVE_INFINITY);

/** The frozen list as a map: ticker ids by filter, and those hidden everywhere; ascending. `count` is distinct tickers. */
export const frozenMap = (
	entries: readonly FrozenEntry[],
	now: number,
): { filters: { filter: number; tickers: number[] }[]; all: number[]; count: number } => {
	const holding = frozenAt(entries, now);
	const idsOf = (filterId: number | null): number[] =>
		holding
			.filter((entry) => entry.filterId === filterId)
			.map((entry) => entry.tickerId)
			.sort((a, b) => a - b);
	const filterIds = [...new Set(holding.flatMap(({ filterId }) => (filterId === null ? [] : [filterId])))].sort((a, b) => a - b);
	return {
		filters: filterIds.map((filter) => ({ filter, tickers: idsOf(filter) })),
		all: idsOf(null),
		count: new Set(holding.map((entry) => entry.tickerId)).size,
	};
};
