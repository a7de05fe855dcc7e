import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { halfway } from '../../statistics/median.ts';
import type { ParameterSet } from '../parameters.ts';
import { advanceClock } from './clock.ts';
import type { EngineSession, SessionAdjustments } from './engine-session.ts';
import { computeBarRanges, foldBar } from './fold.ts';
import type { Frame } from './frame-state.ts';
import { addToBar, applyOptionDay, readDailyBars, readOptionDay, readSlot } from './ingest.ts';
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
		const announcedRatios = state.announcedRatios.get(row) ?? [];
		state.announcedRatios.set(row, announcedRatios);
		announcedRatios.push(ratio);
		applyFactors(state, row, announcedRatios);
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
	const previous = state.sessions.at(-1);
	if (previous && state.slot !== previous.slots - 1) throw new RangeError(`The session of ${previous.date} is not complete.`);
	if (previous && previous.date >= session.date) throw new RangeError(`${session.date} doesn't come after ${previous.date}.`);
	state.pendingSession = { session, adjustments, recompute };
}

/** Opens the recorded session, if there is one. */
export function openPendingSession(state: EngineState): void {
	if (!state.pendingSession) return;
	const { session, adjustments, recompute } = state.pendingSession;
	const { splits = [], dividends = [], dismissed = [] } = adjustments;
	const { shared, frames, parameters } = state;
	foldClosedBars(state);
	const realSplits = splits.filter(({ ratio }) => ratio !== 1);
	for (const { row, ratio } of realSplits) if (!state.announcedRatios.has(row)) recompute(row, ratio);
	if (state.sessions.length > 0) closeSession(shared, parameters.daily.sessions);
	state.pendingSession = null;
	state.sessions.push(session);
	state.slot = -1;
	// Must precede the daily medians, because a split can remove contracts from their input.
	shared.eodFactor.fill(1);
	for (const { row, ratio } of realSplits) {
		applyAnnouncedSplit(state, row, ratio);
		// A split that isn't a whole number makes earlier contracts incomparable.
		shared.eodFactor[row] = shared.eodFactor[row]! * (Number.isInteger(ratio) ? ratio : Number.NaN);
	}
	openSession(shared, parameters);

	for (const { row, amount } of dividends) applyDividend(shared, frames, row, amount);
	// A ratio of 1 only dismisses a jump.
	for (const { row, ratio } of splits) shared.explained[row] = ratio === 1 ? EXPLAINED_BY_SPLIT | DISMISSED : EXPLAINED_BY_SPLIT;
	for (const row of dismissed) shared.explained[row] = shared.explained[row]! | DISMISSED;
	for (const { row } of [...realSplits, ...dividends]) {
		for (const frame of frames) {
			if (frame.nextReady) computeScales(frame, frame.clock.bar + 1, row, row + 1, frame.columns.nextScales, parameters);
		}
	}
}

/** Applies an announced split when its session opens. */
function applyAnnouncedSplit(state: EngineState, row: number, ratio: number): void {
	const announcedRatios = state.announcedRatios.get(row) as number[];
	if (announcedRatios[0] !== ratio) throw new RangeError(`Row ${row}: a split of ${ratio} where ${announcedRatios[0]} was announced.`);
	announcedRatios.shift();
	if (announcedRatios.length === 0) state.announcedRatios.delete(row);
	applyFactors(state, row, announcedRatios);
	if (!Number.isInteger(ratio)) restartOptions(state.shared, state.frames, row, state.parameters.daily.sessions);
}

/** Adds the completed session to the daily rings of every row that has traded at least once. */
function closeSession(shared: SharedColumns, sessions: number): void {
	const { amounts, contracts, dollars, sessionCount, sessionTraded, lastClose, previousClose, dayAmount, dayContracts } = shared;
	for (let row = 0; row < sessionCount.length; row++) {
		previousClose[row] = sessionTraded[row] === 1 ? lastClose[row]! : Number.NaN;
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
	const { amounts, contracts, dollars, sessionCount, dailyAmount, dailyContracts, medianContracts, dailyDollars } = shared;
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
		const amountCount = sortInto(sorted, amounts, start, end);
		dailyAmount[row] = amountCount < daily.least ? Number.NaN : medianOfSorted(sorted, amountCount);
		const contractCount = sortInto(sorted, contracts, start, end);
		medianContracts[row] = medianOfSorted(sorted, contractCount);
		dailyContracts[row] = contractCount < daily.least ? Number.NaN : medianContracts[row]!;
		dailyDollars[row] = medianOfSorted(sorted, sortInto(sorted, dollars, start, end));
	}
}

/** Sorts the values at [start, end), except NaN, into `sorted` and returns their number. Insertion sort is fastest for at most twenty values. */
function sortInto(sorted: Float64Array, values: Float64Array, start: number, end: number): number {
	let count = 0;
	for (let at = start; at < end; at++) {
		const value = values[at]!;
		if (Number.isNaN(value)) continue;
		let index = count++;
		while (index > 0 && sorted[index - 1]! > value) {
			sorted[index] = sorted[index - 1]!;
			index--;
		}
		sorted[index] = value;
	}
	return count;
}

function medianOfSorted(sorted: Float64Array, count: number): number {
	if (count === 0) return Number.NaN;
	const upper = sorted[count >> 1]!;
	if (count % 2 === 1) return upper;
	const lower = sorted[(count >> 1) - 1]!;
	return halfway(lower, upper);
}

/** Applies a cash dividend: multiplies all earlier prices by 1 - D / C_prev (signals.md 1.9.8). Steps and ranges are ratios, so they don't change. */
function applyDividend(shared: SharedColumns, frames: readonly Frame[], row: number, amount: number): void {
	const lastClose = shared.lastClose[row]!;
	const perShare = amount / shared.shareFactor[row]!;
	if (amount > 0) shared.dividendsSinceTrade[row] = shared.dividendsSinceTrade[row]! + amount;
	if (!(perShare > 0 && perShare < lastClose)) return;
	const logShift = Math.log(1 - perShare / lastClose);
	const shiftColumn = (column: Float64Array): void => {
		column[row] = column[row]! + logShift;
	};
	shiftColumn(shared.close);
	shiftColumn(shared.dayClose);
	for (const { columns } of frames) columns.closes.forEach(shiftColumn);
}

/** Restarts the option windows after a split that isn't a whole number: earlier contracts are no longer comparable. */
function restartOptions(shared: SharedColumns, frames: readonly Frame[], row: number, sessions: number): void {
	shared.contracts.fill(Number.NaN, row * sessions, (row + 1) * sessions);
	for (const { columns } of frames) columns.optionCount[row] = 0;
}

const DAY_TIMEFRAME = 4;

/** Number of rows whose windows of one timeframe fit the processor's cache. */
const BLOCK_ROWS = 64;
/** Default number of rows that `prepareFrame` prepares per call. All five timeframes of 10,000 rows take 20 ms. */
const ROWS_PER_STEP = 16_384;

/** Adds each timeframe's closed bar to the windows, unless it has already been added. */
function foldClosedBars(state: EngineState): void {
	for (const frame of state.frames) {
		if (!isFoldDue(frame)) continue;
		foldBar(frame, 0, state.rows, state.shared, state.parameters);
		frame.folded = true;
		frame.nextReady = false;
	}
}

function isFoldDue({ folded, clock }: Frame): boolean {
	return !folded && clock.closed;
}

/** Computes the missing scales of current bars. Throws a RangeError if such a bar has already been folded into the windows. */
export function ensureScales(state: EngineState): void {
	for (const frame of state.frames) {
		if (frame.ready) continue;
		if (frame.folded) throw new RangeError('The scales of the last slot are no longer available: its bars have been folded.');
		sortWindows(frame);
		computeScales(frame, frame.clock.bar, 0, state.rows, frame.columns.currentScales, state.parameters);
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
		const hasClosedBar = isFoldDue(frame);
		if (!hasClosedBar && (!frame.folded || frame.nextReady)) continue;
		sortWindows(frame);
		// Both steps run on one block of rows before the next block, so that each row's windows are read from memory once.
		const end = Math.min(rows, frame.preparedRows + maxRows);
		for (let blockStart = frame.preparedRows; blockStart < end; blockStart += BLOCK_ROWS) {
			const blockEnd = Math.min(end, blockStart + BLOCK_ROWS);
			if (hasClosedBar) foldBar(frame, blockStart, blockEnd, shared, parameters);
			computeScales(frame, frame.clock.bar + 1, blockStart, blockEnd, frame.columns.nextScales, parameters);
		}
		frame.preparedRows = end < rows ? end : 0;
		if (frame.preparedRows === 0) frame.folded = true;
		frame.nextReady = frame.preparedRows === 0;
		return true;
	}
	return false;
}

/** Completes the preparation of partly prepared timeframes. Must precede any other change of the state, so that all rows are in the same phase. */
export function finishPreparation(state: EngineState): void {
	while (state.frames.some(({ preparedRows }) => preparedRows > 0)) prepareFrame(state);
}

/** Applies one elapsed slot. */
export function applyElapsedSlot(state: EngineState, matrix: SessionMatrix, slot: number): void {
	const { shared, frames, parameters } = state;
	const session = state.sessions.at(-1);
	if (!session) throw new RangeError('No session has started.');
	foldClosedBars(state);
	readSlot(shared, matrix, slot, parameters);
	for (const frame of frames) {
		const isFirstSlot = advanceClock(frame.clock, session, slot, parameters);
		if (isFirstSlot) {
			const { currentScales, nextScales } = frame.columns;
			frame.columns.currentScales = nextScales;
			frame.columns.nextScales = currentScales;
			frame.ready = frame.nextReady;
			frame.nextReady = false;
			frame.folded = false;
		}
		addToBar(frame, shared, isFirstSlot);
	}
	if (slot === 0) readOptionDay(shared, matrix);
	applyOptionDay(frames[DAY_TIMEFRAME] as Frame, shared);
	if (slot === session.slots - 1) readDailyBars(frames[DAY_TIMEFRAME] as Frame, shared, matrix, parameters);
	for (const frame of frames) if (frame.clock.closed) computeBarRanges(frame);
	state.slot = slot;
}
