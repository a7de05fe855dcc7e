import { type DatedSlot, DEFAULT_TIMETABLE, datedSlots, fittedSlots, slotsOfDate, type TimetableLine } from '@sw/domain/reports/timetable';
import { type Calendar, nyse } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { notifyChange } from '@sw/store/postgres/records/changes';
import { fillSlots, replaceSlots, slotsBetween } from '@sw/store/postgres/records/reports/schedule';

/** The slots of every date: as an administrator left them, otherwise the default. In memory, because each new report asks for its own. */
export interface Timetable {
	/** Empty on days without a session. */
	slotsOn(date: ExchangeDate): readonly DatedSlot[];
	/** The slots of each session of a span of dates, both included. */
	between(from: ExchangeDate, to: ExchangeDate): (readonly DatedSlot[])[];
	/** Writes slots of a span of dates, both included: the default ones where none stand, or `lines` in place of what stands. Answers how many. */
	fill(from: ExchangeDate, to: ExchangeDate, lines?: readonly TimetableLine[]): Promise<number>;
	/** Puts the default ones back. */
	reset(from: ExchangeDate, to: ExchangeDate): Promise<number>;
	/** Takes up what another process has written. */
	renew(): Promise<void>;
	/** Called with the first and last date after each change. Returns the way to stop. */
	onChange(listener: (from: ExchangeDate, to: ExchangeDate) => void): () => void;
}

const FIRST = '1900-01-01' as ExchangeDate;
const LAST = '2999-12-31' as ExchangeDate;

export async function openTimetable(db: Db, calendar: Calendar): Promise<Timetable> {
	const stored = new Map<ExchangeDate, DatedSlot[]>();
	const listeners = new Set<(from: ExchangeDate, to: ExchangeDate) => void>();
	const load = async (from: ExchangeDate, to: ExchangeDate): Promise<void> => {
		const slots = Map.groupBy(await slotsBetween(db, from, to), ({ date }) => date);
		for (const date of [...stored.keys()]) if (date >= from && date <= to) stored.delete(date);
		for (const [date, dated] of slots) stored.set(date, datedSlots(date, dated));
		for (const listener of listeners) listener(from, to);
	};
	const write = async (
		from: ExchangeDate,
		to: ExchangeDate,
		lines: readonly TimetableLine[],
		put: (tx: Db, slots: Parameters<typeof fillSlots>[1]) => Promise<number>,
	): Promise<number> => {
		const sessions = calendar.sessionsBetween(from, to);
		const slots = sessions.flatMap((session) =>
			slotsOfDate(session, lines).map(({ time, report, algo, is_use }) => ({ date: session.date, time, report, algo, is_use })),
		);
		const written = await db.transaction(async (tx) => {
			await notifyChange(tx, 'timetable');
			return put(tx, slots);
		});
		await load(from, to);
		return written;
	};
	await load(FIRST, LAST);
	const slotsOn = (date: ExchangeDate): readonly DatedSlot[] => {
		const session = calendar.sessionOn(date);
		if (!session) return [];
		const own = stored.get(date);
		return own ? fittedSlots(session, nyse.sessionOn(date), own) : slotsOfDate(session);
	};
	return {
		slotsOn,
		between: (from, to) => calendar.sessionsBetween(from, to).map(({ date }) => slotsOn(date)),
		fill: (from, to, lines) => write(from, to, lines ?? DEFAULT_TIMETABLE, lines ? replaceSlots : fillSlots),
		reset: (from, to) => write(from, to, DEFAULT_TIMETABLE, replaceSlots),
		renew: () => load(FIRST, LAST),
		onChange: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
