import type { UtcMs } from '@sw/domain/time/units';

/** From here on the market went at this speed. */
interface Piece {
	wall: number;
	market: number;
	speed: number;
}

/** How a market clock has run, so that it can be told when it came to an instant. */
export interface Trail {
	/** The clock stands at `market` and goes on at `speed`. */
	add(piece: Piece): void;
	/** The wall's time when the clock came to `instant`; undefined where that is too long ago, or still to come. */
	wallAt(instant: UtcMs): number | undefined;
}

/** A session makes three pieces, and each change of speed one: enough for any outage. */
const KEPT = 1_000;
/** Rounding of timers, in milliseconds of the wall. */
const SLACK = 1;

export const createTrail = (): Trail => {
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
};
