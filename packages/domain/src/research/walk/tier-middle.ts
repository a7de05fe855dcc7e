import { capTier } from '../../prices/buckets.ts';
import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { medianInPlace } from '../../statistics/median.ts';
import { LEAST_IN_TIER } from './costs.ts';

/** Prices of one session up to an instant. */
export interface PricedSession {
	readonly matrix: Pick<SessionMatrix, 'rows' | 'open' | 'close' | 'volume'>;
	/** Number of completed slots. */
	readonly elapsed: number;
	/** New shares of each row for one old, from this session to the common basis; undefined if no row split. */
	readonly ratios: ArrayLike<number> | undefined;
}

export interface TickerChange {
	/** A fraction per slot. */
	readonly change: Float64Array;
	/** The last slot in which it traded, from 0 over all sessions. */
	readonly traded: number;
}

/** One row since the first session's open; undefined if it didn't trade in the first session. */
export function changeSince(sessions: readonly PricedSession[], row: number): TickerChange | undefined {
	const found: number[] = [];
	let last = -1;
	walk(sessions, [row], (change, traded) => {
		if (traded) last = found.length;
		found.push(change[0]!);
	});
	const measured = found.some((value) => !Number.isNaN(value));
	return measured ? { change: Float64Array.from(found), traded: last } : undefined;
}

/**
 * Change of rows since the first session's open, at the end of each completed slot: the last traded close relative to the open of the first slot in
 * which the row traded in the first session. NaN before that, and throughout for a row that didn't trade in that session.
 */
function walk(sessions: readonly PricedSession[], rows: ArrayLike<number>, onSlot: (change: Float64Array, traded: boolean) => void): void {
	const opened = new Float64Array(rows.length).fill(Number.NaN);
	const change = new Float64Array(rows.length).fill(Number.NaN);
	sessions.forEach(({ matrix, elapsed, ratios }, session) => {
		const { open, close, volume } = matrix;
		for (let slot = 0; slot < elapsed; slot++) {
			let traded = false;
			for (let i = 0; i < rows.length; i++) {
				const row = rows[i]!;
				const cell = slot * matrix.rows + row;
				const price = close[cell]!;
				if (!(volume[cell]! > 0) || Number.isNaN(price)) continue;
				const ratio = ratios?.[row] ?? 1;
				if (session === 0 && Number.isNaN(opened[i]!)) opened[i] = open[cell]! / ratio;
				change[i] = price / ratio / opened[i]! - 1;
				traded = true;
			}
			onSlot(change, traded);
		}
	});
}

export interface TierMiddle {
	/** A fraction per slot; NaN while no ticker is measured. */
	readonly change: Float64Array;
	/** Tickers measured at the last slot. */
	readonly tickers: number;
	/** Whether the whole market is used because the tier has too few tickers. */
	readonly of: 'tier' | 'market';
}

/**
 * The median ticker of a tier, slot by slot: the median change of all its tickers, just as the benchmark of a hit is the median of their returns.
 * It isn't a fixed ticker; which one is the median changes. `rows` and `caps` are of the tickers of one report, -1 if the sessions don't have them;
 * `tier` null selects tickers with unknown market cap.
 */
export function tierMiddle(
	sessions: readonly PricedSession[],
	rows: ArrayLike<number>,
	caps: ArrayLike<number>,
	tier: ReturnType<typeof capTier>,
): TierMiddle | undefined {
	const known = Array.from(rows).flatMap((row, at) => (row < 0 ? [] : [{ row, inTier: capTier(caps[at]!) === tier }]));
	const peers = known.flatMap(({ row, inTier }) => (inTier ? [row] : []));
	const own = middleOf(sessions, peers);
	if (own.tickers >= LEAST_IN_TIER) return { ...own, of: 'tier' };
	const all = middleOf(
		sessions,
		known.map(({ row }) => row),
	);
	return all.tickers > 0 ? { ...all, of: 'market' } : undefined;
}

function middleOf(sessions: readonly PricedSession[], rows: ArrayLike<number>): Omit<TierMiddle, 'of'> {
	const measured = new Float64Array(rows.length);
	const middle: number[] = [];
	let tickers = 0;
	walk(sessions, rows, (change) => {
		tickers = 0;
		for (let i = 0; i < change.length; i++) if (!Number.isNaN(change[i]!)) measured[tickers++] = change[i]!;
		middle.push(medianInPlace(measured, tickers));
	});
	return { change: Float64Array.from(middle), tickers };
}
