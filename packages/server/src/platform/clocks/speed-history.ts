import type { UtcMs } from '@sw/domain/time/units';

/** The market ran at this speed from here on. */
interface Piece {
	wall: number;
	market: number;
	speed: number;
}

/** The history of a market clock, from which to calculate when it reached an instant. */
export interface SpeedHistory {
	/** Records that the clock is at `market` and continues at `speed`. */
	add(piece: Piece): void;
	/** Wall-clock time at which the clock reached `instant`; undefined where that is too long ago, or in the future. */
	wallAt(instant: UtcMs): number | undefined;
}

/** A session adds three pieces, and each change of speed one: enough for any outage. */
const KEPT = 1_000;
/** Rounding of timers, in wall-clock milliseconds. */
const SLACK = 1;

export function createSpeedHistory(): SpeedHistory {
	const pieces: Piece[] = [];
	let newest = Number.NEGATIVE_INFINITY;
	return {
		add(piece) {
			newest = piece.market;
			const last = pieces.at(-1);
			const expected = last && last.market + (piece.wall - last.wall) * last.speed;
			if (expected !== undefined && last?.speed === piece.speed && Math.abs(expected - piece.market) <= SLACK * piece.speed) return;
			pieces.push(piece);
			if (pieces.length > KEPT) pieces.shift();
		},
		wallAt(instant) {
			if (instant > newest) return undefined;
			const at = pieces.findLastIndex(({ market }) => market <= instant);
			const piece = pieces[at];
			if (!piece) return undefined;
			const reached = piece.wall + (instant - piece.market) / piece.speed;
			return Math.round(Math.min(reached, pieces[at + 1]?.wall ?? reached));
		},
	};
}
