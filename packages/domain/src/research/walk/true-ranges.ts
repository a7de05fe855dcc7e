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
	/** Returns the median of the row's last `kept` ranges; null with fewer. */
	medianRange(row: number): number | null;
}

type Prices = Pick<SessionMatrix, 'rows' | 'high' | 'low' | 'close' | 'volume'>;

export function createTrueRanges(rows: number, kept: number): TrueRanges {
	const high = new Float64Array(rows).fill(Number.NEGATIVE_INFINITY);
	const low = new Float64Array(rows).fill(Number.POSITIVE_INFINITY);
	const close = new Float64Array(rows).fill(Number.NaN);
	const before = new Float64Array(rows).fill(Number.NaN);
	const clock = new Float64Array(rows);
	const ring = new Float64Array(rows * kept);
	const count = new Uint32Array(rows);

	const endBar = (): Float64Array => {
		const ranges = new Float64Array(rows).fill(Number.NaN);
		for (let row = 0; row < rows; row++) {
			if (high[row] === Number.NEGATIVE_INFINITY) continue;
			const last = before[row]!;
			if (!Number.isNaN(last)) {
				const range = Math.log(Math.max(high[row]!, last) / Math.min(low[row]!, last)) / Math.sqrt(clock[row]!);
				ranges[row] = range;
				ring[row * kept + (count[row]! % kept)] = range;
				count[row] = count[row]! + 1;
			}
			before[row] = close[row]!;
			high[row] = Number.NEGATIVE_INFINITY;
			low[row] = Number.POSITIVE_INFINITY;
			clock[row] = 0;
		}
		return ranges;
	};

	return {
		applySplit: (row, ratio) => {
			for (const column of [high, low, close, before]) column[row] = column[row]! / ratio;
		},
		applySlot: (matrix, slot, q, endsBar) => {
			for (let row = 0; row < rows; row++) {
				clock[row] = clock[row]! + q;
				const cell = slot * rows + row;
				const price = matrix.close[cell]!;
				if (Number.isNaN(price) || !(matrix.volume[cell]! > 0)) continue;
				high[row] = Math.max(high[row]!, matrix.high[cell]!);
				low[row] = Math.min(low[row]!, matrix.low[cell]!);
				close[row] = price;
			}
			return endsBar ? endBar() : null;
		},
		medianRange: (row) => (count[row]! < kept ? null : median(Array.from(ring.subarray(row * kept, (row + 1) * kept)))),
	};
}
