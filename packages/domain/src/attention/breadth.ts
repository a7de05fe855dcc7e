import { CAPS, type CapBucket, capTier } from '../prices/buckets.ts';
import { TICKER_TYPES, type TickerType } from '../prices/ticker.ts';
import { depthIn } from '../signals/packed.ts';
import { FLAG_ELIGIBLE, FLAG_STALE, type ReportTable } from '../signals/report-table.ts';
import { SECTORS, type SectorIndex, type SectorKey } from '../signals/sector.ts';
import { TIMEFRAME_COUNT, TIMEFRAMES, type Timeframe, timeframeIndex } from '../time/timeframe.ts';

/** The slices of a wheel, in the order of a packed word's nibbles. */
export const BREADTH_SLICES = [...SECTORS.map(({ key }) => key), 'squeeze'] as const;
export type BreadthSlice = SectorKey | 'squeeze';
export const SLICE_COUNT = BREADTH_SLICES.length;

/** Number of counts in a cell: one for each depth from 0 to 5, and one for tickers without a depth. */
export const COUNTS_PER_CELL = 7;
const UNMEASURED_INDEX = COUNTS_PER_CELL - 1;
export const MAX_DEPTH = 5;

/** Number of market cap groups: the tiers, and one for unknown caps. */
export const CAP_GROUP_COUNT = CAPS.length - 1;
/** Number of counts of one market cap group. */
export const COUNTS_PER_CAP_GROUP = TIMEFRAME_COUNT * SLICE_COUNT * COUNTS_PER_CELL;

/**
 * Number of a report's tickers at each depth, by index in TICKER_TYPES. A depth's count is at ((cap * TIMEFRAME_COUNT + timeframe) * SLICE_COUNT + slice)
 * * COUNTS_PER_CELL + depth.
 */
export type Breadth = ReadonlyMap<number, Uint32Array>;

/** Returns the index of a cell's first count, which is that of depth 0. */
export function cellOffset(cap: number, timeframe: number, slice: number): number {
	return ((cap * TIMEFRAME_COUNT + timeframe) * SLICE_COUNT + slice) * COUNTS_PER_CELL;
}

export function createBreadthCounts(): Uint32Array {
	return new Uint32Array(CAP_GROUP_COUNT * COUNTS_PER_CAP_GROUP);
}

/** Counts the rows that are eligible and recently traded. `typeOf` returns a ticker's index in TICKER_TYPES. */
export function computeBreadth(
	table: Pick<ReportTable, 'count' | 'tickerId' | 'words' | 'cap' | 'flags'>,
	typeOf: (tickerId: number) => number,
): Breadth {
	const breadth = new Map<number, Uint32Array>();
	for (let row = 0; row < table.count; row++) {
		if ((table.flags[row]! & (FLAG_ELIGIBLE | FLAG_STALE)) !== FLAG_ELIGIBLE) continue;
		const type = typeOf(table.tickerId[row]!);
		let counts = breadth.get(type);
		if (!counts) {
			counts = createBreadthCounts();
			breadth.set(type, counts);
		}
		const cap = capTier(table.cap[row]!) ?? CAP_GROUP_COUNT - 1;
		for (let timeframe = 0; timeframe < TIMEFRAME_COUNT; timeframe++) {
			const word = table.words[timeframe as 0][row]!;
			for (let slice = 0; slice < SLICE_COUNT; slice++) {
				const countIndex = cellOffset(cap, timeframe, slice) + (depthIn(word, slice as SectorIndex) ?? UNMEASURED_INDEX);
				counts[countIndex] = counts[countIndex]! + 1;
			}
		}
	}
	return breadth;
}

/** Identifies a breadth: one slice on one timeframe, among tickers of a type and a market cap tier. */
export interface BreadthKey {
	readonly slice: BreadthSlice;
	readonly timeframe: Timeframe;
	readonly marketcap: CapBucket;
	readonly type: TickerType;
}

export const DEFAULT_KEY: BreadthKey = { slice: 'price_short', timeframe: 'one_hour', marketcap: 'all', type: 'stocks' };

/** Formats a key: 'price_short-one_hour-all-stocks'. */
export function formatKey({ slice, timeframe, marketcap, type }: BreadthKey): string {
	return [slice, timeframe, marketcap, type].join('-');
}

/** Parses the output of `formatKey`; undefined if invalid. */
export function parseKey(text: string): BreadthKey | undefined {
	const [slice, timeframe, marketcap, type, ...extraParts] = text.split('-');
	const parts = {
		slice: BREADTH_SLICES.find((name) => name === slice),
		timeframe: TIMEFRAMES.find(({ name }) => name === timeframe)?.name,
		marketcap: CAPS.find(({ name }) => name === marketcap)?.name,
		type: TICKER_TYPES.find((name) => name === type),
	};
	return parts.slice && parts.timeframe && parts.marketcap && parts.type && extraParts.length === 0 ? (parts as BreadthKey) : undefined;
}

/** Counts of one slice on one timeframe. */
export interface BreadthCell {
	/** Number of tickers at depth 0 to 5. */
	readonly depths: readonly number[];
	readonly unmeasured: number;
	/** Number of tickers with a depth: the sum of `depths`. */
	readonly measured: number;
}

export function computeBreadthCell(
	breadth: Breadth,
	{ marketcap, type }: Pick<BreadthKey, 'marketcap' | 'type'>,
	timeframe: number,
	slice: number,
): BreadthCell {
	const counts = breadth.get(TICKER_TYPES.indexOf(type));
	const depths = new Array<number>(COUNTS_PER_CELL).fill(0);
	const capGroups =
		marketcap === 'all' ? CAPS.slice(0, CAP_GROUP_COUNT).map((_, at) => at) : [CAPS.findIndex(({ name }) => name === marketcap)];
	for (const cap of capGroups) {
		const offset = cellOffset(cap, timeframe, slice);
		for (let depth = 0; depth < COUNTS_PER_CELL; depth++) depths[depth] = depths[depth]! + (counts?.[offset + depth] ?? 0);
	}
	const [unmeasured = 0] = depths.splice(UNMEASURED_INDEX);
	return { depths, unmeasured, measured: depths.reduce((sum, count) => sum + count, 0) };
}

/** Computes the share of measured tickers with at least this depth; null if none is measured. */
export function shareAtLeast({ depths, measured }: BreadthCell, depth: number): number | null {
	return measured === 0 ? null : depths.slice(depth).reduce((sum, count) => sum + count, 0) / measured;
}

/** Mean and sample standard deviation of shares. `mean` is null without a known share, `sd` with fewer than two. */
export interface UsualShare {
	/** Number of known shares. */
	readonly days: number;
	readonly mean: number | null;
	readonly sd: number | null;
}

export function computeUsualShare(shares: readonly (number | null)[]): UsualShare {
	const knownShares = shares.filter((share) => share !== null);
	const days = knownShares.length;
	if (days === 0) return { days, mean: null, sd: null };
	const mean = knownShares.reduce((sum, share) => sum + share, 0) / days;
	const squaredDeviations = knownShares.reduce((sum, share) => sum + (share - mean) ** 2, 0);
	return { days, mean, sd: days < 2 ? null : Math.sqrt(squaredDeviations / (days - 1)) };
}

/** The lowest minimum depth that users can choose, and the default. */
export const MIN_DEPTH = 1;

/** One breadth of a report, compared with earlier reports. */
export interface BreadthSummary {
	/** Number of tickers with a depth. */
	readonly measured: number;
	/** Share of the measured tickers that have at least the minimum depth; null if none is measured. */
	readonly share: number | null;
	readonly usual: UsualShare;
}

export function compareBreadth(breadth: Breadth, pastBreadths: readonly Breadth[], key: BreadthKey, depth: number): BreadthSummary {
	const [timeframe, slice] = [timeframeIndex(key.timeframe), BREADTH_SLICES.indexOf(key.slice)];
	const cellIn = (report: Breadth): BreadthCell => computeBreadthCell(report, key, timeframe, slice);
	const cell = cellIn(breadth);
	return {
		measured: cell.measured,
		share: shareAtLeast(cell, depth),
		usual: computeUsualShare(pastBreadths.map((report) => shareAtLeast(cellIn(report), depth))),
	};
}
