import { readyBegun, readyOne, readyScales, takeSlot } from './advance.ts';
import { putBlocks, takeBlock } from './blocks.ts';
import { byteLength } from './columnar.ts';
import { rowDetail } from './detail.ts';
import type { RowSession } from './engine-session.ts';
import { noteFirstVolume } from './first-volume.ts';
import { markHalts } from './halts.ts';
import { rebuild } from './rebuild.ts';
import { buildReport } from './report.ts';
import { INDEX_UNTIL_VOLUME } from './shared-columns.ts';
import { announceSplits, openComing, startSession } from './start-session.ts';
import { engineState, growState } from './state.ts';
import type { Engine, EngineOptions } from './types.ts';

/** An engine without history, see Engine. Needs about 14 kB per row with the default parameters. */
export function createEngine({ parameters, rows, isIndex }: EngineOptions): Engine {
	const state = engineState(parameters, rows);
	if (isIndex) state.shared.isIndex.set(isIndex.subarray(0, rows));

	const atSlot = (): void => {
		if (state.slot < 0) throw new RangeError('No slot has elapsed.');
	};
	const checkRow = (row: number): void => {
		if (!(Number.isInteger(row) && row >= 0 && row < state.rows)) throw new RangeError(`No row ${row} exists.`);
	};
	const rebuildRow = (row: number, history: Iterable<RowSession>, coming = state.announced.get(row) ?? []): void => {
		checkRow(row);
		readyBegun(state);
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
			readyBegun(state);
			markHalts(state, matrix, slot, halted);
			openComing(state);
			noteFirstVolume(state, matrix, slot);
			takeSlot(state, matrix, slot);
		},
		prepare: () => {
			while (readyOne(state));
		},
		prepareOne: (atOnce) => readyOne(state, atOnce),
		report: (time, facts) => {
			atSlot();
			readyScales(state);
			return buildReport(state, time, facts);
		},
		detail: (row) => {
			atSlot();
			checkRow(row);
			readyScales(state);
			return rowDetail(state, row);
		},
		addRows: (count, kinds) => {
			readyBegun(state);
			const before = state.rows;
			growState(state, count);
			if (kinds) state.shared.isIndex.set(kinds.subarray(0, count), before);
		},
		rebuildRow: (row, history) => rebuildRow(row, history),
		announceSplits: (splits) => {
			readyBegun(state);
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
			readyBegun(state);
			return takeBlock(state, from, to);
		},
		putBlocks: (blocks) => {
			readyBegun(state);
			putBlocks(state, blocks);
		},
		byteLength: () => byteLength(state.shared) + state.frames.reduce((sum, { columns }) => sum + byteLength(columns), 0),
	};
}
