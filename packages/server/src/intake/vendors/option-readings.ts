/**
 * Reads the day's running option sums after each slot. A delayed source returns the sums of an earlier time: a reading belongs to the slot that had ended
 * then, not to the current one. Sums that arrive after their slot's report are kept until requested.
 */
import type { Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot, slotEnd } from '@sw/domain/time/slots';
import { type ExchangeDate, HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { OptionVolumes, VendorAdapter } from './vendor-adapter.ts';

/** Derives option contracts per slot from running daily sums, as the difference of two readings. */
interface DayVolumes {
	/**
	 * Records the running sums at the end of a slot and returns the contracts of that slot. NaN if unknown: the previous slot has no reading (the first slot
	 * starts at zero), or the sums decreased because of a correction.
	 */
	recordSlot(
		date: ExchangeDate,
		slot: number,
		chainKey: number | string,
		sums: { calls: number; puts: number },
	): { calls: number; puts: number };
}

const UNKNOWN = { calls: Number.NaN, puts: Number.NaN };

export interface OptionReadings {
	/** Contracts of the slot by symbol, as known at `deadline` (wall clock ms); a source with a longer delay has them only later. */
	volumesOfSlot(session: Session, slot: number, deadline: number): Promise<ReadonlyMap<string, OptionVolumes>>;
	/** Contracts of every known slot, after waiting for those of the last slot. `waitSignal` ends the wait. */
	volumesOfSession(session: Session, waitSignal?: AbortSignal): Promise<ReadonlyMap<number, ReadonlyMap<string, OptionVolumes>>>;
}

interface ReadingOptions {
	adapter: VendorAdapter;
	/** The followed symbols; symbols whose chains are read are first. */
	symbols(): readonly string[];
	wall: WallClock;
	signal?: AbortSignal | undefined;
	warn(message: string): void;
}

/** Longest time from the end of a slot to its reading; a later reading belongs to no slot. */
const MAX_READING_LAG = 7 * MINUTE;
/** Longest time from the end of the last slot to its reading: nothing is added after the close, and chains stay readable for a while. */
const MAX_LAG_AFTER_CLOSE = 2 * HOUR;

const NO_VOLUMES: ReadonlyMap<string, OptionVolumes> = new Map();

export function createOptionReadings({ adapter, symbols, wall, signal, warn }: ReadingOptions): OptionReadings {
	let currentSession: Session | undefined;
	let volumesBySlot = new Map<number, Map<string, OptionVolumes>>();
	let dayVolumes = createDayVolumes();
	let pendingReading: Promise<void> | undefined;
	let scheduledUntil = Number.NEGATIVE_INFINITY;

	const resetFor = (session: Session): void => {
		if (currentSession?.date === session.date) return;
		currentSession = session;
		volumesBySlot = new Map();
		dayVolumes = createDayVolumes();
		scheduledUntil = Number.NEGATIVE_INFINITY;
	};
	/** Whether a reading made now would belong to a slot without one. */
	const isNeeded = (session: Session): boolean => !volumesBySlot.has(lastElapsedSlot(session, utcMs(wall.now() - adapter.optionsDelay)));
	/** Reads the sums and assigns them to their slot. A failure is only a warning, because options must not stop the market. */
	const takeReading = async (session: Session): Promise<void> => {
		const requestedAt = wall.now();
		try {
			const sums = (await adapter.optionVolumes?.(symbols())) ?? NO_VOLUMES;
			const readingTime = utcMs(requestedAt - adapter.optionsDelay);
			const slot = lastElapsedSlot(session, readingTime);
			const isLast = slot === session.slots - 1;
			if (slot < 0 || volumesBySlot.has(slot) || session.date !== currentSession?.date) return;
			if (readingTime - slotEnd(session, slot) > (isLast ? MAX_LAG_AFTER_CLOSE : MAX_READING_LAG)) return;
			// The symbol identifies the chain.
			volumesBySlot.set(slot, new Map([...sums].map(([symbol, sum]) => [symbol, dayVolumes.recordSlot(session.date, slot, symbol, sum)])));
		} catch (error) {
			if (signal?.aborted) return;
			warn(`The slot has no option volumes. ${error instanceof Error ? error.message : String(error)}`);
		}
	};
	/** Runs one reading at a time; concurrent callers share it. */
	const takeSharedReading = (session: Session): Promise<void> => {
		pendingReading ??= takeReading(session).finally(() => {
			pendingReading = undefined;
		});
		return pendingReading;
	};
	const dueAt = (session: Session, slot: number): number => slotEnd(session, slot) + adapter.optionsDelay;
	/** Schedules a background reading for the time when the source has reached the end of the slot. */
	const schedule = (session: Session, slot: number): void => {
		const due = dueAt(session, slot);
		if (due <= scheduledUntil) return;
		scheduledUntil = due;
		const cancel = wall.after(Math.max(0, due - wall.now()), () => void takeSharedReading(session));
		signal?.addEventListener('abort', cancel, { once: true });
	};
	const waitUntil = async (deadline: number, reading: Promise<void>): Promise<void> => {
		let cancel = (): void => {};
		const timeout = new Promise<void>((resolve) => {
			cancel = wall.after(Math.max(0, deadline - wall.now()), resolve);
		});
		await Promise.race([reading, timeout]).finally(cancel);
	};

	return {
		async volumesOfSlot(session, slot, deadline) {
			if (!adapter.optionVolumes) return NO_VOLUMES;
			resetFor(session);
			const due = dueAt(session, slot);
			if (due > deadline) schedule(session, slot);
			else {
				const waitMs = due - wall.now();
				if (waitMs > 0) await pause(wall, waitMs, signal);
				// If the source is less delayed than prices, this reading is for a later slot, and this slot was read before.
				const reading = isNeeded(session) ? takeSharedReading(session) : Promise.resolve();
				if (!volumesBySlot.has(slot)) await waitUntil(deadline, reading);
			}
			return volumesBySlot.get(slot) ?? NO_VOLUMES;
		},
		async volumesOfSession(session, waitSignal = signal) {
			if (!adapter.optionVolumes || currentSession?.date !== session.date) return new Map();
			const last = session.slots - 1;
			if (!volumesBySlot.has(last)) {
				const waitMs = dueAt(session, last) - wall.now();
				if (waitMs > HOUR) return volumesBySlot;
				if (waitMs > 0) await pause(wall, waitMs, waitSignal);
				await takeSharedReading(session);
			}
			return volumesBySlot;
		},
	};
}

export function createDayVolumes(): DayVolumes {
	let day: ExchangeDate | undefined;
	let lastReadings = new Map<number | string, { slot: number; calls: number; puts: number }>();
	return {
		recordSlot(date, slot, chainKey, { calls, puts }) {
			if (date !== day) {
				day = date;
				lastReadings = new Map();
			}
			const previous = slot === 0 ? { slot: -1, calls: 0, puts: 0 } : lastReadings.get(chainKey);
			lastReadings.set(chainKey, { slot, calls, puts });
			if (!previous || previous.slot !== slot - 1) return UNKNOWN;
			const [c, p] = [calls - previous.calls, puts - previous.puts];
			return c < 0 || p < 0 ? UNKNOWN : { calls: c, puts: p };
		},
	};
}
