import type { Licence } from '../reports/licence.ts';
import type { TickerId, UtcMs } from '../time/units.ts';

/** Watchlists an account may have, by licence. */
export const WATCHLISTS_ALLOWED = { basic: 3, premium: 10, pro: 50 } as const satisfies Record<Licence, number>;
export const MOST_ENTRIES = 1_000;
export const LONGEST_WATCHLIST_NAME = 60;
export const LONGEST_SECTION = 60;

/** A ticker in a watchlist. */
export interface WatchlistEntry {
	readonly tickerId: TickerId;
	/** As the imported file named it; null: unknown. */
	readonly exchange: string | null;
	/** The heading it is under. */
	readonly section: string | null;
}

export interface Watchlist {
	readonly id: number;
	readonly name: string;
	/** Number of tickers. */
	readonly count: number;
	/** Secret part of the address of its read-only copy; null: it isn't shared. */
	readonly token: string | null;
	readonly createdAt: UtcMs;
}

export function watchlistsAllowed(licence: Licence | null): number {
	return licence === null ? 0 : WATCHLISTS_ALLOWED[licence];
}

/** Entries without a section first, each section in one piece, no ticker twice: the order in which every format can be read back. */
export function arrangeEntries(entries: readonly WatchlistEntry[]): WatchlistEntry[] {
	const once = [...new Map([...entries].reverse().map((entry) => [entry.tickerId, entry])).values()].reverse();
	const bySection = Map.groupBy(once, ({ section }) => section);
	return [...(bySection.get(null) ?? []), ...[...bySection].flatMap(([section, all]) => (section === null ? [] : all))];
}
