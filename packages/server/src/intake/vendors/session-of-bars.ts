import { barSessionAt } from '@sw/domain/prices/bar-session';
import { PRE, REGULAR } from '@sw/domain/prices/blocks';
import { type SessionMatrix, sessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { slotOf } from '@sw/domain/time/slots';
import { newYorkDate } from '@sw/domain/time/zone';
import { type BarsBySymbol, blockOfBars, type VendorBar } from './bars.ts';

/** The rows of a universe: row r is symbols[r] with the permanent number ids[r]. */
export interface Rows {
	readonly symbols: readonly string[];
	readonly ids: Uint32Array;
}

/** Rows of tickers; those that the vendor no longer offers keep their place but aren't requested. */
export interface FollowedRows extends Rows {
	followed(): readonly string[];
}

/** Writes a bar into a cell. */
export function fillCell(matrix: SessionMatrix, cell: number, bar: VendorBar): void {
	matrix.open[cell] = bar.open;
	matrix.high[cell] = bar.high;
	matrix.low[cell] = bar.low;
	matrix.close[cell] = bar.close;
	matrix.volume[cell] = bar.volume;
}

/** The regular bars of a session as its matrix. Option cells are unknown: vendors keep no history of them. */
export function matrixOf(session: Session, rows: Rows, bars: BarsBySymbol): SessionMatrix {
	const matrix = sessionMatrix(session.slots, rows.symbols.length);
	rows.symbols.forEach((symbol, row) => {
		for (const bar of bars.get(symbol) ?? []) {
			const slot = slotOf(session, bar.ms);
			if (slot >= 0) fillCell(matrix, slot * matrix.rows + row, bar);
		}
	});
	return matrix;
}

/** Pre- and post-market bars that start in [from, to). */
export function extendedOf(calendar: Calendar, rows: Rows, bars: BarsBySymbol, from: number, to: number) {
	return blockOfBars(
		rows.symbols.flatMap((symbol, row) =>
			(bars.get(symbol) ?? []).flatMap((bar) => {
				if (bar.ms < from || bar.ms >= to) return [];
				const day = calendar.sessionOn(newYorkDate(bar.ms));
				const session = day && barSessionAt(day, bar.ms);
				return session === undefined || session === REGULAR ? [] : [{ tickerId: rows.ids[row]!, session: session ?? PRE, bar }];
			}),
		),
	);
}
