import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { computeScales } from './scales.ts';
import { INDEX_UNTIL_VOLUME } from './shared-columns.ts';
import { copyStateRows, type EngineState, engineState } from './state.ts';

/**
 * Before a slot is applied to an open session: rows that have counted as indices and now have their first volume start again as tickers with volume. Rows
 * without volume are no trades of such a ticker, so that it has none before this slot (signals.md 1.9.2).
 */
export function noteFirstVolume(state: EngineState, { volume, daily, rows }: SessionMatrix, slot: number): void {
	const { isIndex } = state.shared;
	if (!isIndex.includes(INDEX_UNTIL_VOLUME)) return;
	const isLast = slot === (state.sessions.at(-1)?.slots ?? 0) - 1;
	for (let row = 0; row < rows; row++) {
		if (isIndex[row] !== INDEX_UNTIL_VOLUME) continue;
		if (isVolume(volume[slot * rows + row]) || (isLast && isVolume(daily?.volume[row]))) restartRow(state, row);
	}
}

function isVolume(volume = 0): boolean {
	return volume > 0 && volume < Number.POSITIVE_INFINITY;
}

/** Leaves the row as one that has not traded yet: only what is known apart from its trades stays. */
function restartRow(state: EngineState, row: number): void {
	const { shared, frames } = state;
	const contracts = frames.map(({ columns }) => ({ calls: columns.calls[row] as number, puts: columns.puts[row] as number }));
	const kept = KEPT.map((key) => shared[key][row] as number);
	copyStateRows(engineState(state.parameters, 1), 0, state, row, 1);
	for (const [k, key] of KEPT.entries()) shared[key][row] = kept[k] as number;
	for (const [t, frame] of frames.entries()) {
		const { columns, clock } = frame;
		columns.calls[row] = contracts[t]?.calls as number;
		columns.puts[row] = contracts[t]?.puts as number;
		if (frame.ready) computeScales(frame, clock.bar, row, row + 1, columns.now, state.parameters);
		if (frame.nextReady) computeScales(frame, clock.bar + 1, row, row + 1, columns.next, state.parameters);
	}
}

/** Contracts of the session, what a feed and an administrator said of it, and splits to come. */
const KEPT = [
	'calls',
	'puts',
	'dayContracts',
	'eodCalls',
	'eodPuts',
	'eodFactor',
	'seen',
	'stale',
	'explained',
	'shareFactor',
	'contractFactor',
] as const;
