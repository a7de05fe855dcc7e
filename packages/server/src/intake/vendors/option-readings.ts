/**
 * The day's option sums, read from slot to slot. A delayed source returns the sums of an earlier moment: a reading belongs to the slot that had ended then,
 * not to the requested one. Sums that arrive after their slot's report are kept until requested.
 */
import type { Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot, slotEnd } from '@sw/domain/time/slots';
import { type ExchangeDate, HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { OptionVolumes, VendorAdapter } from './vendor-adapter.ts';

/** Option contracts per slot from vendors with running daily sums: the difference of two readings. */
interface DayVolumes {
	/**
	 * Takes the session's running sums, read at the end of a slot, and returns the slot's own. NaN where it is unknown: there is no reading before it (except
	 * for the first slot, which starts at zero), a reading was missed, or the sums went down because of a correction.
	 */
	slot(date: ExchangeDate, slot: number, row: number | string, sums: { calls: number; puts: number }): { calls: number; puts: number };
}

const UNKNOWN = { calls: Number.NaN, puts: Number.NaN };

export interface OptionReadings {
	/** Sums of the slot by symbol, as known at `until`; those of a more delayed source come later. */
	ofSlot(session: Session, slot: number, until: number): Promise<ReadonlyMap<string, OptionVolumes>>;
	/** Sums of every known slot, once those of the last one have come or will not. */
	ofSession(session: Session, giveUp?: AbortSignal): Promise<ReadonlyMap<number, ReadonlyMap<string, OptionVolumes>>>;
}

interface ReadingOptions {
	adapter: VendorAdapter;
	/** The followed symbols, those whose chains are read first. */
	symbols(): readonly string[];
	wall: WallClock;
	signal?: AbortSignal | undefined;
	warn(message: string): void;
}

/** A reading further from the end of a slot than this belongs to neither that slot nor the next. */
const NEAR = 7 * MINUTE;
/** Nothing is added after the close; chains of the session stay readable for a while. */
const NEAR_CLOSE = 2 * HOUR;

const NONE: ReadonlyMap<string, OptionVolumes> = new Map();

export function createOptionReadings({ adapter, symbols, wall, signal, warn }: ReadingOptions): OptionReadings {
	let day: Session | undefined;
	let slots = new Map<number, Map<string, OptionVolumes>>();
	let volumes = createDayVolumes();
	let running: Promise<void> | undefined;
	let scheduled = Number.NEGATIVE_INFINITY;

	const turnTo = (session: Session): void => {
		if (day?.date === session.date) return;
		day = session;
		slots = new Map();
		volumes = createDayVolumes();
		scheduled = Number.NEGATIVE_INFINITY;
	};
	/** Whether a reading made now would be for a slot not read yet. */
	const isNeeded = (session: Session): boolean => !slots.has(lastElapsedSlot(session, utcMs(wall.now() - adapter.optionsDelay)));
	/** Reads the sums and assigns them to their slot. Options must not stop the market: a failure is only a warning. */
	const read = async (session: Session): Promise<void> => {
		const requestedAt = wall.now();
		try {
			const sums = (await adapter.optionVolumes?.(symbols())) ?? NONE;
			const readingTime = utcMs(requestedAt - adapter.optionsDelay);
			const slot = lastElapsedSlot(session, readingTime);
			const isLast = slot === session.slots - 1;
			if (slot < 0 || slots.has(slot) || session.date !== day?.date) return;
			if (readingTime - slotEnd(session, slot) > (isLast ? NEAR_CLOSE : NEAR)) return;
			// The row is the symbol: only it identifies a chain here.
			slots.set(slot, new Map([...sums].map(([symbol, sum]) => [symbol, volumes.slot(session.date, slot, symbol, sum)])));
		} catch (error) {
			if (signal?.aborted) return;
			warn(`The slot has no option volumes. ${error instanceof Error ? error.message : String(error)}`);
		}
	};
	/** One reading at a time: concurrent callers share it. */
	const reading = (session: Session): Promise<void> => {
		running ??= read(session).finally(() => {
			running = undefined;
		});
		return running;
	};
	const dueAt = (session: Session, slot: number): number => slotEnd(session, slot) + adapter.optionsDelay;
	/** Runs in the background, once the source has reached the end of the slot. */
	const schedule = (session: Session, slot: number): void => {
		const due = dueAt(session, slot);
		if (due <= scheduled) return;
		scheduled = due;
		const cancel = wall.after(Math.max(0, due - wall.now()), () => void reading(session));
		signal?.addEventListener('abort', cancel, { once: true });
	};
	const upTo = async (until: number, work: Promise<void>): Promise<void> => {
		let cancel = (): void => {};
		const late = new Promise<void>((resolve) => {
			cancel = wall.after(Math.max(0, until - wall.now()), resolve);
		});
		await Promise.race([work, late]).finally(cancel);
	};

	return {
		async ofSlot(session, slot, until) {
			if (!adapter.optionVolumes) return NONE;
			turnTo(session);
			const due = dueAt(session, slot);
			if (due > until) schedule(session, slot);
			else {
				const wait = due - wall.now();
				if (wait > 0) await pause(wall, wait, signal);
				// A source ahead of the prices is now read for a later slot; this slot's sums were read before.
				const work = isNeeded(session) ? reading(session) : Promise.resolve();
				if (!slots.has(slot)) await upTo(until, work);
			}
			return slots.get(slot) ?? NONE;
		},
		async ofSession(session, giveUp = signal) {
			if (!adapter.optionVolumes || day?.date !== session.date) return new Map();
			const last = session.slots - 1;
			if (!slots.has(last)) {
				const wait = dueAt(session, last) - wall.now();
				if (wait > HOUR) return slots;
				if (wait > 0) await pause(wall, wait, giveUp);
				await reading(session);
			}
			return slots;
		},
	};
}

export function createDayVolumes(): DayVolumes {
	let day: ExchangeDate | undefined;
	let last = new Map<number | string, { slot: number; calls: number; puts: number }>();
	return {
		slot(date, slot, row, { calls, puts }) {
			if (date !== day) {
				day = date;
				last = new Map();
			}
			const before = slot === 0 ? { slot: -1, calls: 0, puts: 0 } : last.get(row);
			last.set(row, { slot, calls, puts });
			if (!before || before.slot !== slot - 1) return UNKNOWN;
			const [c, p] = [calls - before.calls, puts - before.puts];
			return c < 0 || p < 0 ? UNKNOWN : { calls: c, puts: p };
		},
	};
}
