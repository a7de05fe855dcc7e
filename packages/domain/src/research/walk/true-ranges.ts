import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { median } from '../../statistics/median.ts';

/**
 * Normalised true ranges of one timeframe's traded bars (signals.md 1.6): ln(max(H, C_prev) / min(L, C_prev)) / sqrt(Q since the last traded bar). Keeps the
 * newest ranges of every row.
 */
export interface TrueRanges {
	/** Applies a split that takes effect before the next session. */
	applySplit(row: number, ratio: number): void;
	/** Adds a slot with clock variance `q`. If the slot ends a bar, returns the range of each row, NaN without trades; otherwise null. */
	applySlot(matrix: Prices, slot: number, q: number, endsBar: boolean): Float64Array | null;
	/** Returns the median of the row's last `windowBars` ranges; null with fewer. */
	medianRange(row: number): number | null;
}

type Prices = Pick<SessionMatrix, 'rows' | 'high' | 'low' | 'close' | 'volume'>;

export function createTrueRanges(rows: number, windowBars: number): TrueRanges {
	const high = new Float64Array(rows).fill(Number.NEGATIVE_INFINITY);
	const low = new Float64Array(rows).fill(Number.POSITIVE_INFINITY);
	const close = new Float64Array(rows).fill(Number.NaN);
	const previousCloses = new Float64Array(rows).fill(Number.NaN);
	const clockVariance = new Float64Array(rows);
	const recentRanges = new Float64Array(rows * windowBars);
	const rangeCounts = new Uint32Array(rows);

	const endBar = (): Float64Array => {
		const ranges = new Float64Array(rows).fill(Number.NaN);
		for (let row = 0; row < rows; row++) {
			if (high[row] === Number.NEGATIVE_INFINITY) continue;
			const previousClose = previousCloses[row]!;
			if (!Number.isNaN(previousClose)) {
				const range = Math.log(Math.max(high[row]!, previousClose) / Math.min(low[row]!, previousClose)) / Math.sqrt(clockVariance[row]!);
				ranges[row] = range;
				recentRanges[row * windowBars + (rangeCounts[row]! % windowBars)] = range;
				rangeCounts[row] = rangeCounts[row]! + 1;
			}
			previousCloses[row] = close[row]!;
			high[row] = Number.NEGATIVE_INFINITY;
			low[row] = Number.POSITIVE_INFINITY;
			clockVariance[row] = 0;
		}
		return ranges;
	};

	return {
		applySplit: (row, ratio) => {
			for (const column of [high, low, close, previousCloses]) column[row] = column[row]! / ratio;
		},
		applySlot: (matrix, slot, q, endsBar) => {
			for (let row = 0; row < rows; row++) {
				clockVariance[row] = clockVariance[row]! + q;
				const cell = slot * rows + row;
				const price = matrix.close[cell]!;
				if (Number.isNaN(price) || !(matrix.volume[cell]! > 0)) continue;
				high[row] = Math.max(high[row]!, matrix.high[cell]!);
				low[row] = Math.min(low[row]!, matrix.low[cell]!);
				close[row] = price;
			}
			return endsBar ? endBar() : null;
		},
		medianRange: (row) =>
			rangeCounts[row]! < windowBars ? null : median(Array.from(recentRanges.subarray(row * windowBars, (row + 1) * windowBars))),
	};
}
