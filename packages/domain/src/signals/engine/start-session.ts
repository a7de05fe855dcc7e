import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { halfway } from '../../statistics/median.ts';
import type { ParameterSet } from '../parameters.ts';
import { tick } from './clock.ts';
import type { EngineSession, SessionAdjustments } from './engine-session.ts';
import { closeBar, foldBar } from './fold.ts';
import type { Frame } from './frame-state.ts';
import { addToBar, holdOptionDay, readDaily, readOptionDay, readSlot } from './ingest.ts';
import { computeScales, sortWindows } from './scales.ts';
import { DISMISSED, EXPLAINED_BY_SPLIT, type SharedColumns } from './shared-columns.ts';
import type { EngineState } from './state.ts';

/**
 * Announces future splits: from now on, the product of their ratios multiplies raw shares and divides prices. Contracts are multiplied by the whole-number
 * ratios only.
 */
export function announceSplits(state: EngineState, splits: readonly { readonly row: number; readonly ratio: number }[]): void {
	for (const { row, ratio } of splits) {
		if (!(ratio > 0 && Number.isFinite(ratio))) throw new RangeError(`A split needs a positive ratio, not ${ratio}.`);
		// A ratio of 1 only dismisses a jump: there is nothing to announce.
		if (ratio === 1) continue;
		const ratios = state.announced.get(row) ?? [];
		state.announced.set(row, ratios);
		ratios.push(ratio);
		applyFactors(state, row, ratios);
	}
}

function applyFactors({ shared }: EngineState, row: number, ratios: readonly number[]): void {
	shared.shareFactor[row] = ratios.reduce((product, ratio) => product * ratio, 1);
	shared.contractFactor[row] = ratios.filter(Number.isInteger).reduce((product, ratio) => product * ratio, 1);
}

/**
 * Records the next session; see Engine.startSession. The session opens with its first slot. Before that slot, reports show the previous one, and another call
 * replaces the recorded session. `recompute` rebuilds a row on the share basis after an unannounced split.
 */
export function startSession(
	state: EngineState,
	session: EngineSession,
	adjustments: SessionAdjustments,
	recompute: (row: number, ratio: number) => void,
): void {
	const before = state.sessions.at(-1);
	if (before && state.slot !== before.slots - 1) throw new RangeError(`The session of ${before.date} is not complete.`);
	if (before && before.date >= session.date) throw new RangeError(`${session.date} doesn't come after ${before.date}.`);
	state.coming = { session, adjustments, recompute };
}

/** Opens the recorded session, if there is one. */
export function openPendingSession(state: EngineState): void {
	if (!state.coming) return;
	const { session, adjustments, recompute } = state.coming;
	const { splits = [], dividends = [], dismissed = [] } = adjustments;
	const { shared, frames, parameters } = state;
	foldClosed(state);
	const real = splits.filter(({ ratio }) => ratio !== 1);
	for (const { row, ratio } of real) if (!state.announced.has(row)) recompute(row, ratio);
	if (state.sessions.length > 0) closeSession(shared, parameters.daily.sessions);
	state.coming = null;
	state.sessions.push(session);
	state.slot = -1;
	// Must precede the daily medians, because a split can remove contracts from their input.
	shared.eodFactor.fill(1);
	for (const { row, ratio } of real) {
		applyAnnouncedSplit(state, row, ratio);
		// A split that isn't a whole number makes earlier contracts incomparable.
		shared.eodFactor[row] = shared.eodFactor[row]! * (Number.isInteger(ratio) ? ratio : Number.NaN);
	}
	openSession(shared, parameters);

	for (const { row, amount } of dividends) payDividend(shared, frames, row, amount);
	// A ratio of 1 only dismisses a jump.
	for (const { row, ratio } of splits) shared.explained[row] = ratio === 1 ? EXPLAINED_BY_SPLIT | DISMISSED : EXPLAINED_BY_SPLIT;
	for (const row of dismissed) shared.explained[row] = shared.explained[row]! | DISMISSED;
	for (const { row } of [...real, ...dividends]) {
		for (const frame of frames) {
			if (frame.nextReady) computeScales(frame, frame.clock.bar + 1, row, row + 1, frame.columns.next, parameters);
		}
	}
}

/** Applies an announced split when its session opens. */
function applyAnnouncedSplit(state: EngineState, row: number, ratio: number): void {
	const ratios = state.announced.get(row) as number[];
	if (ratios[0] !== ratio) throw new RangeError(`Row ${row}: a split of ${ratio} where ${ratios[0]} was announced.`);
	ratios.shift();
	if (ratios.length === 0) state.announced.delete(row);
	applyFactors(state, row, ratios);
	if (!Number.isInteger(ratio)) restartOptions(state.shared, state.frames, row, state.parameters.daily.sessions);
}

/** Adds the completed session to the daily rings of every row that has traded at least once. */
function closeSession(shared: SharedColumns, sessions: number): void {
	const { amounts, contracts, dollars, sessionCount, sessionTraded, lastClose, closeBefore, dayAmount, dayContracts } = shared;
	for (let row = 0; row < sessionCount.length; row++) {
		closeBefore[row] = sessionTraded[row] === 1 ? lastClose[row]! : Number.NaN;
		if (Number.isNaN(lastClose[row])) continue;
		const count = sessionCount[row]!;
		const at = row * sessions + (count % sessions);
		amounts[at] = dayAmount[row]!;
		contracts[at] = dayContracts[row]!;
		dollars[at] = sessionTraded[row] === 1 ? lastClose[row]! * dayAmount[row]! : 0;
		sessionCount[row] = count + 1;
	}
}

/** Clears the state of the previous session, and computes the daily medians for the new one. */
function openSession(shared: SharedColumns, { daily }: ParameterSet): void {
	const { amounts, contracts, dollars, sessionCount, dailyAmount, dailyContracts, optionable, dailyDollars } = shared;
	shared.seen.fill(0);
	// A split explains the next jump, even several sessions later. A dismissal is valid for one session only.
	shared.explained.forEach((explained, row) => {
		shared.explained[row] = shared.sessionTraded[row] === 1 ? 0 : explained & EXPLAINED_BY_SPLIT;
	});
	shared.sessionTraded.fill(0);
	shared.dailyOnly.fill(0);
	shared.dayAmount.fill(0);
	shared.dayContracts.fill(0);
	const sorted = new Float64Array(daily.sessions);
	for (let row = 0; row < sessionCount.length; row++) {
		const start = row * daily.sessions;
		const end = start + Math.min(sessionCount[row]!, daily.sessions);
		const known = sortInto(sorted, amounts, start, end);
		dailyAmount[row] = known < daily.least ? Number.NaN : middle(sorted, known);
		const received = sortInto(sorted, contracts, start, end);
		optionable[row] = middle(sorted, received);
		dailyContracts[row] = received < daily.least ? Number.NaN : optionable[row]!;
		dailyDollars[row] = middle(sorted, sortInto(sorted, dollars, start, end));
	}
}

/** Sorts the values at [start, end), except NaN, into `sorted` and returns their number. Insertion sort is fastest for at most twenty values. */
function sortInto(sorted: Float64Array, values: Float64Array, start: number, end: number): number {
	let count = 0;
	for (let at = start; at < end; at++) {
		const value = values[at]!;
		if (Number.isNaN(value)) continue;
		let place = count++;
		while (place > 0 && sorted[place - 1]! > value) {
			sorted[place] = sorted[place - 1]!;
			place--;
		}
		sorted[place] = value;
	}
	return count;
}

function middle(sorted: Float64Array, count: number): number {
	if (count === 0) return Number.NaN;
	const upper = sorted[count >> 1]!;
	if (count % 2 === 1) return upper;
	const lower = sorted[(count >> 1) - 1]!;
	return halfway(lower, upper);
}

/** Applies a cash dividend: multiplies all earlier prices by 1 - D / C_prev (signals.md 1.9.8). Steps and ranges are ratios, so they don't change. */
function payDividend(shared: SharedColumns, frames: readonly Frame[], row: number, amount: number): void {
	const last = shared.lastClose[row]!;
	const perShare = amount / shared.shareFactor[row]!;
	if (amount > 0) shared.paid[row] = shared.paid[row]! + amount;
	if (!(perShare > 0 && perShare < last)) return;
	const shift = Math.log(1 - perShare / last);
	const lower = (column: Float64Array): void => {
		column[row] = column[row]! + shift;
	};
	lower(shared.close);
	lower(shared.dayClose);
	for (const { columns } of frames) columns.closes.forEach(lower);
}

/** Restarts the option windows after a split that isn't a whole number: earlier contracts are no longer comparable. */
function restartOptions(shared: SharedColumns, frames: readonly Frame[], row: number, sessions: number): void {
	shared.contracts.fill(Number.NaN, row * sessions, (row + 1) * sessions);
	for (const { columns } of frames) columns.optionCount[row] = 0;
}

const DAY = 4;

/** Number of rows whose windows of one timeframe fit the processor's cache. */
const BLOCK = 64;
/** Default number of rows that `prepareFrame` prepares per call. All five timeframes of 10,000 rows take 20 ms. */
const ROWS_PER_STEP = 16_384;

/** Adds each timeframe's closed bar to the windows, unless it is already there. */
function foldClosed(state: EngineState): void {
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

/** Computes the missing scales of current bars. Throws a RangeError if such a bar has already been folded into the windows. */
export function ensureScales(state: EngineState): void {
	for (const frame of state.frames) {
		if (frame.ready) continue;
		if (frame.folded) throw new RangeError('The scales of the last slot are no longer available: its bars have been folded.');
		sortWindows(frame);
		computeScales(frame, frame.clock.bar, 0, state.rows, frame.columns.now, state.parameters);
		frame.ready = true;
	}
}

/**
 * Prepares one timeframe for its next bar: adds the closed bar to the windows and computes the next bar's scales. Each call continues with at most
 * `maxRows` rows and returns false when nothing is left to do. The current scales stay valid, so the report can still be rebuilt.
 */
export function prepareFrame(state: EngineState, maxRows = ROWS_PER_STEP): boolean {
	const { frames, rows, shared, parameters } = state;
	if (state.slot >= 0) ensureScales(state);
	for (const frame of frames) {
		const due = isDue(frame);
		if (!due && (!frame.folded || frame.nextReady)) continue;
		sortWindows(frame);
		// Does both steps for one block of rows before the next block, so that each row's windows are read from memory once.
		const end = Math.min(rows, frame.begun + maxRows);
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

/** Completes the preparation of partly prepared timeframes. Must precede any other change of the state, so that all rows are in the same phase. */
export function finishPreparation(state: EngineState): void {
	while (state.frames.some(({ begun }) => begun > 0)) prepareFrame(state);
}

/** Applies one elapsed slot. */
export function applyElapsedSlot(state: EngineState, matrix: SessionMatrix, slot: number): void {
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
