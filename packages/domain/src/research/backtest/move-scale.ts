import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { median } from '../../statistics/median.ts';

/** Standard deviation of a normal distribution whose median absolute value is 1. */
const MAD = 1.4826;
/** A median at or below this means that the price doesn't move. */
const FLAT = 1e-12;

/** Typical log return of each row per square root of clock variance, over its last bars (sigma in signals.md 1.3). */
export interface MoveScale {
	/** Applies a split that takes effect before the next session. */
	applySplit(row: number, ratio: number): void;
	/** Adds a slot with clock variance `q`; `endsBar`: the slot completes a bar. */
	applySlot(matrix: Pick<SessionMatrix, 'rows' | 'close' | 'volume'>, slot: number, q: number, endsBar: boolean): void;
	/** Returns the row's scale; null with fewer than half of the window's bars, or if the price doesn't move. */
	scaleOf(row: number): number | null;
	/** Discards all bars. Call this before a session that doesn't immediately follow the previous one. */
	reset(): void;
}

/** Creates a scale from the last `kept` bars. */
export function createMoveScale(rows: number, kept: number): MoveScale {
	const minimum = Math.max(3, Math.ceil(kept / 2));
	const close = new Float64Array(rows).fill(Number.NaN);
	const before = new Float64Array(rows).fill(Number.NaN);
	const clock = new Float64Array(rows);
	const traded = new Uint8Array(rows);
	const ring = new Float64Array(rows * kept);
	const count = new Uint32Array(rows);

	const endBar = (row: number): void => {
		const [last, now] = [before[row]!, close[row]!];
		if (!Number.isNaN(last)) {
			ring[row * kept + (count[row]! % kept)] = Math.abs(Math.log(now / last)) / Math.sqrt(clock[row]!);
			count[row] = count[row]! + 1;
		}
		before[row] = now;
		clock[row] = 0;
		traded[row] = 0;
	};

	return {
		applySplit: (row, ratio) => {
			for (const column of [close, before]) column[row] = column[row]! / ratio;
		},
		applySlot: ({ close: closes, volume }, slot, q, endsBar) => {
			for (let row = 0; row < rows; row++) {
				clock[row] = clock[row]! + q;
				const price = closes[slot * rows + row]!;
				if (volume[slot * rows + row]! > 0 && !Number.isNaN(price)) {
					close[row] = price;
					traded[row] = 1;
				}
				if (endsBar && traded[row] === 1) endBar(row);
			}
		},
		scaleOf: (row) => {
			const known = Math.min(kept, count[row]!);
			if (known < minimum) return null;
			const middle = median(Array.from(ring.subarray(row * kept, row * kept + known))) as number;
			const price = before[row]!;
			return middle <= FLAT ? null : Math.max(MAD * middle, 0.5 * Math.log(1 + (price >= 1 ? 0.01 : 0.0001) / price));
		},
		reset: () => {
			for (const column of [close, before]) column.fill(Number.NaN);
			for (const column of [clock, traded, count]) column.fill(0);
		},
	};
}
