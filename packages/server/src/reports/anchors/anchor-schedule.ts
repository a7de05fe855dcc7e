import type { Calendar } from '@sw/domain/time/calendar';
import { HOUR, MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** How often it is looked whether a stamp is due. */
const EVERY = 5 * MINUTE;
/** A witness that is away is asked this often. */
const ROUND = HOUR / 2;
/** The last report of a session is published by then, in time of the market. */
const AFTER_CLOSE = 15 * MINUTE;

export interface AnchorSchedule {
	/** The market clock. */
	now(): UtcMs;
	calendar: Calendar;
	isWanted(due: UtcMs): Promise<boolean>;
	/** Does nothing for a round that has been submitted before. */
	submit(request: { due: UtcMs; round: number }): Promise<unknown>;
	onError(message: string, error: unknown): void;
}

/** Submits the stamp of the last session, also the one that was missed while the server was off. Returns a function that stops it. */
export function scheduleAnchors(wall: WallClock, schedule: AnchorSchedule): () => void {
	let cancel = (): void => {};
	const next = (): void => {
		cancel = wall.after(EVERY, () => {
			next();
			submitDue(wall.now(), schedule).catch((error) => schedule.onError('failed to schedule a stamp of the chain', error));
		});
	};
	next();
	return () => cancel();
}

async function submitDue(wallNow: number, { now, calendar, isWanted, submit }: AnchorSchedule): Promise<void> {
	const due = lastClose(calendar, utcMs(now() - AFTER_CLOSE));
	if (due !== undefined && (await isWanted(due))) await submit({ due, round: Math.floor(wallNow / ROUND) });
}

/** The newest close of a session at or before an instant. */
function lastClose(calendar: Calendar, at: UtcMs): UtcMs | undefined {
	const session = calendar.lastOpened(at);
	if (!session || session.close <= at) return session?.close;
	return calendar.previousSession(session.date)?.close;
}
