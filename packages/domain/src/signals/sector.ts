/**
 * The six sectors in the specification's order, the same as the order of nibbles in a packed word. `label` says what happened in a cell with a depth above 0,
 * `mark` is a shorter form. Screens, messages and files use only these words and the words for candidates below.
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

/** The label of squeeze. */
export const SQUEEZE_LABEL = 'Quiet';

export function sectorLabel(key: SectorKey | 'squeeze'): string {
	return SECTORS.find((sector) => sector.key === key)?.label ?? SQUEEZE_LABEL;
}

/** Directions in words. A stock that rose is a candidate to fall, so 'short'. */
export const CANDIDATE_LABELS = { short: 'candidate to fall', long: 'candidate to rise' } as const satisfies Record<Operation, string>;

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

export function isExtreme(tab: Tab): boolean {
	return EXTREMES.has(tab);
}

/** The move for which tickers of an extreme tab are candidates: a reversal or, with the opposite operation, a continuation. */
const TAB_CANDIDATES = {
	extreme_rise: { short: 'candidate to fall back', long: 'candidate to rise further' },
	extreme_fall: { short: 'candidate to fall further', long: 'candidate to recover' },
} as const satisfies Record<ExtremeTab, Record<Operation, string>>;
const FREE_LABEL = 'listed as unusual';
const COILED_LABEL = 'candidate to break out';
const NOT_LISTED_LABEL = 'not in this list';

/**
 * Says in words for which move a ticker is a candidate in a tab. `isListed`: whether the ticker is in the list. `filterDirection`: the saved filter's own
 * direction, if any.
 */
export function candidateLabel(tab: Tab, operation: Operation, isListed = true, filterDirection?: Operation): string {
	if (filterDirection && !isExtreme(tab)) return CANDIDATE_LABELS[filterDirection];
	if (!isListed) return NOT_LISTED_LABEL;
	return tab === 'free' ? FREE_LABEL : tab === 'coiled_spring' ? COILED_LABEL : TAB_CANDIDATES[tab][filterDirection ?? operation];
}

/** Returns the candidate's direction, for the color of the wheel; null if there is none. */
export function candidateDirection(tab: Tab, operation: Operation, isListed = true, filterDirection?: Operation): Operation | null {
	if (filterDirection) return filterDirection;
	return isListed && isExtreme(tab) ? operation : null;
}
