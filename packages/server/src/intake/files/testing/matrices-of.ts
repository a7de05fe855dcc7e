import { REGULAR } from '@sw/domain/prices/blocks';
import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotOf } from '@sw/domain/time/slots';
import { DAY, SECOND } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { SymbolBlock } from '../fold/symbol-block.ts';

export interface MatrixInput {
	/** Ascending; symbols[r] is row r of every matrix. */
	symbols: string[];
	days: { session: Session; matrix: SessionMatrix }[];
}

/** Converts imported blocks to engine input without a store: all sessions from the first bar to the last. */
export function createMatrices(blocks: readonly SymbolBlock[]): MatrixInput {
	const symbols = [...new Set(blocks.map(({ symbol }) => symbol))].sort();
	const barDates = blocks.flatMap(({ bars, daily }) => [
		...(bars ? Array.from(bars.time.subarray(0, bars.count), (time) => newYorkDate(time * SECOND)) : []),
		...(daily ? Array.from(daily.day.subarray(0, daily.count), (day) => new Date(day * DAY).toISOString().slice(0, 10)) : []),
	]);
	const dates = [...new Set(barDates)].sort();
	const sessions = nyse.sessionsBetween(dates[0] as Session['date'], dates.at(-1) as Session['date']);
	const days = sessions.map((session) => ({ session, matrix: createSessionMatrix(session.slots, symbols.length) }));
	const dayByDate = new Map<string, (typeof days)[number]>(days.map((day) => [day.session.date, day]));
	for (const { symbol, bars } of blocks) {
		const row = symbols.indexOf(symbol);
		for (let i = 0; bars && i < bars.count; i++) {
			const ms = bars.time[i]! * SECOND;
			const day = dayByDate.get(newYorkDate(ms));
			const slot = day ? slotOf(day.session, ms) : -1;
			if (!day || slot < 0 || bars.session[i] !== REGULAR) continue;
			const cell = slot * symbols.length + row;
			for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) day.matrix[column][cell] = bars[column][i]!;
		}
	}
	for (const { symbol, daily } of blocks) {
		const row = symbols.indexOf(symbol);
		for (let i = 0; daily && i < daily.count; i++) {
			const day = dayByDate.get(new Date(daily.day[i]! * DAY).toISOString().slice(0, 10));
			const hasIntradayBars =
				day &&
				Array.from({ length: day.session.slots }, (_, slot) => slot).some(
					(slot) => !Number.isNaN(day.matrix.close[slot * symbols.length + row]),
				);
			if (!day || hasIntradayBars) continue;
			const createEmptyColumn = (): Float32Array => new Float32Array(symbols.length).fill(Number.NaN);
			day.matrix.daily ??= {
				open: createEmptyColumn(),
				high: createEmptyColumn(),
				low: createEmptyColumn(),
				close: createEmptyColumn(),
				volume: new Float64Array(symbols.length),
			};
			for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) day.matrix.daily[column][row] = daily[column][i]!;
		}
	}
	return { symbols, days };
}
