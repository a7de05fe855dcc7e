import type { SessionMatrix } from '../../prices/session-matrix.ts';
import type { SessionAdjustments } from '../../signals/engine/engine-session.ts';
import type { Operation } from '../../signals/sector.ts';
import type { UtcMs } from '../../time/units.ts';
import { type CostSource, computeTierReturns, roundTripCost, shareBeyond, type TierReturns, UNKNOWN_TIER } from './costs.ts';
import { createTrueRanges } from './true-ranges.ts';

export type WalkMatrix = Pick<SessionMatrix, 'slots' | 'rows' | 'open' | 'high' | 'low' | 'close' | 'volume'>;

/** An episode whose outcomes are to be measured. */
export interface WalkMember {
	/** Identifies the episode in `onClosed`. */
	readonly key: number;
	readonly row: number;
	/** Start of the entry slot. */
	readonly entry: UtcMs;
	/** End of each horizon's exit bar, ascending; null for a horizon that is already measured. */
	readonly exits: readonly (UtcMs | null)[];
}

/** The outcome of an episode at one horizon. */
export interface Outcome {
	readonly key: number;
	/** Index in `exits`. */
	readonly horizon: number;
	/** Whether the return after costs beats the tier's median; for 'size', whether the range widened. */
	readonly hit: boolean;
	/** Log return in the walk's direction, minus the tier's mean return, minus costs. */
	readonly excess: number;
	/** Whether the episode is a hit before costs. */
	readonly hitBefore: boolean;
	/** Share of the tier's tickers that are a hit over the same interval: the hit rate of a random pick. */
	readonly base: number;
	readonly trade: Trade;
}

/** The components of an excess return. Returns are log returns with dividends reinvested. */
export interface Trade {
	/** Start of the entry slot; later than planned if the ticker didn't trade in the planned slot. */
	readonly entry: UtcMs;
	/** Entry and exit price on the share basis of the exit, not adjusted for dividends. */
	readonly entryPrice: number;
	readonly exitPrice: number;
	/** Return of the ticker, not signed by the direction. */
	readonly own: number;
	/** Mean return of the tier, not signed by the direction. */
	readonly peers: number;
	/** Cost of the round trip. */
	readonly cost: number;
	readonly costSource: CostSource;
	/** The largest move in the direction (0 or more) and against it (0 or less) between entry and exit. */
	readonly best: number;
	readonly worst: number;
}

export interface WalkOptions {
	readonly rows: number;
	readonly direction: Operation;
	/** What a hit is. 'return': an excess return above 0. 'size': the mean true range from entry to exit exceeds the median range before the entry. */
	readonly measure: 'return' | 'size';
	/** Whether `slot` of a session with `slots` slots ends a bar of the third timeframe; for 'size' only. */
	readonly endsBar: (slots: number, slot: number) => boolean;
	/** Square root of the clock variance of each slot; for 'size' only. */
	readonly clock: readonly number[];
	/** Receives outcomes with the same entry and exit. */
	readonly onClosed: (outcomes: readonly Outcome[], at: { entry: UtcMs; exit: UtcMs }) => void;
}

/** An episode with its progress since the entry. */
interface OpenEpisode extends WalkMember {
	/** Start of the slot of entry; null until the ticker trades. */
	enteredAt: UtcMs | null;
	/** Entry price on the current share basis, not adjusted for dividends. */
	price: number;
	/** Highest and lowest price since entry, relative to the entry price. */
	highest: number;
	lowest: number;
}

/** Episodes with the same entry slot. */
interface Group {
	readonly entry: UtcMs;
	readonly members: OpenEpisode[];
	/** Price of every row at the entry, adjusted for later splits and dividends; NaN if the row didn't trade. Null before the entry. */
	prices: Float64Array | null;
	tiers: Uint8Array;
	costs: ArrayLike<number> | undefined;
	/** Number of pending exits. */
	pendingExits: number;
	/** For 'size': usual range of each row at the entry. */
	usualRanges: Float64Array | null;
	/** For 'size': sum and number of each row's ranges since the entry. */
	rangeSums: Float64Array;
	rangeCounts: Uint16Array;
}

/** The usual range is the median of this many bars. */
const USUAL_RANGE_BARS = 10;

/**
 * Measures the outcomes of episodes in one pass over the market's bars. Open each session, then apply its slots in order. Entry: at the open of the
 * entry slot, or of the first later slot in which the ticker trades. Exit: at the last close by the end of the exit bar, even if the ticker stopped
 * trading. Needs no bars before the first entry, except for 'size'.
 */
export function createForwardWalk(options: WalkOptions) {
	const { rows, direction, measure } = options;
	const sign = direction === 'long' ? 1 : -1;
	const lastPrices = new Float64Array(rows).fill(Number.NaN);
	const ranges = measure === 'size' ? createTrueRanges(rows, USUAL_RANGE_BARS) : null;
	const waitingGroups = new Map<UtcMs, Group>();
	let activeGroups: Group[] = [];
	let tiers: Uint8Array = new Uint8Array(rows).fill(UNKNOWN_TIER);
	let costs: ArrayLike<number> | undefined;

	const rebase = (row: number, factor: number): void => {
		lastPrices[row] = lastPrices[row]! * factor;
		for (const { prices, members } of activeGroups) {
			if (prices) prices[row] = prices[row]! * factor;
			for (const episode of members) if (episode.row === row) episode.price *= factor;
		}
	};

	const enterGroup = (group: Group, matrix: WalkMatrix, slot: number): void => {
		const prices = new Float64Array(rows).fill(Number.NaN);
		for (let row = 0; row < rows; row++) if (isTraded(matrix, slot * rows + row)) prices[row] = matrix.open[slot * rows + row]!;
		group.prices = prices;
		group.tiers = tiers;
		group.costs = costs;
		if (ranges) group.usualRanges = Float64Array.from({ length: rows }, (_, row) => ranges.medianRange(row) ?? Number.NaN);
		activeGroups.push(group);
	};

	const measureOutcome = (
		group: Group,
		prices: Float64Array,
		episode: OpenEpisode,
		horizon: number,
		cachedReturns: (TierReturns | null)[],
	): Outcome | null => {
		const { key, row } = episode;
		const tier = group.tiers[row]!;
		const logReturn = Math.log(lastPrices[row]! / prices[row]!);
		if (!Number.isFinite(logReturn)) return null;
		cachedReturns[tier] ??= computeTierReturns(prices, lastPrices, group.tiers, tier);
		const benchmark = cachedReturns[tier];
		if (!benchmark) return null;
		const { cost, source } = roundTripCost(group.costs, row, tier);
		const excess = sign * (logReturn - benchmark.mean) - cost;
		const trade = createTrade(
			episode,
			{ exitPrice: lastPrices[row]!, own: logReturn, peers: benchmark.mean, cost, costSource: source },
			direction,
		);
		if (measure === 'size') {
			const hasWidened = hasRangeWidened(group, row);
			return hasWidened === null
				? null
				: { key, horizon, hit: hasWidened, hitBefore: hasWidened, excess, base: wideningShare(group), trade };
		}
		const bound = benchmark.median + sign * cost;
		const base = shareBeyond(benchmark.sorted, bound, direction === 'long' ? 'above' : 'below');
		const difference = sign * (logReturn - benchmark.median);
		return { key, horizon, hit: difference - cost > 0, hitBefore: difference > 0, excess, base, trade };
	};

	const closeExit = (group: Group, exit: UtcMs): void => {
		const cachedReturns: (TierReturns | null)[] = [];
		const prices = group.prices as Float64Array;
		const outcomes: Outcome[] = [];
		for (const member of group.members) {
			member.exits.forEach((exitTime, horizon) => {
				if (exitTime !== exit) return;
				group.pendingExits--;
				const result = measureOutcome(group, prices, member, horizon, cachedReturns);
				if (result) outcomes.push(result);
			});
		}
		if (outcomes.length > 0) options.onClosed(outcomes, { entry: group.entry, exit });
	};

	return {
		/** Adds an episode. Its entry slot must not have been applied yet. */
		add: (member: WalkMember): void => {
			const group = waitingGroups.get(member.entry) ?? createGroup(member.entry);
			waitingGroups.set(member.entry, group);
			group.members.push({ ...member, enteredAt: null, price: Number.NaN, highest: 1, lowest: 1 });
			group.pendingExits += member.exits.filter((exit) => exit !== null).length;
		},
		/** `sessionTiers`: tier of each row, UNKNOWN_TIER if its market cap is unknown. `sessionCosts`: see `estimatedCosts` of `roundTripCost`. */
		openSession: (
			{ splits = [], dividends = [] }: SessionAdjustments,
			sessionTiers: Uint8Array,
			sessionCosts?: ArrayLike<number>,
		): void => {
			tiers = sessionTiers;
			costs = sessionCosts;
			for (const { row, ratio } of splits) {
				rebase(row, 1 / ratio);
				ranges?.applySplit(row, ratio);
			}
			for (const { row, amount } of dividends) {
				const factor = 1 - amount / lastPrices[row]!;
				if (!(factor > 0)) continue;
				for (const { prices } of activeGroups) if (prices) prices[row] = prices[row]! * factor;
			}
		},
		/** Applies the slot from `start` to `end`, once it has ended. */
		applySlot: (matrix: WalkMatrix, slot: number, start: UtcMs, end: UtcMs): void => {
			const enteringGroup = waitingGroups.get(start);
			if (enteringGroup) {
				waitingGroups.delete(start);
				enterGroup(enteringGroup, matrix, slot);
			}
			for (const group of activeGroups) advanceEpisodes(group, matrix, slot, start);
			for (let row = 0; row < rows; row++) if (isTraded(matrix, slot * rows + row)) lastPrices[row] = matrix.close[slot * rows + row]!;
			const barRanges = ranges?.applySlot(matrix, slot, options.clock[slot]! ** 2, options.endsBar(matrix.slots, slot));
			if (barRanges) for (const group of activeGroups) addRanges(group, barRanges);
			for (const group of activeGroups) if (group.members.some(({ exits }) => exits.includes(end))) closeExit(group, end);
			activeGroups = activeGroups.filter(({ pendingExits }) => pendingExits > 0);
		},
		/** Whether any episode has a pending entry or exit. */
		get isBusy(): boolean {
			return waitingGroups.size > 0 || activeGroups.length > 0;
		},
	};
}

function createGroup(entry: UtcMs): Group {
	return {
		entry,
		members: [],
		prices: null,
		tiers: new Uint8Array(0),
		costs: undefined,
		pendingExits: 0,
		usualRanges: null,
		rangeSums: new Float64Array(0),
		rangeCounts: new Uint16Array(0),
	};
}

function isTraded({ close, volume }: WalkMatrix, cell: number): boolean {
	return volume[cell]! > 0 && !Number.isNaN(close[cell]!);
}

/** Updates the episodes of a group by one slot: enters episodes whose ticker trades for the first time, and tracks highest and lowest prices. */
function advanceEpisodes({ members, prices }: Group, matrix: WalkMatrix, slot: number, start: UtcMs): void {
	if (!prices) return;
	for (const episode of members) {
		const cell = slot * matrix.rows + episode.row;
		if (!isTraded(matrix, cell)) continue;
		if (episode.enteredAt === null) {
			const open = matrix.open[cell]!;
			if (Number.isNaN(open)) continue;
			[episode.enteredAt, episode.price] = [start, open];
			prices[episode.row] = open;
		}
		const entryPrice = prices[episode.row]!;
		const close = matrix.close[cell]!;
		episode.highest = Math.max(episode.highest, close / entryPrice, positiveOr(matrix.high[cell]!, close) / entryPrice);
		episode.lowest = Math.min(episode.lowest, close / entryPrice, positiveOr(matrix.low[cell]!, close) / entryPrice);
	}
}

function positiveOr(price: number, fallback: number): number {
	return price > 0 ? price : fallback;
}

function createTrade(
	episode: OpenEpisode,
	fields: Pick<Trade, 'exitPrice' | 'own' | 'peers' | 'cost' | 'costSource'>,
	direction: Operation,
): Trade {
	const [up, down] = [Math.log(episode.highest), Math.log(episode.lowest)];
	return {
		...fields,
		entry: episode.enteredAt as UtcMs,
		entryPrice: episode.price,
		best: direction === 'long' ? up : 0 - down,
		worst: direction === 'long' ? down : 0 - up,
	};
}

function addRanges(group: Group, ranges: Float64Array): void {
	if (group.rangeSums.length === 0) {
		group.rangeSums = new Float64Array(ranges.length);
		group.rangeCounts = new Uint16Array(ranges.length);
	}
	for (let row = 0; row < ranges.length; row++) {
		if (Number.isNaN(ranges[row]!)) continue;
		group.rangeSums[row] = group.rangeSums[row]! + ranges[row]!;
		group.rangeCounts[row] = group.rangeCounts[row]! + 1;
	}
}

/** Whether a row's mean range since the entry exceeds the row's usual range; null if not measurable. */
function hasRangeWidened({ usualRanges, rangeSums, rangeCounts }: Group, row: number): boolean | null {
	const usualRange = usualRanges?.[row];
	if (usualRange === undefined || Number.isNaN(usualRange) || !((rangeCounts[row] ?? 0) > 0)) return null;
	return rangeSums[row]! / rangeCounts[row]! > usualRange;
}

/** Computes the share of measured rows whose range widened over the same bars. */
function wideningShare(group: Group): number {
	let [widenedCount, measuredCount] = [0, 0];
	for (let row = 0; row < group.rangeCounts.length; row++) {
		const hasWidened = hasRangeWidened(group, row);
		if (hasWidened === null) continue;
		measuredCount++;
		if (hasWidened) widenedCount++;
	}
	return measuredCount === 0 ? 0 : widenedCount / measuredCount;
}
