import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { tick } from './clock.ts';
import { closeBar, foldBar } from './fold.ts';
import type { Frame } from './frame-state.ts';
import { addToBar, holdOptionDay, readDaily, readOptionDay, readSlot } from './ingest.ts';
import { computeScales, sortWindows } from './scales.ts';
import type { EngineState } from './state.ts';

const DAY = 4;

/** Rows whose windows of one timeframe fit a processor's cache. */
const BLOCK = 64;

const isDue = ({ folded, clock }: Frame): boolean => !folded && clock.closed;

/** Folds every closed bar into its windows. */
export const foldClosed = (state: EngineState): void => {
	for (const frame of state.frames) {
		if (!isDue(frame)) continue;
		foldBar(frame, 0, state.rows, state.shared, state.parameters);
		frame.folded = true;
		frame.nextReady = false;
	}
};

/** Scales of the current bars, where they are not there yet. */
export const readyScales = (state: EngineState): void => {
	for (const frame of state.frames) {
		if (frame.ready) continue;
		if (frame.folded) throw new RangeError('The scales of the last slot are gone: its bars are folded already.');
		sortWindows(frame);
		computeScales(frame, frame.clock.bar, 0, state.rows, frame.columns.now, state.parameters);
		frame.ready = true;
	}
};

/**
 * Folds the closed bar of one timeframe and computes the scales of its bar to come; false when there is none left to do. The present scales
 * stay, so that a report can still be built again.
 */
export const readyOne = (state: EngineState): boolean => {
	const { frames, rows, shared, parameters } = state;
	if (state.slot >= 0) readyScales(state);
	for (const frame of frames) {
		const due = isDue(frame);
		if (!due && (!frame.folded || frame.nextReady)) continue;
		sortWindows(frame);
		// Both for some rows at a time: their windows are fetched from memory once.
		for (let from = 0; from < rows; from += BLOCK) {
			const to = Math.min(rows, from + BLOCK);
			if (due) foldBar(frame, from, to, shared, parameters);
			computeScales(frame, frame.clock.bar + 1, from, to, frame.columns.next, parameters);
		}
		frame.folded = true;
		frame.nextReady = true;
		return true;
	}
	return false;
};

/** Takes in one elapsed slot. */
export const takeSlot = (state: EngineState, matrix: SessionMatrix, slot: number): void => {
	const { shared, frames, parameters } = state;
	const session = state.sessions.at(-1);
	if (!session) throw new RangeError('No session has started.');
	foldClosed(state);
	readSlot(shared, matrix, slot, parameters);
	for (const frame of frames) {
		const begins = tick(frame.clock, session, slot, parameters);
		if (begins) {
			const { now, next } = frame.columns;
			frame.columns.now = next;
			frame.columns.next = now;
			frame.ready = frame.nextReady;
			frame.nextReady = false;
			frame.folded = false;
		}
		addToBar(frame, shared, begins);
	}
	if (slot === 0) readOptionDay(shared, matrix);
	holdOptionDay(frames[DAY] as Frame, shared);
	if (slot === session.slots - 1) readDaily(frames[DAY] as Frame, shared, matrix, parameters);
	for (const frame of frames) if (frame.clock.closed) closeBar(frame);
	state.slot = slot;
};
