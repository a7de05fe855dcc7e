import type { Tab } from '@sw/domain/signals/sector';

/** Where freezing a ticker counts: under the filter that is open, in every list of its tab, or everywhere. */
export const SCOPES = ['filter', 'tab', 'all'] as const;
export type ScopeName = (typeof SCOPES)[number];

/** The list from which tickers are frozen. Favourites are of no tab: what is frozen there is frozen everywhere. */
export interface FreezePlace {
	tab: Tab | undefined;
	filter: number | undefined;
}

/** The scopes that mean something where the reader is: this list first. */
export const scopesAt = ({ tab, filter }: FreezePlace): ScopeName[] =>
	SCOPES.filter((scope) => (scope === 'filter' ? filter !== undefined : scope === 'tab' ? tab !== undefined : true));

/** What a single key or button means: this list. */
export const nearestScope = (place: FreezePlace): ScopeName => scopesAt(place)[0] ?? 'all';

/** How calls name a place: where tickers are frozen, and where they are thawed and nowhere else. */
export interface PlaceCalls {
	freeze: { filter?: number[]; tab?: Tab };
	thaw: { filter?: number; tab?: Tab; scope?: 'all' };
}

export const placeOf = (scope: ScopeName, { tab, filter }: FreezePlace): PlaceCalls => {
	if (scope === 'filter' && filter !== undefined) return { freeze: { filter: [filter] }, thaw: { filter } };
	if (scope === 'tab' && tab !== undefined) return { freeze: { tab }, thaw: { tab } };
	return { freeze: {}, thaw: { scope: 'all' } };
};
