import type { SessionMatrix } from '@sw/domain/prices/session-matrix';

/** Which tickers trade in nearly every slot, so that a slot without them is known to be incomplete. */
export interface Activity {
	/** Takes one slot of a matrix. */
	take(matrix: Pick<SessionMatrix, 'rows' | 'close'>, slot: number): void;
	/** 1 for rows whose bar is expected. */
	expected(): Uint8Array;
}

/** Slots that the mean looks back over, about. */
const MEMORY = 13;
/** Share of slots with a trade from which the next one is expected. */
const STEADY = 0.9;

export function createActivity(rows: number): Activity {
	const share = new Float64Array(rows);
	let seen = 0;
	return {
		take({ close }, slot) {
			seen++;
			// At first a plain mean, so that the first session counts whole.
			const weight = 1 / Math.min(seen, MEMORY);
			for (let row = 0; row < rows; row++) {
				const traded = Number.isNaN(close[slot * rows + row]) ? 0 : 1;
				share[row] = share[row]! + weight * (traded - share[row]!);
			}
		},
		expected: () => Uint8Array.from(share, (s) => (s >= STEADY ? 1 : 0)),
	};
}
