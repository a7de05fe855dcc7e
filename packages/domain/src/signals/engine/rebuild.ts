import { sessionMatrix } from '../../prices/session-matrix.ts';
import { takeSlot } from './advance.ts';
import type { RowSession } from './engine-session.ts';
import { noteFirstVolume } from './first-volume.ts';
import { foldBar } from './fold.ts';
import type { Frame } from './frame-state.ts';
import { computeScales, sortWindows } from './scales.ts';
import { announceSplits, openComing, startSession } from './start-session.ts';
import { adoptRow, type EngineState, engineState } from './state.ts';

/**
 * Recomputes one row from its stored sessions: a one-row state goes through the same sessions as the engine and is then copied. `coming`: splits of
 * later sessions, on whose basis the row must be.
 */
export function rebuild(state: EngineState, row: number, history: Iterable<RowSession>, coming: readonly number[]): void {
	const days = new Map(Array.from(history, (day) => [day.date, day]));
	const single = engineState(state.parameters, 1);
	single.shared.isIndex[0] = state.shared.isIndex[row] as number;
	single.shared.earlierJump[0] = state.shared.earlierJump[row] as number;
	single.shared.quarantined[0] = state.shared.earlierJump[row] as number;
	const known = state.sessions.flatMap(({ date }) => days.get(date)?.split ?? []);
	announceSplits(
		single,
		[...known, ...coming].map((ratio) => ({ row: 0, ratio })),
	);

	const running = state.sessions.at(-1);
	for (const session of state.sessions) {
		const day = days.get(session.date);
		const matrix = day?.matrix ?? sessionMatrix(session.slots, 1);
		const adjustments = {
			splits: day?.split === undefined ? [] : [{ row: 0, ratio: day.split }],
			dividends: day?.dividend === undefined ? [] : [{ row: 0, amount: day.dividend }],
			dismissed: day?.dismissed ? [0] : [],
		};
		startSession(single, session, adjustments, neverAsked);
		openComing(single);
		const last = session === running ? state.slot : session.slots - 1;
		for (let slot = 0; slot <= last; slot++) {
			noteFirstVolume(single, matrix, slot);
			takeSlot(single, matrix, slot);
		}
	}
	for (const [t, f] of state.frames.entries()) catchUp(single, single.frames[t] as Frame, f);
	adoptRow(state, single, row);
	state.announced.delete(row);
	if (coming.length > 0) state.announced.set(row, [...coming]);
}

function neverAsked(): never {
	throw new RangeError('Every split of a rebuilt row must be announced.');
}

/** Brings a one-row frame to the phase of the engine's frame: same order of windows, same scales computed, same bars folded. */
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
