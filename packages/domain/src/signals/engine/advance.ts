import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { tick } from './clock.ts';
import { closeBar, foldBar } from './fold.ts';
import type { Frame } from './frame-state.ts';
import { addToBar, holdOptionDay, readDaily, readOptionDay, readSlot } from './ingest.ts';
import { computeScales, sortWindows } from './scales.ts';
import type { EngineState } from './state.ts';

const DAY = 4;

/** Number of rows whose windows of one timeframe fit a processor's cache. */
const BLOCK = 64;
/** Number of rows prepared before other work can run in between: for 10,000 rows and five timeframes, this takes 20 ms. */
const AT_ONCE = 16_384;

/** Folds every closed bar into its windows. */
export function foldClosed(state: EngineState): void {
	for (const frame of state.frames) {
		if (!isDue(frame)) continue;
		foldBar(frame, 0, state.rows, state.shared, state.parameters);
		frame.folded = true;
		frame.nextReady = false;
	}
}

function isDue({ folded, clock }: Frame): boolean {
	return !folded && clock.closed;
}

/** Computes the scales of the current bars, unless present. */
export function readyScales(state: EngineState): void {
	for (const frame of state.frames) {
		if (frame.ready) continue;
		if (frame.folded) throw new RangeError('The scales of the last slot are no longer available: its bars have been folded.');
		sortWindows(frame);
		computeScales(frame, frame.clock.bar, 0, state.rows, frame.columns.now, state.parameters);
		frame.ready = true;
	}
}

/**
 * Folds the closed bar of one timeframe and computes the scales of its next bar, for at most `atOnce` rows, continuing where it stopped; false when
 * nothing is left. The current scales stay, so that a report can still be rebuilt.
 */
export function readyOne(state: EngineState, atOnce = AT_ONCE): boolean {
	const { frames, rows, shared, parameters } = state;
	if (state.slot >= 0) readyScales(state);
	for (const frame of frames) {
		const due = isDue(frame);
		if (!due && (!frame.folded || frame.nextReady)) continue;
		sortWindows(frame);
		// Both for some rows at a time: their windows are read from memory once.
		const end = Math.min(rows, frame.begun + atOnce);
		for (let from = frame.begun; from < end; from += BLOCK) {
			const to = Math.min(end, from + BLOCK);
			if (due) foldBar(frame, from, to, shared, parameters);
			computeScales(frame, frame.clock.bar + 1, from, to, frame.columns.next, parameters);
		}
		frame.begun = end < rows ? end : 0;
		if (frame.begun === 0) frame.folded = true;
		frame.nextReady = frame.begun === 0;
		return true;
	}
	return false;
}

/** Completes a started preparation of a timeframe: anything else that changes the state then finds all rows alike. */
export function readyBegun(state: EngineState): void {
	while (state.frames.some(({ begun }) => begun > 0)) readyOne(state);
}

/** Applies one elapsed slot. */
export function takeSlot(state: EngineState, matrix: SessionMatrix, slot: number): void {
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
}
