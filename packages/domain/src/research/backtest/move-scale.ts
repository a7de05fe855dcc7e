import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { median } from '../../statistics/median.ts';

/** Standard deviation of a normal distribution whose median absolute value is 1. */
const MAD_FACTOR = 1.4826;
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

/** Creates a scale from the last `windowBars` bars. */
export function createMoveScale(rows: number, windowBars: number): MoveScale {
	const minBars = Math.max(3, Math.ceil(windowBars / 2));
	const currentCloses = new Float64Array(rows).fill(Number.NaN);
	const lastCloses = new Float64Array(rows).fill(Number.NaN);
	const clockVariance = new Float64Array(rows);
	const traded = new Uint8Array(rows);
	const recentMoves = new Float64Array(rows * windowBars);
	const barCounts = new Uint32Array(rows);

	const endBar = (row: number): void => {
		const [previous, current] = [lastCloses[row]!, currentCloses[row]!];
		if (!Number.isNaN(previous)) {
			recentMoves[row * windowBars + (barCounts[row]! % windowBars)] =
				Math.abs(Math.log(current / previous)) / Math.sqrt(clockVariance[row]!);
			barCounts[row] = barCounts[row]! + 1;
		}
		lastCloses[row] = current;
		clockVariance[row] = 0;
		traded[row] = 0;
	};

	return {
		applySplit: (row, ratio) => {
			for (const column of [currentCloses, lastCloses]) column[row] = column[row]! / ratio;
		},
		applySlot: ({ close: sessionCloses, volume }, slot, q, endsBar) => {
			for (let row = 0; row < rows; row++) {
				clockVariance[row] = clockVariance[row]! + q;
				const price = sessionCloses[slot * rows + row]!;
				if (volume[slot * rows + row]! > 0 && !Number.isNaN(price)) {
					currentCloses[row] = price;
					traded[row] = 1;
				}
				if (endsBar && traded[row] === 1) endBar(row);
			}
		},
		scaleOf: (row) => {
			const barCount = Math.min(windowBars, barCounts[row]!);
			if (barCount < minBars) return null;
			const medianMove = median(Array.from(recentMoves.subarray(row * windowBars, row * windowBars + barCount))) as number;
			const price = lastCloses[row]!;
			return medianMove <= FLAT ? null : Math.max(MAD_FACTOR * medianMove, 0.5 * Math.log(1 + (price >= 1 ? 0.01 : 0.0001) / price));
		},
		reset: () => {
			for (const column of [currentCloses, lastCloses]) column.fill(Number.NaN);
			for (const column of [clockVariance, traded, barCounts]) column.fill(0);
		},
	};
}
