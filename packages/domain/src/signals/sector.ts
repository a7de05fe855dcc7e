/** The six sectors in the specification's order, which is also their nibble in a packed word; squeeze is the seventh. */
export const SECTORS = [
	{ key: 'price_short', sector: 'price', operation: 'short', label: 'Price ↑' },
	{ key: 'price_long', sector: 'price', operation: 'long', label: 'Price ↓' },
	{ key: 'call_with_put', sector: 'call_with_put', operation: null, label: 'Calls + puts' },
	{ key: 'volume', sector: 'volume', operation: null, label: 'Volume' },
	{ key: 'call_without_put_long', sector: 'call_without_put', operation: 'long', label: 'Calls − puts, put-heavy' },
	{ key: 'call_without_put_short', sector: 'call_without_put', operation: 'short', label: 'Calls − puts, call-heavy' },
] as const;

export type SectorKey = (typeof SECTORS)[number]['key'];
export type Operation = 'short' | 'long';
/** Index of a sector in a packed word; 6 is squeeze. */
export type SectorIndex = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const SQUEEZE: SectorIndex = 6;
export const SECTOR_COUNT = 6;

export const OPERATIONS = ['short', 'long'] as const satisfies readonly Operation[];

/** A direction in words: a stock that rose isn't itself "short". */
export const CANDIDATES = { short: 'candidate to fall', long: 'candidate to rise' } as const satisfies Record<Operation, string>;
/** The same where only the rate has a direction: the listed tickers may have moved either way. */
const RATED = { short: 'rated for a fall', long: 'rated for a rise' } as const satisfies Record<Operation, string>;

export const sectorIndex = (key: SectorKey): SectorIndex => SECTORS.findIndex((s) => s.key === key) as SectorIndex;

/** The four signal tabs; `operation` is a tab's default direction. */
export const TABS = [
	{ name: 'extreme_rise', operation: 'short', label: 'Extreme rise' },
	{ name: 'extreme_fall', operation: 'long', label: 'Extreme fall' },
	{ name: 'free', operation: 'short', label: 'Free' },
	{ name: 'coiled_spring', operation: 'short', label: 'Coiled spring' },
] as const;
export type Tab = (typeof TABS)[number]['name'];
export const tabOperation = (tab: Tab): Operation => (TABS.find((t) => t.name === tab) as (typeof TABS)[number]).operation;

/** Tabs that list moves in one direction. */
export const EXTREME_TABS = ['extreme_rise', 'extreme_fall'] as const satisfies readonly Tab[];
export type ExtremeTab = (typeof EXTREME_TABS)[number];
const EXTREMES: ReadonlySet<Tab> = new Set(EXTREME_TABS);
/** Whether a tab lists moves in one direction; the others list either. */
export const isExtreme = (tab: Tab): boolean => EXTREMES.has(tab);

/**
 * What a ticker is a candidate for in a tab. A tab of extremes lists moves in one direction; with the opposite operation, its tickers are
 * candidates to continue. In other tabs, and for a ticker in no list, only the rate has a direction.
 */
export const candidateWords = (tab: Tab, operation: Operation, listed = true): string =>
	!listed || !isExtreme(tab) ? RATED[operation] : operation === tabOperation(tab) ? CANDIDATES[operation] : `${CANDIDATES[operation]} on`;
