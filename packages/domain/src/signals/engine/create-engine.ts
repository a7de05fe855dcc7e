import { createSessionMatrix, type SessionMatrix } from '../../prices/session-matrix.ts';
import { utcMs } from '../../time/units.ts';
import type { RowSession } from './engine-session.ts';
import { foldBar } from './fold.ts';
import type { Frame } from './frame-state.ts';
import { isTraded } from './ingest.ts';
import { buildReport, buildRowDetail, freezeRows } from './report.ts';
import { computeRowScales, computeScales, sortWindows } from './scales.ts';
import { byteLength, INDEX_UNTIL_VOLUME } from './shared-columns.ts';
import {
	announceSplits,
	applyElapsedSlot,
	ensureScales,
	finishPreparation,
	openPendingSession,
	prepareFrame,
	startSession,
} from './start-session.ts';
import { adoptRow, copyStateRows, createEngineState, type EngineState, extractBlock, growState, loadBlocks } from './state.ts';
import type { Engine, EngineOptions } from './types.ts';

/** Columns that `restartRow` keeps: contracts of the session, halts, explained jumps, and announced splits. */
const COLUMNS_KEPT_ON_RESTART = [
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

/** Creates an engine without history. It needs about 14 kB per row with the default parameters. */
export function createEngine({ parameters, rows, isIndex }: EngineOptions): Engine {
	const state = createEngineState(parameters, rows);
	if (isIndex) state.shared.isIndex.set(isIndex.subarray(0, rows));

	const assertSlotElapsed = (): void => {
		if (state.slot < 0) throw new RangeError('No slot has elapsed.');
	};
	const checkRow = (row: number): void => {
		if (!(Number.isInteger(row) && row >= 0 && row < state.rows)) throw new RangeError(`No row ${row} exists.`);
	};
	const rebuildRow = (row: number, history: Iterable<RowSession>, laterSplits = state.announcedRatios.get(row) ?? []): void => {
		checkRow(row);
		finishPreparation(state);
		rebuildRowState(state, row, history, laterSplits);
	};

	return {
		parameters,
		get rows() {
			return state.rows;
		},
		get position() {
			if (state.pendingSession) return { session: state.pendingSession.session, slot: -1 };
			const session = state.sessions.at(-1);
			return session ? { session, slot: state.slot } : null;
		},
		get lastClose() {
			return state.shared.lastClose;
		},
		startSession: (session, adjustments = {}, historyOf = undefined) =>
			startSession(state, session, adjustments, (row, ratio) => {
				if (!historyOf) throw new RangeError(`Row ${row} splits, and there is no history to recompute it from.`);
				rebuildRow(row, historyOf(row), [ratio]);
			}),
		applySlot: (matrix, slot, halted = matrix.halted?.subarray(slot * state.rows, (slot + 1) * state.rows)) => {
			const slots = (state.pendingSession?.session ?? state.sessions.at(-1))?.slots ?? 0;
			const previousSlot = state.pendingSession ? -1 : state.slot;
			if (slot !== previousSlot + 1 || slot >= slots) throw new RangeError(`Slot ${slot} doesn't follow slot ${previousSlot} of ${slots}.`);
			if (matrix.rows !== state.rows || matrix.slots < slot + 1)
				throw new RangeError(`A matrix of ${matrix.rows} rows and ${matrix.slots} slots does not fit ${state.rows} rows at slot ${slot}.`);
			finishPreparation(state);
			updateHalts(state, matrix, slot, halted);
			openPendingSession(state);
			detectFirstVolume(state, matrix, slot);
			applyElapsedSlot(state, matrix, slot);
		},
		prepare: () => {
			while (prepareFrame(state));
		},
		prepareStep: (maxRows) => prepareFrame(state, maxRows),
		report: (time, facts) => {
			assertSlotElapsed();
			ensureScales(state);
			return buildReport(state, time, facts);
		},
		detail: (row) => {
			assertSlotElapsed();
			checkRow(row);
			ensureScales(state);
			return buildRowDetail(state, row);
		},
		addRows: (count, indexFlags) => {
			finishPreparation(state);
			const previousRows = state.rows;
			growState(state, count);
			if (indexFlags) state.shared.isIndex.set(indexFlags.subarray(0, count), previousRows);
		},
		rebuildRow: (row, history) => rebuildRow(row, history),
		announceSplits: (splits) => {
			finishPreparation(state);
			announceSplits(state, splits);
		},
		quarantineEarlierJumps: (rowFlags) => {
			if (state.pendingSession || state.sessions.length > 0) throw new RangeError('A session has started.');
			state.shared.earlierJump.set(rowFlags.subarray(0, state.rows));
			state.shared.quarantined.set(rowFlags.subarray(0, state.rows));
		},
		countAsIndex: (rowFlags) => {
			if (state.pendingSession || state.sessions.length > 0) throw new RangeError('A session has started.');
			for (const [row, flag] of rowFlags.entries()) if (flag === 1) state.shared.isIndex[row] = INDEX_UNTIL_VOLUME;
		},
		extractBlock: (firstRow, endRow) => {
			finishPreparation(state);
			return extractBlock(state, firstRow, endRow);
		},
		loadBlocks: (blocks) => {
			finishPreparation(state);
			loadBlocks(state, blocks);
		},
		byteLength: () => byteLength(state.shared) + state.frames.reduce((sum, { columns }) => sum + byteLength(columns), 0),
	};
}

/**
 * Called before a slot is applied. Freezes the cells of rows that stop trading, because a halt may follow. In a replay, where scales aren't computed, only
 * rows that halt later in the session are frozen. When a row without frozen cells halts, its cells of the previous slot are frozen.
 */
function updateHalts(state: EngineState, matrix: SessionMatrix, slot: number, halted: Uint8Array | undefined): void {
	const { shared, frames, rows } = state;
	if (state.slot >= 0 && (halted || matrix.halted)) {
		const isLive = frames.every(({ ready }) => ready);
		const rowsToFreeze: number[] = [];
		for (let row = 0; row < rows; row++) {
			const isHalted = halted?.[row] === 1;
			if (shared.traded[row] === 1 && shared.stale[row] === 0) {
				shared.frozen[row] = 0;
				const keepsTrading = !isHalted && isTraded(matrix, slot * rows + row, shared.isIndex[row] !== 0);
				if (!keepsTrading && (isLive || isHalted || isHaltedLater(matrix, row, slot))) rowsToFreeze.push(row);
			} else if (isHalted && shared.stale[row] === 0 && shared.frozen[row] === 0 && !Number.isNaN(shared.lastClose[row]))
				rowsToFreeze.push(row);
		}
		freeze(state, rowsToFreeze);
	}
	if (halted) shared.stale.set(halted);
	else shared.stale.fill(0);
}

function isHaltedLater({ halted, slots, rows }: SessionMatrix, row: number, slot: number): boolean {
	if (!halted) return false;
	for (let laterSlot = slot + 1; laterSlot < slots; laterSlot++) if (halted[laterSlot * rows + row] === 1) return true;
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

/**
 * Recomputes one row from its stored sessions: applies the engine's sessions to a one-row state and copies the result. `laterSplits` are announced splits
 * of later sessions.
 */
function rebuildRowState(state: EngineState, row: number, history: Iterable<RowSession>, laterSplits: readonly number[]): void {
	const sessionsByDate = new Map(Array.from(history, (rowSession) => [rowSession.date, rowSession]));
	const singleRow = createEngineState(state.parameters, 1);
	singleRow.shared.isIndex[0] = state.shared.isIndex[row]!;
	singleRow.shared.earlierJump[0] = state.shared.earlierJump[row]!;
	singleRow.shared.quarantined[0] = state.shared.earlierJump[row]!;
	const pastSplits = state.sessions.flatMap(({ date }) => sessionsByDate.get(date)?.split ?? []);
	announceSplits(
		singleRow,
		[...pastSplits, ...laterSplits].map((ratio) => ({ row: 0, ratio })),
	);

	const currentSession = state.sessions.at(-1);
	for (const session of state.sessions) {
		const rowSession = sessionsByDate.get(session.date);
		const matrix = rowSession?.matrix ?? createSessionMatrix(session.slots, 1);
		const adjustments = {
			splits: rowSession?.split === undefined ? [] : [{ row: 0, ratio: rowSession.split }],
			dividends: rowSession?.dividend === undefined ? [] : [{ row: 0, amount: rowSession.dividend }],
			dismissed: rowSession?.dismissed ? [0] : [],
		};
		startSession(singleRow, session, adjustments, failUnannounced);
		openPendingSession(singleRow);
		const lastSlot = session === currentSession ? state.slot : session.slots - 1;
		for (let slot = 0; slot <= lastSlot; slot++) {
			detectFirstVolume(singleRow, matrix, slot);
			applyElapsedSlot(singleRow, matrix, slot);
		}
	}
	for (const [t, frame] of state.frames.entries()) catchUpFrame(singleRow, singleRow.frames[t] as Frame, frame);
	adoptRow(state, singleRow, row);
	state.announcedRatios.delete(row);
	if (laterSplits.length > 0) state.announcedRatios.set(row, [...laterSplits]);
}

function failUnannounced(): never {
	throw new RangeError('Every split of a rebuilt row must be announced.');
}

/** Brings a one-row frame to the same phase as the engine's frame: sorts windows, computes scales and folds bars where that frame has done so. */
function catchUpFrame(singleRow: EngineState, target: Frame, source: Frame): void {
	const { parameters } = singleRow;
	if (source.sorted) sortWindows(target);
	if (source.ready && !target.ready) computeScales(target, target.clock.bar, 0, 1, target.columns.currentScales, parameters);
	if (source.folded && !target.folded) {
		foldBar(target, 0, 1, singleRow.shared, parameters);
		target.folded = true;
	}
	if (source.nextReady && !target.nextReady) computeScales(target, target.clock.bar + 1, 0, 1, target.columns.nextScales, parameters);
}

/**
 * Called before a slot is applied to an open session. Restarts rows that counted as indexes and now have their first volume. As tickers with volume, they
 * have no trades before this slot (signals.md 1.9.2).
 */
function detectFirstVolume(state: EngineState, { volume, daily, rows }: SessionMatrix, slot: number): void {
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

/** Resets a row to the state before its first trade, except for data that doesn't come from trades. */
function restartRow(state: EngineState, row: number): void {
	const { shared, frames } = state;
	const contracts = frames.map(({ columns }) => ({ calls: columns.calls[row]!, puts: columns.puts[row]! }));
	const keptValues = COLUMNS_KEPT_ON_RESTART.map((key) => shared[key][row]!);
	copyStateRows(createEngineState(state.parameters, 1), 0, state, row, 1);
	for (const [k, key] of COLUMNS_KEPT_ON_RESTART.entries()) shared[key][row] = keptValues[k]!;
	for (const [t, frame] of frames.entries()) {
		const { columns, clock } = frame;
		columns.calls[row] = contracts[t]?.calls as number;
		columns.puts[row] = contracts[t]?.puts as number;
		if (frame.ready) computeScales(frame, clock.bar, row, row + 1, columns.currentScales, state.parameters);
		if (frame.nextReady) computeScales(frame, clock.bar + 1, row, row + 1, columns.nextScales, state.parameters);
	}
}
