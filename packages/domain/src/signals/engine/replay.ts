import type { SessionMatrix } from '../../prices/session-matrix.ts';
import type { EngineSession, SessionAdjustments } from './engine-session.ts';
import type { Engine } from './types.ts';

export interface ReplayDay {
	session: EngineSession;
	adjustments?: SessionAdjustments;
	/** Last slot to apply, for a session in progress. Default: the last slot of the session. */
	lastSlot?: number;
}

/** Applies one day. The day's splits must have been announced. */
export function replayDay(engine: Engine, day: ReplayDay, matrix: SessionMatrix): void {
	engine.startSession(day.session, day.adjustments);
	const lastSlot = day.lastSlot ?? day.session.slots - 1;
	for (let slot = 0; slot <= lastSlot; slot++) engine.applySlot(matrix, slot);
}

/**
 * Warms up an engine: applies the days in order, without computing scales. Announces all splits first, so that no row has to be recomputed. Reports are
 * correct only after the end of the replay.
 */
export async function replay(
	engine: Engine,
	days: readonly ReplayDay[],
	loadMatrix: (session: EngineSession, index: number) => SessionMatrix | Promise<SessionMatrix>,
): Promise<void> {
	engine.announceSplits(days.flatMap((day) => day.adjustments?.splits ?? []));
	for (const [index, day] of days.entries()) {
		const matrix = await loadMatrix(day.session, index);
		replayDay(engine, day, matrix);
	}
}
