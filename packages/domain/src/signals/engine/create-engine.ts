import { createSessionMatrix, type SessionMatrix } from '../../prices/session-matrix.ts';
import { utcMs } from '../../time/units.ts';
import type { RowSession } from './engine-session.ts';
import { foldBar } from './fold.ts';
import type { Frame } from './frame-state.ts';
import { isTraded } from './ingest.ts';
import { buildReport, freezeRows, rowDetail } from './report.ts';
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
import { adoptRow, copyStateRows, type EngineState, engineState, growState, putBlocks, takeBlock } from './state.ts';
import type { Engine, EngineOptions } from './types.ts';

/** Columns that `restartRow` keeps: contracts of the session, halts, explained jumps, and announced splits. */
const RESTART_KEPT_COLUMNS = [
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
	const state = engineState(parameters, rows);
	if (isIndex) state.shared.isIndex.set(isIndex.subarray(0, rows));

	const assertSlotElapsed = (): void => {
		if (state.slot < 0) throw new RangeError('No slot has elapsed.');
	};
	const checkRow = (row: number): void => {
		if (!(Number.isInteger(row) && row >= 0 && row < state.rows)) throw new RangeError(`No row ${row} exists.`);
	};
	const rebuildRow = (row: number, history: Iterable<RowSession>, coming = state.announced.get(row) ?? []): void => {
		checkRow(row);
		finishPreparation(state);
		rebuild(state, row, history, coming);
	};

	return {
		parameters,
		get rows() {
			return state.rows;
		},
		get position() {
			if (state.coming) return { session: state.coming.session, slot: -1 };
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
			const slots = (state.coming?.session ?? state.sessions.at(-1))?.slots ?? 0;
			const last = state.coming ? -1 : state.slot;
			if (slot !== last + 1 || slot >= slots) throw new RangeError(`Slot ${slot} doesn't follow slot ${last} of ${slots}.`);
			if (matrix.rows !== state.rows || matrix.slots < slot + 1)
				throw new RangeError(`A matrix of ${matrix.rows} rows and ${matrix.slots} slots does not fit ${state.rows} rows at slot ${slot}.`);
			finishPreparation(state);
			markHalts(state, matrix, slot, halted);
			openPendingSession(state);
			noteFirstVolume(state, matrix, slot);
			applyElapsedSlot(state, matrix, slot);
		},
		prepare: () => {
			while (prepareFrame(state));
		},
		prepareOne: (atOnce) => prepareFrame(state, atOnce),
		report: (time, facts) => {
			assertSlotElapsed();
			ensureScales(state);
			return buildReport(state, time, facts);
		},
		detail: (row) => {
			assertSlotElapsed();
			checkRow(row);
			ensureScales(state);
			return rowDetail(state, row);
		},
		addRows: (count, kinds) => {
			finishPreparation(state);
			const before = state.rows;
			growState(state, count);
			if (kinds) state.shared.isIndex.set(kinds.subarray(0, count), before);
		},
		rebuildRow: (row, history) => rebuildRow(row, history),
		announceSplits: (splits) => {
			finishPreparation(state);
			announceSplits(state, splits);
		},
		quarantineEarlier: (rows) => {
			if (state.coming || state.sessions.length > 0) throw new RangeError('A session has started.');
			state.shared.earlierJump.set(rows.subarray(0, state.rows));
			state.shared.quarantined.set(rows.subarray(0, state.rows));
		},
		countAsIndex: (rows) => {
			if (state.coming || state.sessions.length > 0) throw new RangeError('A session has started.');
			for (const [row, isQuiet] of rows.entries()) if (isQuiet === 1) state.shared.isIndex[row] = INDEX_UNTIL_VOLUME;
		},
		takeBlock: (from, to) => {
			finishPreparation(state);
			return takeBlock(state, from, to);
		},
		putBlocks: (blocks) => {
			finishPreparation(state);
			putBlocks(state, blocks);
		},
		byteLength: () => byteLength(state.shared) + state.frames.reduce((sum, { columns }) => sum + byteLength(columns), 0),
	};
}

/**
 * Called before a slot is applied. Freezes the cells of rows that stop trading, because a halt may follow. In a replay, where scales aren't computed, only
 * rows that halt later in the session are frozen. When a row without frozen cells halts, its cells of the previous slot are frozen.
 */
function markHalts(state: EngineState, matrix: SessionMatrix, slot: number, halted: Uint8Array | undefined): void {
	const { shared, frames, rows } = state;
	if (state.slot >= 0 && (halted || matrix.halted)) {
		const live = frames.every(({ ready }) => ready);
		const stopping: number[] = [];
		for (let row = 0; row < rows; row++) {
			const halts = halted?.[row] === 1;
			if (shared.traded[row] === 1 && shared.stale[row] === 0) {
				shared.frozen[row] = 0;
				const keepsTrading = !halts && isTraded(matrix, slot * rows + row, shared.isIndex[row] !== 0);
				if (!keepsTrading && (live || halts || haltsLater(matrix, row, slot))) stopping.push(row);
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

/**
 * Recomputes one row from its stored sessions: applies the engine's sessions to a one-row state and copies the result. `coming` are announced splits of later
 * sessions.
 */
function rebuild(state: EngineState, row: number, history: Iterable<RowSession>, coming: readonly number[]): void {
	const days = new Map(Array.from(history, (day) => [day.date, day]));
	const single = engineState(state.parameters, 1);
	single.shared.isIndex[0] = state.shared.isIndex[row]!;
	single.shared.earlierJump[0] = state.shared.earlierJump[row]!;
	single.shared.quarantined[0] = state.shared.earlierJump[row]!;
	const known = state.sessions.flatMap(({ date }) => days.get(date)?.split ?? []);
	announceSplits(
		single,
		[...known, ...coming].map((ratio) => ({ row: 0, ratio })),
	);

	const running = state.sessions.at(-1);
	for (const session of state.sessions) {
		const day = days.get(session.date);
		const matrix = day?.matrix ?? createSessionMatrix(session.slots, 1);
		const adjustments = {
			splits: day?.split === undefined ? [] : [{ row: 0, ratio: day.split }],
			dividends: day?.dividend === undefined ? [] : [{ row: 0, amount: day.dividend }],
			dismissed: day?.dismissed ? [0] : [],
		};
		startSession(single, session, adjustments, failUnannounced);
		openPendingSession(single);
		const last = session === running ? state.slot : session.slots - 1;
		for (let slot = 0; slot <= last; slot++) {
			noteFirstVolume(single, matrix, slot);
			applyElapsedSlot(single, matrix, slot);
		}
	}
	for (const [t, f] of state.frames.entries()) catchUp(single, single.frames[t] as Frame, f);
	adoptRow(state, single, row);
	state.announced.delete(row);
	if (coming.length > 0) state.announced.set(row, [...coming]);
}

function failUnannounced(): never {
	throw new RangeError('Every split of a rebuilt row must be announced.');
}

/** Brings a one-row frame to the same phase as the engine's frame: sorts windows, computes scales and folds bars where that frame has done so. */
function catchUp(single: EngineState, own: Frame, f: Frame): void {
	const { parameters } = single;
	if (f.sorted) sortWindows(own);
	if (f.ready && !own.ready) computeScales(own, own.clock.bar, 0, 1, own.columns.now, parameters);
	if (f.folded && !own.folded) {
		foldBar(own, 0, 1, single.shared, parameters);
		own.folded = true;
	}
	if (f.nextReady && !own.nextReady) computeScales(own, own.clock.bar + 1, 0, 1, own.columns.next, parameters);
}

/**
 * Called before a slot is applied to an open session. Restarts rows that counted as indexes and now have their first volume. As tickers with volume, they
 * have no trades before this slot (signals.md 1.9.2).
 */
function noteFirstVolume(state: EngineState, { volume, daily, rows }: SessionMatrix, slot: number): void {
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
	const kept = RESTART_KEPT_COLUMNS.map((key) => shared[key][row]!);
	copyStateRows(engineState(state.parameters, 1), 0, state, row, 1);
	for (const [k, key] of RESTART_KEPT_COLUMNS.entries()) shared[key][row] = kept[k]!;
	for (const [t, frame] of frames.entries()) {
		const { columns, clock } = frame;
		columns.calls[row] = contracts[t]?.calls as number;
		columns.puts[row] = contracts[t]?.puts as number;
		if (frame.ready) computeScales(frame, clock.bar, row, row + 1, columns.now, state.parameters);
		if (frame.nextReady) computeScales(frame, clock.bar + 1, row, row + 1, columns.next, state.parameters);
	}
}
