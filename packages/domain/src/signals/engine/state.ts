import { TIMEFRAME_COUNT, type TimeframeIndex } from '../../time/timeframe.ts';
import type { ParameterSet } from '../parameters.ts';
import { Z_PER_ROW } from '../report-table.ts';
import { type Columnar, copyBlock, copyRows } from './columnar.ts';
import type { EngineSession, SessionAdjustments } from './engine-session.ts';
import { type Frame, frame, frameColumns } from './frame-state.ts';
import { type SharedColumns, sharedColumns } from './shared-columns.ts';

/** The whole state of an engine. */
export interface EngineState {
	readonly parameters: ParameterSet;
	rows: number;
	shared: SharedColumns;
	readonly frames: readonly Frame[];
	/** Sessions opened so far, the current one last. */
	readonly sessions: EngineSession[];
	/** Last applied slot of the last opened session; -1 before any. */
	slot: number;
	/** Announced splits that have not taken effect, in order. */
	readonly announced: Map<number, number[]>;
	/** A started session that opens with its first slot. */
	coming: {
		readonly session: EngineSession;
		readonly adjustments: SessionAdjustments;
		readonly recompute: (row: number, ratio: number) => void;
	} | null;
}

export function engineState(parameters: ParameterSet, rows: number): EngineState {
	return {
		parameters,
		rows,
		shared: sharedColumns(rows, parameters.daily.sessions),
		frames: Array.from({ length: TIMEFRAME_COUNT }, (_, timeframe) => frame(timeframe as TimeframeIndex, rows, parameters)),
		sessions: [],
		slot: -1,
		announced: new Map(),
		coming: null,
	};
}

/** Appends rows without history. */
export function growState(state: EngineState, count: number): void {
	const rows = state.rows + count;
	const shared = sharedColumns(rows, state.parameters.daily.sessions);
	copyRows(state.shared, shared);
	state.shared = shared;
	for (const f of state.frames) {
		const columns = frameColumns(rows, f.shape);
		copyRows(f.columns, columns);
		f.columns = columns;
	}
	state.rows = rows;
}

/** Copies the columns of rows between states at the same slot. */
export function copyStateRows(
	from: Pick<EngineState, 'rows' | 'shared' | 'frames'>,
	first: number,
	to: EngineState,
	toFirst: number,
	count: number,
): void {
	const copy = (source: Columnar, target: Columnar): void =>
		copyBlock({ columns: source, total: from.rows, first }, { columns: target, total: to.rows, first: toFirst }, count);
	copy(from.shared, to.shared);
	for (const [t, f] of to.frames.entries()) copy((from.frames[t] as Frame).columns, f.columns);
}

/** Takes over row 0 of a one-row state at the same slot, after the same sessions. Halts reported by a feed are the row's own and stay. */
export function adoptRow(state: EngineState, single: EngineState, row: number): void {
	const { stale, frozen, frozenWords, frozenZ } = state.shared;
	single.shared.stale[0] = stale[row]!;
	single.shared.frozen[0] = frozen[row]!;
	single.shared.frozenWords.set(frozenWords.subarray(row * TIMEFRAME_COUNT, (row + 1) * TIMEFRAME_COUNT));
	single.shared.frozenZ.set(frozenZ.subarray(row * Z_PER_ROW, (row + 1) * Z_PER_ROW));
	copyStateRows(single, 0, state, row, 1);
}
