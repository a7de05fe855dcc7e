import type { SessionMatrix } from '../../../prices/session-matrix.ts';
import type { ParameterSet } from '../../parameters.ts';
import { createEngine } from '../create-engine.ts';
import type { Engine } from '../types.ts';
import { createRowSessions, type RandomMarket } from './random-market.ts';

/** Runs a market slot by slot; `onSlot` is called after each slot. */
export function runMarket(
	market: RandomMarket,
	parameters: ParameterSet,
	onSlot: (engine: Engine, day: number, slot: number) => void = () => {},
	getMatrix: (day: number) => SessionMatrix = (day) => (market.days[day] as (typeof market.days)[number]).matrix,
): Engine {
	const engine = createEngine({ parameters, rows: market.rows, isIndex: market.isIndex });
	market.days.forEach(({ session, adjustments }, day) => {
		const matrix = getMatrix(day);
		engine.startSession(session, adjustments, (row) => createRowSessions(market, row));
		for (let slot = 0; slot < session.slots; slot++) {
			engine.applySlot(matrix, slot);
			onSlot(engine, day, slot);
		}
	});
	return engine;
}

/** Permutes the rows of a market: row r of the result is row order[r] of the given market. */
export function permuteRows({ days, isIndex }: RandomMarket, order: readonly number[]): RandomMarket {
	const rowCount = order.length;
	const reorder = <T extends Float32Array | Float64Array | Uint8Array>(values: T): T =>
		values.map((_, cell) => values[Math.floor(cell / rowCount) * rowCount + order[cell % rowCount]!]!) as T;
	const newRowOf = (row: number) => order.indexOf(row);
	return {
		rows: rowCount,
		isIndex: reorder(isIndex),
		days: days.map(({ session, matrix, adjustments: { splits, dividends, dismissed } }) => ({
			session,
			matrix: {
				...matrix,
				open: reorder(matrix.open),
				high: reorder(matrix.high),
				low: reorder(matrix.low),
				close: reorder(matrix.close),
				volume: reorder(matrix.volume),
				calls: reorder(matrix.calls),
				puts: reorder(matrix.puts),
				halted: matrix.halted && reorder(matrix.halted),
				optionDay: matrix.optionDay && { calls: reorder(matrix.optionDay.calls), puts: reorder(matrix.optionDay.puts) },
				daily: matrix.daily && {
					open: reorder(matrix.daily.open),
					high: reorder(matrix.daily.high),
					low: reorder(matrix.daily.low),
					close: reorder(matrix.daily.close),
					volume: reorder(matrix.daily.volume),
				},
			},
			adjustments: {
				splits: splits.map(({ row, ratio }) => ({ row: newRowOf(row), ratio })),
				dividends: dividends.map(({ row, amount }) => ({ row: newRowOf(row), amount })),
				dismissed: dismissed.map(newRowOf),
			},
		})),
	};
}
