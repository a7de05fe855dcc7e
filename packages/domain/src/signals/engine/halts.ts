import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { utcMs } from '../../time/units.ts';
import { isTraded } from './ingest.ts';
import { freezeRows } from './report.ts';
import { computeRowScales } from './scales.ts';
import type { EngineState } from './state.ts';

/**
 * Before a slot is applied: rows that are halted from now keep their cells of the last slot, which may be their last traded slot before a halt.
 * Without scales at hand (a replay), this is done only for rows that halt within the same session; a row found halted without kept cells keeps
 * those of the slot before the halt.
 */
export function markHalts(state: EngineState, matrix: SessionMatrix, slot: number, halted: Uint8Array | undefined): void {
	const { shared, frames, rows } = state;
	if (state.slot >= 0 && (halted || matrix.halted)) {
		const live = frames.every(({ ready }) => ready);
		const stopping: number[] = [];
		for (let row = 0; row < rows; row++) {
			const halts = halted?.[row] === 1;
			if (shared.traded[row] === 1 && shared.stale[row] === 0) {
				shared.frozen[row] = 0;
				const goesOn = !halts && isTraded(matrix, slot * rows + row, shared.isIndex[row] !== 0);
				if (!goesOn && (live || halts || haltsLater(matrix, row, slot))) stopping.push(row);
			} else if (halts && shared.stale[row] === 0 && shared.frozen[row] === 0 && !Number.isNaN(shared.lastClose[row])) stopping.push(row);
		}
		freeze(state, stopping);
	}
	if (halted) shared.stale.set(halted);
	else shared.stale.fill(0);
}

function haltsLater({ halted, slots, rows }: SessionMatrix, row: number, slot: number): boolean {
	if (!halted) return false;
	for (let later = slot + 1; later < slots; later++) if (halted[later * rows + row] === 1) return true;
	return false;
}

function freeze(state: EngineState, rows: readonly number[]): void {
	if (rows.length === 0) return;
	for (const frame of state.frames) {
		if (frame.ready) continue;
		for (const row of rows) computeRowScales(frame, row, state.parameters);
	}
	freezeRows(state, Uint32Array.from(rows), utcMs(0));
}
