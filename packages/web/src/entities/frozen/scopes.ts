/** Where freezing a ticker counts: under the filter that is open, under every filter of its tab, or everywhere. */
export const SCOPES = ['filter', 'tab', 'all'] as const;
export type ScopeName = (typeof SCOPES)[number];

interface Place {
	filter: number | undefined;
	/** Ids of the tab's filters, the house's among them. */
	tabFilters: readonly number[];
}

/** The scopes that mean something where the reader is, the narrowest first. */
export const scopesAt = ({ filter, tabFilters }: Place): ScopeName[] =>
	SCOPES.filter((scope) => (scope === 'filter' ? filter !== undefined : scope === 'tab' ? tabFilters.length > 0 : true));

/** What a single key or button means: hidden under the open filter, or else everywhere. */
export const nearestScope = ({ filter }: Pick<Place, 'filter'>): ScopeName => (filter === undefined ? 'all' : 'filter');

/** Ids of the filters under which a scope hides; undefined: everywhere. */
export const filtersOfScope = (scope: ScopeName, { filter, tabFilters }: Place): number[] | undefined => {
	if (scope === 'all') return undefined;
	if (scope === 'tab') return [...tabFilters];
	return filter === undefined ? undefined : [filter];
};
