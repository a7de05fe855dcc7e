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

/** The part of a time whose bars are those of the rows under these symbols. */
export interface RowSpan {
	symbols: readonly string[];
	from: number;
	to: number;
}

/** Pre- and post-market bars of the rows with these numbers, each span by its own symbols. */
export function extendedOf(calendar: Calendar, ids: Uint32Array, bars: BarsBySymbol, spans: readonly RowSpan[]) {
	return blockOfBars(
		spans.flatMap(({ symbols, from, to }) =>
			symbols.flatMap((symbol, row) =>
				(bars.get(symbol) ?? []).flatMap((bar) => {
					if (bar.ms < from || bar.ms >= to) return [];
					const day = calendar.sessionOn(newYorkDate(bar.ms));
					const session = day && barSessionAt(day, bar.ms);
					return session === undefined || session === REGULAR ? [] : [{ tickerId: ids[row]!, session: session ?? PRE, bar }];
				}),
			),
		),
	);
}
