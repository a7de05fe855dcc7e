import { TIMEFRAME_COUNT, type TimeframeIndex } from '../../time/timeframe.ts';
import type { ParameterSet } from '../parameters.ts';
import { Z_PER_ROW } from '../report-table.ts';
import type { EngineSession, SessionAdjustments } from './engine-session.ts';
import { createFrame, createFrameColumns, type Frame } from './frame-state.ts';
import { type Columnar, collectBuffers, copyBlock, copyRows, createSharedColumns, type SharedColumns } from './shared-columns.ts';

/** The whole state of an engine. */
export interface EngineState {
	readonly parameters: ParameterSet;
	rows: number;
	shared: SharedColumns;
	readonly frames: readonly Frame[];
	/** Sessions opened so far, the current one last. */
	readonly sessions: EngineSession[];
	/** Last applied slot of the current session; -1 if there is none. */
	slot: number;
	/** By row: ratios of the announced splits that haven't taken effect, in order. */
	readonly announcedRatios: Map<number, number[]>;
	/** A session that was started but not opened: it opens with its first slot. null: none. */
	pendingSession: {
		readonly session: EngineSession;
		readonly adjustments: SessionAdjustments;
		readonly recompute: (row: number, ratio: number) => void;
	} | null;
}

export function createEngineState(parameters: ParameterSet, rows: number): EngineState {
	return {
		parameters,
		rows,
		shared: createSharedColumns(rows, parameters.daily.sessions),
		frames: Array.from({ length: TIMEFRAME_COUNT }, (_, timeframe) => createFrame(timeframe as TimeframeIndex, rows, parameters)),
		sessions: [],
		slot: -1,
		announcedRatios: new Map(),
		pendingSession: null,
	};
}

/** Appends rows without history. */
export function growState(state: EngineState, count: number): void {
	const rows = state.rows + count;
	const shared = createSharedColumns(rows, state.parameters.daily.sessions);
	copyRows(state.shared, shared);
	state.shared = shared;
	for (const frame of state.frames) {
		const columns = createFrameColumns(rows, frame.shape);
		copyRows(frame.columns, columns);
		frame.columns = columns;
	}
	state.rows = rows;
}

/** Copies `count` rows, starting at row `first`, to row `toFirst` onwards of a state at the same slot. */
export function copyStateRows(
	source: Pick<EngineState, 'rows' | 'shared' | 'frames'>,
	first: number,
	target: EngineState,
	toFirst: number,
	count: number,
): void {
	const copy = (sourceColumns: Columnar, targetColumns: Columnar): void =>
		copyBlock(
			{ columns: sourceColumns, totalRows: source.rows, firstRow: first },
			{ columns: targetColumns, totalRows: target.rows, firstRow: toFirst },
			count,
		);
	copy(source.shared, target.shared);
	for (const [t, frame] of target.frames.entries()) copy((source.frames[t] as Frame).columns, frame.columns);
}

/** Replaces a row by row 0 of a one-row state that has read the same sessions and slots. The row's halts and frozen cells are kept. */
export function adoptRow(state: EngineState, singleRow: EngineState, row: number): void {
	const { stale, frozen, frozenWords, frozenZ } = state.shared;
	singleRow.shared.stale[0] = stale[row]!;
	singleRow.shared.frozen[0] = frozen[row]!;
	singleRow.shared.frozenWords.set(frozenWords.subarray(row * TIMEFRAME_COUNT, (row + 1) * TIMEFRAME_COUNT));
	singleRow.shared.frozenZ.set(frozenZ.subarray(row * Z_PER_ROW, (row + 1) * Z_PER_ROW));
	copyStateRows(singleRow, 0, state, row, 1);
}

/** Some rows of an engine, with everything that another engine needs to continue them. Plain data that can be posted to another thread. */
export type EngineBlock = Omit<EngineState, 'pendingSession'>;

/** Returns the buffers of a block, for transferring it to another thread without copying. */
export function collectBlockBuffers({ shared, frames }: EngineBlock): ArrayBufferLike[] {
	return [...collectBuffers(shared), ...frames.flatMap(({ columns }) => collectBuffers(columns))];
}

/** Copies rows [firstRow, endRow). Throws a RangeError between the start of a session and its first slot. */
export function extractBlock(state: EngineState, firstRow: number, endRow: number): EngineBlock {
	assertNoPendingSession(state);
	if (!(firstRow >= 0 && firstRow <= endRow && endRow <= state.rows)) throw new RangeError(`Rows ${firstRow} to ${endRow} don't exist.`);
	const block = createEngineState(state.parameters, endRow - firstRow);
	copyPosition(state, block);
	copyStateRows(state, firstRow, block, 0, endRow - firstRow);
	for (const [row, ratios] of state.announcedRatios)
		if (row >= firstRow && row < endRow) block.announcedRatios.set(row - firstRow, [...ratios]);
	return block;
}

function assertNoPendingSession({ pendingSession }: EngineState): void {
	if (pendingSession) throw new RangeError(`The session of ${pendingSession.session.date} has started without a slot.`);
}

/** Copies everything but rows and announced splits. */
function copyPosition(source: EngineBlock, target: EngineState): void {
	target.sessions.splice(0, target.sessions.length, ...source.sessions);
	target.slot = source.slot;
	for (const [t, targetFrame] of target.frames.entries()) {
		const { clock, sorted, folded, ready, nextReady } = source.frames[t] as Frame;
		const { bar, closed, q, volumeShare, optionShare } = clock;
		Object.assign(targetFrame, { sorted, folded, ready, nextReady });
		Object.assign(targetFrame.clock, { bar, closed, q, volumeShare, optionShare });
		targetFrame.clock.barQ.set(clock.barQ);
		targetFrame.clock.barEnd.set(clock.barEnd);
	}
}

/** Replaces all rows by the rows of the blocks, in order. Throws a RangeError if the blocks are at different slots or don't have exactly `rows` rows. */
export function loadBlocks(state: EngineState, blocks: readonly EngineBlock[]): void {
	assertNoPendingSession(state);
	const total = blocks.reduce((sum, { rows }) => sum + rows, 0);
	const [firstBlock] = blocks;
	if (!firstBlock || total !== state.rows) throw new RangeError(`The blocks have ${total} rows instead of ${state.rows}.`);
	if (blocks.some(({ slot, sessions }) => slot !== firstBlock.slot || sessions.at(-1)?.date !== firstBlock.sessions.at(-1)?.date))
		throw new RangeError('The blocks are at different slots.');
	copyPosition(firstBlock, state);
	state.announcedRatios.clear();
	let first = 0;
	for (const block of blocks) {
		copyStateRows(block, 0, state, first, block.rows);
		for (const [row, ratios] of block.announcedRatios) state.announcedRatios.set(first + row, [...ratios]);
		first += block.rows;
	}
}
