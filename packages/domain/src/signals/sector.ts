/**
 * The six sectors in the specification's order, which is also their nibble in a packed word; squeeze is the seventh. A label says what happened in a
 * lit cell, `mark` the same where there is little room. These and the words of candidates below are the only ones on screens, in messages and files.
 */
export const SECTORS = [
	{ key: 'price_short', sector: 'price', operation: 'short', label: 'Rose', mark: 'Rose' },
	{ key: 'price_long', sector: 'price', operation: 'long', label: 'Fell', mark: 'Fell' },
	{ key: 'call_with_put', sector: 'call_with_put', operation: null, label: 'Options busy', mark: 'Opt' },
	{ key: 'volume', sector: 'volume', operation: null, label: 'Volume busy', mark: 'Volume' },
	{ key: 'call_without_put_long', sector: 'call_without_put', operation: 'long', label: 'Put-heavy', mark: 'Puts' },
	{ key: 'call_without_put_short', sector: 'call_without_put', operation: 'short', label: 'Call-heavy', mark: 'Calls' },
] as const;

export type SectorKey = (typeof SECTORS)[number]['key'];
export type Operation = 'short' | 'long';
/** Index of a sector in a packed word; 6 is squeeze. */
export type SectorIndex = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const SQUEEZE: SectorIndex = 6;
export const SECTOR_COUNT = 6;

export const OPERATIONS = ['short', 'long'] as const satisfies readonly Operation[];

/** What a lit cell of squeeze says. */
export const SQUEEZE_LABEL = 'Quiet';

/** A sector on screens and in messages: what happened. */
export function sectorLabel(key: SectorKey | 'squeeze'): string {
	return SECTORS.find((one) => one.key === key)?.label ?? SQUEEZE_LABEL;
}

/** A direction in words: a stock that rose isn't itself "short". */
export const CANDIDATES = { short: 'candidate to fall', long: 'candidate to rise' } as const satisfies Record<Operation, string>;

export function sectorIndex(key: SectorKey): SectorIndex {
	return SECTORS.findIndex((s) => s.key === key) as SectorIndex;
}

/** The four signal tabs; `operation` is a tab's default direction. */
export const TABS = [
	{ name: 'extreme_rise', operation: 'short', label: 'Extreme rise' },
	{ name: 'extreme_fall', operation: 'long', label: 'Extreme fall' },
	{ name: 'free', operation: 'short', label: 'Free' },
	{ name: 'coiled_spring', operation: 'short', label: 'Coiled spring' },
] as const;
export type Tab = (typeof TABS)[number]['name'];

export function tabOperation(tab: Tab): Operation {
	return (TABS.find((t) => t.name === tab) as (typeof TABS)[number]).operation;
}

/** Tabs that list moves in one direction. */
export const EXTREME_TABS = ['extreme_rise', 'extreme_fall'] as const satisfies readonly Tab[];
export type ExtremeTab = (typeof EXTREME_TABS)[number];
const EXTREMES: ReadonlySet<Tab> = new Set(EXTREME_TABS);

/** Whether a tab lists moves in one direction; the others list either. */
export function isExtreme(tab: Tab): boolean {
	return EXTREMES.has(tab);
}

/** What the tickers of a tab are candidates for: to turn, or with the opposite operation to move on. */
const TAB_CANDIDATES = {
	extreme_rise: { short: 'candidate to fall back', long: 'candidate to rise further' },
	extreme_fall: { short: 'candidate to fall further', long: 'candidate to recover' },
} as const satisfies Record<ExtremeTab, Record<Operation, string>>;
const FREE = 'listed as unusual';
const COILED = 'candidate to break out';
const NOT_LISTED = 'not in this list';

/** What a ticker is a candidate for in a tab. `leaning`: the direction of the saved filter itself, which Free and coiled spring don't have. */
export function candidateWords(tab: Tab, operation: Operation, listed = true, leaning?: Operation): string {
	if (leaning && !isExtreme(tab)) return CANDIDATES[leaning];
	if (!listed) return NOT_LISTED;
	return tab === 'free' ? FREE : tab === 'coiled_spring' ? COILED : TAB_CANDIDATES[tab][leaning ?? operation];
}

/** The candidate's direction, which colours a wheel; null where the list has none. */
export function candidateSide(tab: Tab, operation: Operation, listed = true, leaning?: Operation): Operation | null {
	if (leaning) return leaning;
	return listed && isExtreme(tab) ? operation : null;
}
