import { capTier } from '../prices/cap.ts';
import type { SessionMatrix } from '../prices/session-matrix.ts';
import { medianInPlace } from '../statistics/median-in-place.ts';
import { LEAST_IN_TIER } from './tier-benchmark.ts';

/** Prices of one session as far as it had gone at an instant. */
export interface PricedSession {
	readonly matrix: Pick<SessionMatrix, 'rows' | 'open' | 'close' | 'volume'>;
	/** Slots that had ended. */
	readonly elapsed: number;
	/** New shares of each row for one old, from this session to the basis of all; undefined where no row split. */
	readonly ratios: ArrayLike<number> | undefined;
}

/**
 * Change of rows since the first session's open, at the end of each slot that had ended: the last traded close against the open of the
 * first slot in which the row traded in the first session. NaN before that, and throughout for a row that did not trade in that session.
 */
const walk = (
	sessions: readonly PricedSession[],
	rows: ArrayLike<number>,
	onSlot: (change: Float64Array, traded: boolean) => void,
): void => {
	const opened = new Float64Array(rows.length).fill(Number.NaN);
	const change = new Float64Array(rows.length).fill(Number.NaN);
	sessions.forEach(({ matrix, elapsed, ratios }, session) => {
		const { open, close, volume } = matrix;
		for (let slot = 0; slot < elapsed; slot++) {
			let traded = false;
			for (let i = 0; i < rows.length; i++) {
				const row = rows[i] as number;
				const cell = slot * matrix.rows + row;
				const price = close[cell] as number;
				if (!((volume[cell] as number) > 0) || Number.isNaN(price)) continue;
				const ratio = ratios?.[row] ?? 1;
				if (session === 0 && Number.isNaN(opened[i] as number)) opened[i] = (open[cell] as number) / ratio;
				change[i] = price / ratio / (opened[i] as number) - 1;
				traded = true;
			}
			onSlot(change, traded);
		}
	});
};

export interface TickerChange {
	/** A fraction for each slot. */
	readonly change: Float64Array;
	/** The last slot in which it traded, from 0 over all sessions. */
	readonly traded: number;
}

/** One row since the first session's open; undefined where it did not trade in the first session. */
export const changeSince = (sessions: readonly PricedSession[], row: number): TickerChange | undefined => {
	const found: number[] = [];
	let last = -1;
	walk(sessions, [row], (change, traded) => {
		if (traded) last = found.length;
		found.push(change[0] as number);
	});
	const measured = found.some((value) => !Number.isNaN(value));
	return measured ? { change: Float64Array.from(found), traded: last } : undefined;
};

export interface TierMiddle {
	/** A fraction for each slot; NaN while no ticker is measured. */
	readonly change: Float64Array;
	/** Tickers measured at the last slot. */
	readonly tickers: number;
	/** Whether the whole market stands in for a tier of too few. */
	readonly of: 'tier' | 'market';
}

const middleOf = (sessions: readonly PricedSession[], rows: ArrayLike<number>): Omit<TierMiddle, 'of'> => {
	const measured = new Float64Array(rows.length);
	const middle: number[] = [];
	let tickers = 0;
	walk(sessions, rows, (change) => {
		tickers = 0;
		for (let i = 0; i < change.length; i++) if (!Number.isNaN(change[i] as number)) measured[tickers++] = change[i] as number;
		middle.push(medianInPlace(measured, tickers));
	});
	return { change: Float64Array.from(middle), tickers };
};

/**
 * The middle ticker of a tier, slot by slot: the median of the changes of all its tickers, as the benchmark of a hit is the median of their
 * returns. No single ticker is followed; which one is the median changes. `rows` and `caps` are of the tickers of one report, -1
 * where the sessions have none; `tier` null is of those whose capitalisation is not known.
 */
export const tierMiddle = (
	sessions: readonly PricedSession[],
	rows: ArrayLike<number>,
	caps: ArrayLike<number>,
	tier: ReturnType<typeof capTier>,
): TierMiddle | undefined => {
	const known = Array.from(rows).flatMap((row, at) => (row < 0 ? [] : [{ row, inTier: capTier(caps[at] as number) === tier }]));
	const peers = known.flatMap(({ row, inTier }) => (inTier ? [row] : []));
	const own = middleOf(sessions, peers);
	if (own.tickers >= LEAST_IN_TIER) return { ...own, of: 'tier' };
	const all = middleOf(
		sessions,
		known.map(({ row }) => row),
	);
	return all.tickers > 0 ? { ...all, of: 'market' } : undefined;
};
