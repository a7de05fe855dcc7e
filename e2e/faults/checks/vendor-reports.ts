/** Builds the reports of simulated days with the engine, from the final data without mentions and option sums. Returns one hash for each report. */
import { createHash } from 'node:crypto';
import { contentBytes, ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { slotEnd } from '@sw/domain/time/slots';
import type { ReportTime } from '@sw/domain/time/units';
import type { LiveRunResult } from '@sw/server/intake/testing/two-days';
import type { CorporateActions } from '@sw/server/market/engine/corporate-actions';
import { createMarketEngine } from '@sw/server/market/engine/market-engine';
import { createMentionWindow } from '@sw/server/market/engine/mention-window';
import { createUniverse } from '@sw/server/market/engine/universe';

export function hashReports({ tickers, sessions }: LiveRunResult): string[] {
	const universe = createUniverse(tickers);
	const findDay = (date: string) => sessions.find(({ session }) => session.date === date);
	const adjustmentsOn: CorporateActions['adjustmentsOn'] = (date) => ({
		splits: (findDay(date)?.splits ?? []).map(({ tickerId, ratio }) => ({ row: universe.rowOf(tickerId), ratio })),
		dividends: (findDay(date)?.dividends ?? []).map(({ tickerId, amount }) => ({ row: universe.rowOf(tickerId), amount })),
	});
	const actions: CorporateActions = { splitsOn: (date) => findDay(date)?.splits ?? [], adjustmentsOn, refresh: async () => {} };
	const market = createMarketEngine(PARAMETERS_V1, universe, createMentionWindow(universe.ids.length, universe.rowOf), actions);
	const hashes: string[] = [];
	for (const [index, { session, matrix, splits }] of sessions.entries()) {
		const splitRatioByRow = new Map(splits.map(({ tickerId, ratio }) => [universe.rowOf(tickerId), ratio]));
		const past = sessions.slice(0, index);
		market.openSession(session, (row) =>
			splitRatioByRow.has(row) ? past.map((pastDay) => ({ date: pastDay.session.date, matrix: extractRow(pastDay.matrix, row) })) : [],
		);
		for (let slot = 0; slot < session.slots; slot++) {
			market.applySlot(matrix, slot);
			while (market.signalEngine.prepareStep());
			const table = market.report(slotEnd(session, slot) as ReportTime, 'live');
			const bytes = contentBytes(table, { format: 1, engineVersion: ENGINE_VERSION, parameters: '1', previousHash: '0'.repeat(64) });
			hashes.push(createHash('sha256').update(bytes).digest('hex'));
		}
	}
	return hashes;
}

type Matrix = LiveRunResult['sessions'][number]['matrix'];

/** One row of a matrix as a matrix of one row. */
function extractRow(matrix: Matrix, row: number): Matrix {
	const extractColumn = <C extends Float32Array | Float64Array>(values: C): C => {
		const cells = values.slice(0, matrix.slots) as C;
		for (let slot = 0; slot < matrix.slots; slot++) cells[slot] = values[slot * matrix.rows + row]!;
		return cells;
	};
	const { open, high, low, close, volume, calls, puts } = matrix;
	return {
		...matrix,
		rows: 1,
		open: extractColumn(open),
		high: extractColumn(high),
		low: extractColumn(low),
		close: extractColumn(close),
		volume: extractColumn(volume),
		calls: extractColumn(calls),
		puts: extractColumn(puts),
	};
}
