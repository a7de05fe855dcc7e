import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { ReportFacts } from '@sw/domain/signals/engine/types';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';

/** The last `count` sessions up to the end of 2024, oldest first; at most two years. */
export function lastSessions(count: number): Session[] {
	return nyse.sessionsBetween(exchangeDate('2023-01-01'), exchangeDate('2024-12-31')).slice(-count);
}

/**
 * A random market: random walks, one ticker in ten thinly traded, every second one with options. Call the returned function for sessions in order; it
 * continues the walks and returns a new matrix each time.
 */
export function createMatrixGenerator(rows: number): (session: Session) => SessionMatrix {
	let state = 1;
	const random = (): number => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 4294967296;
	};
	const lastPrice = Float64Array.from({ length: rows }, () => 5 + 200 * random());
	const maxVolume = Float64Array.from({ length: rows }, () => 2_000 * Math.exp(4 * random()));
	return (session) => {
		const matrix = createSessionMatrix(session.slots, rows);
		for (let slot = 0, at = 0; slot < session.slots; slot++) {
			for (let row = 0; row < rows; row++, at++) {
				if (row % 2 === 0) {
					matrix.calls[at] = Math.floor(120 * random() * random());
					matrix.puts[at] = Math.floor(100 * random() * random());
				}
				if (row % 10 === 0 && random() < 0.2) continue;
				const open = lastPrice[row]!;
				const close = open * (1 + 0.006 * (random() + random() - 1));
				lastPrice[row] = close;
				matrix.open[at] = open;
				matrix.high[at] = Math.max(open, close) * (1 + 0.001 * random());
				matrix.low[at] = Math.min(open, close) * (1 - 0.001 * random());
				matrix.close[at] = close;
				matrix.volume[at] = Math.ceil(maxVolume[row]! * random());
			}
		}
		return matrix;
	};
}

export function createFacts(rows: number): ReportFacts {
	return {
		tickerIds: Uint32Array.from({ length: rows }, (_, row) => 1 + row),
		shares: Float64Array.from({ length: rows }, (_, row) => 1e6 * (1 + (row % 997))),
		mentions: Int32Array.from({ length: rows }, (_, row) => row % 700),
	};
}
