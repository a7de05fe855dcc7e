import { TABS, type Tab } from '../signals/sector.ts';
import type { TickerId, UtcMs } from '../time/units.ts';

/** Scope of a freeze: the lists of one filter, every list of one tab, or (both null) every list. At most one field is set. */
export interface FreezeScope {
	readonly filterId: number | null;
	readonly tab: Tab | null;
}

export const EVERYWHERE: FreezeScope = { filterId: null, tab: null };

export function isEverywhere({ filterId, tab }: FreezeScope): boolean {
	return filterId === null && tab === null;
}

/** The list to which freezes apply: a tab and, if the list has one, a saved filter. */
export interface FrozenList {
	readonly tab: Tab;
	readonly filterId: number | null;
}

/** A ticker hidden by a user. */
export interface FrozenEntry extends FreezeScope {
	readonly tickerId: number;
	readonly reason: string;
	/** Wall-clock time, UTC milliseconds. */
	readonly since: number;
	/** First instant at which the ticker is no longer frozen; null: frozen until the user ends it. */
	readonly until: number | null;
}

/** A request to freeze each of the tickers in each of the scopes. */
export interface FreezeRequest {
	readonly scopes: readonly FreezeScope[];
	readonly tickerIds: readonly TickerId[];
	readonly reason: string;
	readonly since: UtcMs;
	readonly until: UtcMs | null;
}

export function isFrozen({ until }: FrozenEntry, now: number): boolean {
	return until === null || until > now;
}

export function selectActiveFreezes<E extends FrozenEntry>(entries: readonly E[], now: number): E[] {
	return entries.filter((entry) => isFrozen(entry, now));
}

/** Returns the ids of the tickers that the entries hide in a list. */
export function hiddenIds(entries: readonly FrozenEntry[], list: FrozenList, now: number): Set<number> {
	return new Set(entries.filter((entry) => isFrozen(entry, now) && appliesTo(entry, list)).map((entry) => entry.tickerId));
}

function appliesTo({ filterId, tab }: FreezeScope, list: FrozenList): boolean {
	return filterId === null ? tab === null || tab === list.tab : filterId === list.filterId;
}

/** Returns when the next entry expires; infinity if none does. */
export function nextThaw(entries: readonly FrozenEntry[], now: number): number {
	return entries.reduce((next, { until }) => (until !== null && until > now && until < next ? until : next), Number.POSITIVE_INFINITY);
}

interface FrozenMap {
	filters: { filter: number; tickers: number[] }[];
	tabs: { tab: Tab; tickers: number[] }[];
	all: number[];
	count: number;
}

/** Groups active entries by scope; ticker ids are ascending. `count` is the number of distinct tickers. */
export function groupFreezes(entries: readonly FrozenEntry[], now: number): FrozenMap {
	const activeEntries = selectActiveFreezes(entries, now);
	const idsOf = (scope: FreezeScope): number[] =>
		activeEntries
			.filter((entry) => entry.filterId === scope.filterId && entry.tab === scope.tab)
			.map((entry) => entry.tickerId)
			.sort((a, b) => a - b);
	const filterIds = [...new Set(activeEntries.flatMap(({ filterId }) => (filterId === null ? [] : [filterId])))].sort((a, b) => a - b);
	return {
		filters: filterIds.map((filter) => ({ filter, tickers: idsOf({ filterId: filter, tab: null }) })),
		tabs: TABS.map(({ name }) => ({ tab: name, tickers: idsOf({ filterId: null, tab: name }) })).filter(
			({ tickers }) => tickers.length > 0,
		),
		all: idsOf(EVERYWHERE),
		count: new Set(activeEntries.map((entry) => entry.tickerId)).size,
	};
}
