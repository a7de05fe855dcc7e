import { foldClosed } from './advance.ts';
import type { EngineSession, SessionAdjustments } from './engine-session.ts';
import { computeScales } from './scales.ts';
import { closeSession, openSession, payDividend, restartOptions } from './session.ts';
import { DISMISSED, EXPLAINED_BY_SPLIT } from './shared-columns.ts';
import type { EngineState } from './state.ts';

/** Announces future splits: from now on raw shares and contracts are multiplied by their product, prices divided. */
export function announceSplits(state: EngineState, splits: readonly { readonly row: number; readonly ratio: number }[]): void {
	for (const { row, ratio } of splits) {
		if (!(ratio > 0 && Number.isFinite(ratio))) throw new RangeError(`A split needs a positive ratio, not ${ratio}.`);
		// A jump marked as genuine: it changes no shares and is applied in no session.
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
 * Records the next session, see Engine.startSession. It opens with its first slot: until then a report is still that of the previous slot, and
 * starting again replaces what was recorded. `recompute` brings the row of an unannounced split to the basis after it.
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

/** Opens the started session, if its first slot is still to come. */
export function openComing(state: EngineState): void {
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
	// Before the daily medians are computed: a split may leave no contracts for them.
	shared.eodFactor.fill(1);
	for (const { row, ratio } of real) {
		takeSplit(state, row, ratio);
		// Contracts before a split that isn't a whole number can't be compared.
		shared.eodFactor[row] = (shared.eodFactor[row] as number) * (Number.isInteger(ratio) ? ratio : Number.NaN);
	}
	openSession(shared, parameters);

	for (const { row, amount } of dividends) payDividend(shared, frames, row, amount);
	// A ratio of 1 is a dismissal.
	for (const { row, ratio } of splits) shared.explained[row] = ratio === 1 ? EXPLAINED_BY_SPLIT | DISMISSED : EXPLAINED_BY_SPLIT;
	for (const row of dismissed) shared.explained[row] = (shared.explained[row] as number) | DISMISSED;
	for (const { row } of [...real, ...dividends]) {
		for (const frame of frames) {
			if (frame.nextReady) computeScales(frame, frame.clock.bar + 1, row, row + 1, frame.columns.next, parameters);
		}
	}
}

/** An announced split takes effect. */
function takeSplit(state: EngineState, row: number, ratio: number): void {
	const ratios = state.announced.get(row) as number[];
	if (ratios[0] !== ratio) throw new RangeError(`Row ${row}: a split of ${ratio} where ${ratios[0]} was announced.`);
	ratios.shift();
	if (ratios.length === 0) state.announced.delete(row);
	applyFactors(state, row, ratios);
	if (!Number.isInteger(ratio)) restartOptions(state.shared, state.frames, row, state.parameters.daily.sessions);
}
