import type { SessionMatrix } from '../../../prices/session-matrix.ts';
import type { ParameterSet } from '../../parameters.ts';
import { createEngine } from '../create-engine.ts';
import type { Engine } from '../types.ts';
import { type RandomMarket, rowSessions } from './random-market.ts';

/** Runs a market slot by slot; `look` is called after each slot. */
export function runMarket(
	market: RandomMarket,
	parameters: ParameterSet,
	look: (engine: Engine, day: number, slot: number) => void = () => {},
	matrixOf: (day: number) => SessionMatrix = (day) => (market.days[day] as (typeof market.days)[number]).matrix,
): Engine {
	const engine = createEngine({ parameters, rows: market.rows, isIndex: market.isIndex });
	market.days.forEach(({ session, adjustments }, day) => {
		const matrix = matrixOf(day);
		engine.startSession(session, adjustments, (row) => rowSessions(market, row));
		for (let slot = 0; slot < session.slots; slot++) {
			engine.applySlot(matrix, slot);
			look(engine, day, slot);
		}
	});
	return engine;
}

/** Permutes the rows of a market: row r of the result is row order[r] of the given market. */
export function permuted({ days, isIndex }: RandomMarket, order: readonly number[]): RandomMarket {
	const rows = order.length;
	const pick = <T extends Float32Array | Float64Array | Uint8Array>(values: T): T =>
		values.map((_, cell) => values[Math.floor(cell / rows) * rows + order[cell % rows]!]!) as T;
	const placeOf = (row: number) => order.indexOf(row);
	return {
		rows,
		isIndex: pick(isIndex),
		days: days.map(({ session, matrix, adjustments: { splits, dividends, dismissed } }) => ({
			session,
			matrix: {
				...matrix,
				open: pick(matrix.open),
				high: pick(matrix.high),
				low: pick(matrix.low),
				close: pick(matrix.close),
				volume: pick(matrix.volume),
				calls: pick(matrix.calls),
				puts: pick(matrix.puts),
				halted: matrix.halted && pick(matrix.halted),
				optionDay: matrix.optionDay && { calls: pick(matrix.optionDay.calls), puts: pick(matrix.optionDay.puts) },
				daily: matrix.daily && {
					open: pick(matrix.daily.open),
					high: pick(matrix.daily.high),
					low: pick(matrix.daily.low),
					close: pick(matrix.daily.close),
					volume: pick(matrix.daily.volume),
				},
			},
			adjustments: {
				splits: splits.map(({ row, ratio }) => ({ row: placeOf(row), ratio })),
				dividends: dividends.map(({ row, amount }) => ({ row: placeOf(row), amount })),
				dismissed: dismissed.map(placeOf),
			},
		})),
	};
}
