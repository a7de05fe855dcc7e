import { type BarBlock, barBlock, HALTED, type OptionBlock, optionBlock, REGULAR } from '@sw/domain/prices/blocks';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Session } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { SECOND } from '@sw/domain/time/units';

/** Regular bars of slots [from, to) of a session matrix as a block for the store, by slot, then ticker. A halt adds a marker; cells with neither make no row. */
export function barsOfSlots(session: Session, matrix: SessionMatrix, tickerIds: Uint32Array, from: number, to: number): BarBlock {
	const { halted } = matrix;
	const block = barBlock((to - from) * matrix.rows * (halted ? 2 : 1));
	let n = 0;
	for (let slot = from; slot < to; slot++) {
		const time = slotStart(session, slot) / SECOND;
		for (let row = 0; row < matrix.rows; row++) {
			const cell = slot * matrix.rows + row;
			const close = matrix.close[cell]!;
			if (halted?.[cell]) {
				block.tickerId[n] = tickerIds[row]!;
				block.time[n] = time;
				block.session[n] = HALTED;
				for (const column of [block.open, block.high, block.low, block.close]) column[n] = Number.NaN;
				n++;
			}
			if (Number.isNaN(close)) continue;
			block.tickerId[n] = tickerIds[row]!;
			block.time[n] = time;
			block.session[n] = REGULAR;
			block.open[n] = matrix.open[cell]!;
			block.high[n] = matrix.high[cell]!;
			block.low[n] = matrix.low[cell]!;
			block.close[n] = close;
			block.volume[n++] = matrix.volume[cell]!;
		}
	}
	block.count = n;
	return block;
}

/** Option sums of slots [from, to); a NaN cell (no option data received) makes no row. */
export function optionsOfSlots(session: Session, matrix: SessionMatrix, tickerIds: Uint32Array, from: number, to: number): OptionBlock {
	const block = optionBlock((to - from) * matrix.rows);
	let n = 0;
	for (let slot = from; slot < to; slot++) {
		const time = slotStart(session, slot) / SECOND;
		for (let row = 0; row < matrix.rows; row++) {
			const cell = slot * matrix.rows + row;
			const calls = matrix.calls[cell]!;
			if (Number.isNaN(calls)) continue;
			block.tickerId[n] = tickerIds[row]!;
			block.time[n] = time;
			block.calls[n] = calls;
			block.puts[n++] = matrix.puts[cell]!;
		}
	}
	block.count = n;
	return block;
}
