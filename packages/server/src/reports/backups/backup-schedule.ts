import { MINUTE, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** A changed setting, and the end of a backup in another process, are noticed within this. */
const EVERY = 5 * MINUTE;

/** The newest time at or before `now` that a daily backup was due; `hour` in New York time. */
export function lastDue(now: UtcMs, hour: number): UtcMs {
	const date = newYorkDate(now);
	const today = newYorkToUtc(date, hour, 0);
	return today <= now ? today : newYorkToUtc(addDays(date, -1), hour, 0);
}

export interface BackupSchedule {
	/** New York time. */
	hour(): Promise<number>;
	/** Does nothing for a time that has been submitted before. */
	submit(due: UtcMs): Promise<unknown>;
	onError(message: string, error: unknown): void;
}

/** Submits the backup that is due, also the one that was missed while the server was off. Returns a function that stops it. */
export function scheduleBackups(wall: WallClock, { hour, submit, onError }: BackupSchedule): () => void {
	return repeat(wall, () => {
		hour()
			.then((at) => submit(lastDue(wall.now() as UtcMs, at)))
			.catch((error) => onError('failed to schedule a backup', error));
	});
}

/** Keeps known how the last backup and the last stamp ended, whichever process made them. Returns a function that stops it. */
export async function followJobs(wall: WallClock, recall: () => Promise<void>, onError: BackupSchedule['onError']): Promise<() => void> {
	const look = (): Promise<void> => recall().catch((error) => onError('failed to read how the last backup or stamp ended', error));
	await look();
	return repeat(wall, look);
}

function repeat(wall: WallClock, act: () => unknown): () => void {
	let cancel = (): void => {};
	const next = (): void => {
		cancel = wall.after(EVERY, () => {
			next();
			act();
		});
	};
	next();
	return () => cancel();
}
