import { capTier } from '../../prices/buckets.ts';
import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { medianInPlace } from '../../statistics/median.ts';
import { MIN_IN_TIER } from './costs.ts';

/** Prices of one session up to an instant. */
export interface PricedSession {
	readonly matrix: Pick<SessionMatrix, 'rows' | 'open' | 'close' | 'volume'>;
	/** Number of completed slots. */
	readonly elapsed: number;
	/** By row: new shares per old share, from this session to the common basis; undefined if no row split. */
	readonly ratios: ArrayLike<number> | undefined;
}

/** The path of one ticker over several sessions. */
export interface TickerChange {
	/** Change since the start at the end of each slot, as a fraction. */
	readonly change: Float64Array;
	/** The last slot in which the ticker traded, counted from 0 over all sessions. */
	readonly lastTradedSlot: number;
}

/** Returns the path of one row since the first session's open; undefined if the row didn't trade in the first session. */
export function computeTickerChange(sessions: readonly PricedSession[], row: number): TickerChange | undefined {
	const changes: number[] = [];
	let lastTradedSlot = -1;
	forEachSlot(sessions, [row], (change, traded) => {
		if (traded) lastTradedSlot = changes.length;
		changes.push(change[0]!);
	});
	const isMeasured = changes.some((value) => !Number.isNaN(value));
	return isMeasured ? { change: Float64Array.from(changes), lastTradedSlot } : undefined;
}

/**
 * Calls `onSlot` at the end of each completed slot with the change of each row: the last traded close relative to the row's first open. The first open is
 * from the first slot with a trade in the first session. NaN before that slot, and always for rows that didn't trade in the first session. `traded`: any row
 * traded in the slot.
 */
function forEachSlot(
	sessions: readonly PricedSession[],
	rows: ArrayLike<number>,
	onSlot: (change: Float64Array, traded: boolean) => void,
): void {
	const firstOpens = new Float64Array(rows.length).fill(Number.NaN);
	const change = new Float64Array(rows.length).fill(Number.NaN);
	sessions.forEach(({ matrix, elapsed, ratios }, session) => {
		const { open, close, volume } = matrix;
		for (let slot = 0; slot < elapsed; slot++) {
			let hasTraded = false;
			for (let i = 0; i < rows.length; i++) {
				const row = rows[i]!;
				const cell = slot * matrix.rows + row;
				const price = close[cell]!;
				if (!(volume[cell]! > 0) || Number.isNaN(price)) continue;
				const ratio = ratios?.[row] ?? 1;
				if (session === 0 && Number.isNaN(firstOpens[i]!)) firstOpens[i] = open[cell]! / ratio;
				change[i] = price / ratio / firstOpens[i]! - 1;
				hasTraded = true;
			}
			onSlot(change, hasTraded);
		}
	});
}

/** The path of a tier's median over several sessions. */
export interface TierMedian {
	/** Median change since the start at the end of each slot, as a fraction; NaN while no ticker is measured. */
	readonly change: Float64Array;
	/** Number of tickers measured in the last slot. */
	readonly tickers: number;
	/** 'market': all tickers are used because the tier has too few. */
	readonly of: 'tier' | 'market';
}

/**
 * Computes the median change of a tier's tickers in each slot, like the benchmark of a hit. Different slots can have different median tickers. `rows` and
 * `caps` describe the tickers of one report: the row in the sessions (-1: none) and the market cap. `tier` null: tickers with an unknown market cap.
 * undefined if nothing is measured.
 */
export function tierMedianChange(
	sessions: readonly PricedSession[],
	rows: ArrayLike<number>,
	caps: ArrayLike<number>,
	tier: ReturnType<typeof capTier>,
): TierMedian | undefined {
	const candidates = Array.from(rows).flatMap((row, at) => (row < 0 ? [] : [{ row, isInTier: capTier(caps[at]!) === tier }]));
	const peers = candidates.flatMap(({ row, isInTier }) => (isInTier ? [row] : []));
	const tierMedian = computeMedianChange(sessions, peers);
	if (tierMedian.tickers >= MIN_IN_TIER) return { ...tierMedian, of: 'tier' };
	const marketMedian = computeMedianChange(
		sessions,
		candidates.map(({ row }) => row),
	);
	return marketMedian.tickers > 0 ? { ...marketMedian, of: 'market' } : undefined;
}

function computeMedianChange(sessions: readonly PricedSession[], rows: ArrayLike<number>): Omit<TierMedian, 'of'> {
	const values = new Float64Array(rows.length);
	const medians: number[] = [];
	let tickers = 0;
	forEachSlot(sessions, rows, (change) => {
		tickers = 0;
		for (let i = 0; i < change.length; i++) if (!Number.isNaN(change[i]!)) values[tickers++] = change[i]!;
		medians.push(medianInPlace(values, tickers));
	});
	return { change: Float64Array.from(medians), tickers };
}
