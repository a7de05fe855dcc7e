import type { SessionMatrix } from '../../prices/session-matrix.ts';
import type { EngineSession, SessionAdjustments } from './engine-session.ts';
import type { Engine } from './types.ts';

export interface ReplayDay {
	session: EngineSession;
	adjustments?: SessionAdjustments;
	/** Apply only slots 0..lastSlot (of the session in progress). Default: the whole session. */
	lastSlot?: number;
}

/** Applies one day. Its splits must have been announced. */
export function replayDay(engine: Engine, day: ReplayDay, matrix: SessionMatrix): void {
	engine.startSession(day.session, day.adjustments);
	const last = day.lastSlot ?? day.session.slots - 1;
	for (let slot = 0; slot <= last; slot++) engine.applySlot(matrix, slot);
}

/**
 * Warms an engine: applies the days in order without computing scales (they are computed when a report is requested, or by prepare). All splits of
 * the days are announced first, so that no row is recomputed; reports are right from the end of the replay on.
 */
export async function replay(
	engine: Engine,
	days: readonly ReplayDay[],
	matrixOf: (session: EngineSession, index: number) => SessionMatrix | Promise<SessionMatrix>,
): Promise<void> {
	engine.announceSplits(days.flatMap((day) => day.adjustments?.splits ?? []));
	for (const [index, day] of days.entries()) {
		const matrix = await matrixOf(day.session, index);
		replayDay(engine, day, matrix);
	}
}
