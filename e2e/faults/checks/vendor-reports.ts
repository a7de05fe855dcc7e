/** Reports of simulated days, each as one hash: built by the engine from the final data, without mentions and option sums. */
import { createHash } from 'node:crypto';
import { contentBytes, ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { slotEnd } from '@sw/domain/time/slots';
import type { ReportTime } from '@sw/domain/time/units';
import type { SimulatedDays } from '@sw/server/intake/testing/two-days';
import type { CorporateActions } from '@sw/server/market/engine/corporate-actions';
import { createMarketEngine } from '@sw/server/market/engine/market-engine';
import { createMentionWindow } from '@sw/server/market/engine/mention-window';
import { createUniverse } from '@sw/server/market/engine/universe';

export function reportsOf({ tickers, sessions }: SimulatedDays): string[] {
	const universe = createUniverse(tickers);
	const actionsOn = (date: string) => sessions.find(({ session }) => session.date === date);
	const adjustmentsOn: CorporateActions['adjustmentsOn'] = (date) => ({
		splits: (actionsOn(date)?.splits ?? []).map(({ tickerId, ratio }) => ({ row: universe.rowOf(tickerId), ratio })),
		dividends: (actionsOn(date)?.dividends ?? []).map(({ tickerId, amount }) => ({ row: universe.rowOf(tickerId), amount })),
	});
	const actions: CorporateActions = { splitsOn: (date) => actionsOn(date)?.splits ?? [], adjustmentsOn, refresh: async () => {} };
	const market = createMarketEngine(PARAMETERS_V1, universe, createMentionWindow(universe.ids.length, universe.rowOf), actions);
	const hashes: string[] = [];
	for (const [at, { session, matrix, splits }] of sessions.entries()) {
		const split = new Map(splits.map(({ tickerId, ratio }) => [universe.rowOf(tickerId), ratio]));
		const past = sessions.slice(0, at);
		market.openSession(session, (row) =>
			split.has(row) ? past.map((one) => ({ date: one.session.date, matrix: rowOf(one.matrix, row) })) : [],
		);
		for (let slot = 0; slot < session.slots; slot++) {
			market.applySlot(matrix, slot);
			while (market.signalEngine.prepareOne());
			const table = market.report(slotEnd(session, slot) as ReportTime, 'live');
			const bytes = contentBytes(table, { format: 1, engineVersion: ENGINE_VERSION, parameters: '1', previousHash: '0'.repeat(64) });
			hashes.push(createHash('sha256').update(bytes).digest('hex'));
		}
	}
	return hashes;
}

type Matrix = SimulatedDays['sessions'][number]['matrix'];

/** One row of a matrix as a matrix of one row. */
function rowOf(matrix: Matrix, row: number): Matrix {
	const column = <C extends Float32Array | Float64Array>(values: C): C => {
		const cells = values.slice(0, matrix.slots) as C;
		for (let slot = 0; slot < matrix.slots; slot++) cells[slot] = values[slot * matrix.rows + row]!;
		return cells;
	};
	const { open, high, low, close, volume, calls, puts } = matrix;
	return {
		...matrix,
		rows: 1,
		open: column(open),
		high: column(high),
		low: column(low),
		close: column(close),
		volume: column(volume),
		calls: column(calls),
		puts: column(puts),
	};
}
