import type { SessionMatrix } from '../../prices/session-matrix.ts';
import type { SessionAdjustments } from '../../signals/engine/engine-session.ts';
import type { Operation } from '../../signals/sector.ts';
import type { UtcMs } from '../../time/units.ts';
import { type CostSource, costIn, shareBeyond, type TierReturns, tierReturns, UNKNOWN_TIER } from './costs.ts';
import { createTrueRanges } from './true-ranges.ts';

export type WalkMatrix = Pick<SessionMatrix, 'slots' | 'rows' | 'open' | 'high' | 'low' | 'close' | 'volume'>;

/** One open episode. */
export interface WalkMember {
	/** The caller's own id. */
	readonly key: number;
	readonly row: number;
	/** Start of the slot of entry. */
	readonly entry: UtcMs;
	/** The end of the exit bar of each horizon, ascending; null if it had closed before the walk. */
	readonly exits: readonly (UtcMs | null)[];
}

/** The outcome of an episode at one horizon. */
export interface Outcome {
	readonly key: number;
	/** Position in `exits`. */
	readonly horizon: number;
	/** Against the median of its tier, after costs; for `size`, whether the range widened. */
	readonly hit: boolean;
	/** Excess log return in the direction, relative to the mean of its tier, after costs. */
	readonly excess: number;
	/** A hit without the cost. */
	readonly hitBefore: boolean;
	/** Share of its tier over the same interval that did as well: the hit rate of a random pick. */
	readonly base: number;
	readonly trade: Trade;
}

/** What an excess is made of. Returns are log returns with dividends reinvested. */
export interface Trade {
	/** Start of the slot in which the ticker was entered: later than asked for where it didn't trade. */
	readonly entry: UtcMs;
	/** Both on the share basis of the exit, dividends left out. */
	readonly entryPrice: number;
	readonly exitPrice: number;
	/** Of the ticker, and the mean of its tier, whatever the direction. */
	readonly own: number;
	readonly peers: number;
	/** Of the round trip. */
	readonly cost: number;
	readonly costSource: CostSource;
	/** How far the price went for the direction (0 or more) and against it (0 or less) between entry and exit. */
	readonly best: number;
	readonly worst: number;
}

export interface WalkOptions {
	readonly rows: number;
	readonly direction: Operation;
	/** 'return': hits are excess returns. 'size': mean true range up to the exit is above the median of the ten bars before the entry. */
	readonly measure: 'return' | 'size';
	/** Slots whose end is the end of a bar of the third timeframe, and their clock variances; used for 'size' only. */
	readonly endsBar: (slots: number, slot: number) => boolean;
	readonly clock: readonly number[];
	/** Outcomes at one slot's end with the same entry and exit. */
	readonly onClosed: (outcomes: readonly Outcome[], at: { entry: UtcMs; exit: UtcMs }) => void;
}

/** An episode since its entry. */
interface Held extends WalkMember {
	/** Null until the ticker trades. */
	entered: UtcMs | null;
	/** Adjusted for splits only. */
	price: number;
	/** Highest and lowest price since the entry, relative to it. */
	highest: number;
	lowest: number;
}

interface Group {
	readonly entry: UtcMs;
	readonly members: Held[];
	/** Price of every row at the entry on the current share basis, dividends reinvested; NaN if none. Null before the entry. */
	prices: Float64Array | null;
	tiers: Uint8Array;
	costs: ArrayLike<number> | undefined;
	/** Pending exits. */
	pending: number;
	/** 'size': usual range of each row at the entry, and the sum and number of its ranges since. */
	usual: Float64Array | null;
	sums: Float64Array;
	counts: Uint16Array;
}

/** Number of ranges behind the usual one, a median. */
const USUAL_RANGES = 10;

/**
 * Measures the outcomes of episodes in one pass over the market's bars: sessions in order, each opened, then its slots in order. Entry is the open
 * of the entry slot, or of the first later one in which the ticker trades; the exit is the last close by the end of the exit bar, also for a ticker
 * that stopped trading. Nothing before the entry is read, except for 'size'.
 */
export function createForwardWalk(options: WalkOptions) {
	const { rows, direction, measure } = options;
	const sign = direction === 'long' ? 1 : -1;
	const last = new Float64Array(rows).fill(Number.NaN);
	const ranges = measure === 'size' ? createTrueRanges(rows, USUAL_RANGES) : null;
	const waiting = new Map<UtcMs, Group>();
	let active: Group[] = [];
	let tiers: Uint8Array = new Uint8Array(rows).fill(UNKNOWN_TIER);
	let costs: ArrayLike<number> | undefined;

	const rebase = (row: number, factor: number): void => {
		last[row] = last[row]! * factor;
		for (const { prices, members } of active) {
			if (prices) prices[row] = prices[row]! * factor;
			for (const held of members) if (held.row === row) held.price *= factor;
		}
	};

	const begin = (group: Group, matrix: WalkMatrix, slot: number): void => {
		const prices = new Float64Array(rows).fill(Number.NaN);
		for (let row = 0; row < rows; row++) if (trades(matrix, slot * rows + row)) prices[row] = matrix.open[slot * rows + row]!;
		group.prices = prices;
		group.tiers = tiers;
		group.costs = costs;
		if (ranges) group.usual = Float64Array.from({ length: rows }, (_, row) => ranges.recent(row) ?? Number.NaN);
		active.push(group);
	};

	const outcome = (group: Group, prices: Float64Array, held: Held, horizon: number, known: (TierReturns | null)[]): Outcome | null => {
		const { key, row } = held;
		const tier = group.tiers[row]!;
		const value = Math.log(last[row]! / prices[row]!);
		if (!Number.isFinite(value)) return null;
		known[tier] ??= tierReturns(prices, last, group.tiers, tier);
		const peers = known[tier];
		if (!peers) return null;
		const { cost, source } = costIn(group.costs, row, tier);
		const excess = sign * (value - peers.mean) - cost;
		const trade = tradeOf(held, { exitPrice: last[row]!, own: value, peers: peers.mean, cost, costSource: source }, direction);
		if (measure === 'size') {
			const widened = widening(group, row);
			return widened === null ? null : { key, horizon, hit: widened, hitBefore: widened, excess, base: wideningShare(group), trade };
		}
		const bound = peers.median + sign * cost;
		const base = shareBeyond(peers.sorted, bound, direction === 'long' ? 'above' : 'below');
		const beyond = sign * (value - peers.median);
		return { key, horizon, hit: beyond - cost > 0, hitBefore: beyond > 0, excess, base, trade };
	};

	const close = (group: Group, exit: UtcMs): void => {
		const known: (TierReturns | null)[] = [];
		const prices = group.prices as Float64Array;
		const outcomes: Outcome[] = [];
		for (const member of group.members) {
			member.exits.forEach((at, horizon) => {
				if (at !== exit) return;
				group.pending--;
				const found = outcome(group, prices, member, horizon, known);
				if (found) outcomes.push(found);
			});
		}
		if (outcomes.length > 0) options.onClosed(outcomes, { entry: group.entry, exit });
	};

	return {
		/** Episodes whose entry slot is still to come. */
		add: (member: WalkMember): void => {
			const group = waiting.get(member.entry) ?? newGroup(member.entry);
			waiting.set(member.entry, group);
			group.members.push({ ...member, entered: null, price: Number.NaN, highest: 1, lowest: 1 });
			group.pending += member.exits.filter((exit) => exit !== null).length;
		},
		/** `tiers`: the tier of each row, UNKNOWN_TIER if its market cap isn't known. `sessionCosts`: of a round trip, see costIn. */
		openSession: (
			{ splits = [], dividends = [] }: SessionAdjustments,
			sessionTiers: Uint8Array,
			sessionCosts?: ArrayLike<number>,
		): void => {
			tiers = sessionTiers;
			costs = sessionCosts;
			for (const { row, ratio } of splits) {
				rebase(row, 1 / ratio);
				ranges?.split(row, ratio);
			}
			for (const { row, amount } of dividends) {
				const factor = 1 - amount / last[row]!;
				if (!(factor > 0)) continue;
				for (const { prices } of active) if (prices) prices[row] = prices[row]! * factor;
			}
		},
		/** The slot that starts at `start`, once it has ended. */
		applySlot: (matrix: WalkMatrix, slot: number, start: UtcMs, end: UtcMs): void => {
			const coming = waiting.get(start);
			if (coming) {
				waiting.delete(start);
				begin(coming, matrix, slot);
			}
			for (const group of active) followHeld(group, matrix, slot, start);
			for (let row = 0; row < rows; row++) if (trades(matrix, slot * rows + row)) last[row] = matrix.close[slot * rows + row]!;
			const closed = ranges?.applySlot(matrix, slot, options.clock[slot]! ** 2, options.endsBar(matrix.slots, slot));
			if (closed) for (const group of active) addRanges(group, closed);
			for (const group of active) if (group.members.some(({ exits }) => exits.includes(end))) close(group, end);
			active = active.filter(({ pending }) => pending > 0);
		},
		/** Whether any episode has a pending entry or exit. */
		get busy(): boolean {
			return waiting.size > 0 || active.length > 0;
		},
	};
}

function newGroup(entry: UtcMs): Group {
	return {
		entry,
		members: [],
		prices: null,
		tiers: new Uint8Array(0),
		costs: undefined,
		pending: 0,
		usual: null,
		sums: new Float64Array(0),
		counts: new Uint16Array(0),
	};
}

function trades({ close, volume }: WalkMatrix, cell: number): boolean {
	return volume[cell]! > 0 && !Number.isNaN(close[cell]!);
}

/** Enters a ticker in the first slot in which it trades, from the entry on, and follows how far its price goes. */
function followHeld({ members, prices }: Group, matrix: WalkMatrix, slot: number, start: UtcMs): void {
	if (!prices) return;
	for (const held of members) {
		const cell = slot * matrix.rows + held.row;
		if (!trades(matrix, cell)) continue;
		if (held.entered === null) {
			const open = matrix.open[cell]!;
			if (Number.isNaN(open)) continue;
			[held.entered, held.price] = [start, open];
			prices[held.row] = open;
		}
		const entry = prices[held.row]!;
		const close = matrix.close[cell]!;
		held.highest = Math.max(held.highest, close / entry, orNone(matrix.high[cell]!, close) / entry);
		held.lowest = Math.min(held.lowest, close / entry, orNone(matrix.low[cell]!, close) / entry);
	}
}

function orNone(price: number, instead: number): number {
	return price > 0 ? price : instead;
}

function tradeOf(held: Held, part: Pick<Trade, 'exitPrice' | 'own' | 'peers' | 'cost' | 'costSource'>, direction: Operation): Trade {
	const [up, down] = [Math.log(held.highest), Math.log(held.lowest)];
	return {
		...part,
		entry: held.entered as UtcMs,
		entryPrice: held.price,
		best: direction === 'long' ? up : 0 - down,
		worst: direction === 'long' ? down : 0 - up,
	};
}

function addRanges(group: Group, ranges: Float64Array): void {
	if (group.sums.length === 0) {
		group.sums = new Float64Array(ranges.length);
		group.counts = new Uint16Array(ranges.length);
	}
	for (let row = 0; row < ranges.length; row++) {
		if (Number.isNaN(ranges[row]!)) continue;
		group.sums[row] = group.sums[row]! + ranges[row]!;
		group.counts[row] = group.counts[row]! + 1;
	}
}

function widening({ usual, sums, counts }: Group, row: number): boolean | null {
	const before = usual?.[row];
	if (before === undefined || Number.isNaN(before) || !((counts[row] ?? 0) > 0)) return null;
	return sums[row]! / counts[row]! > before;
}

/** Share of all measured rows whose range widened over the same bars. */
function wideningShare(group: Group): number {
	let [widened, measured] = [0, 0];
	for (let row = 0; row < group.counts.length; row++) {
		const answer = widening(group, row);
		if (answer === null) continue;
		measured++;
		if (answer) widened++;
	}
	return measured === 0 ? 0 : widened / measured;
}
