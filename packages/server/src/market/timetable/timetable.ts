import { type DatedSlot, DEFAULT_TIMETABLE, fitSlots, slotsOfDate, type TimetableLine, toDatedSlots } from '@sw/domain/reports/timetable';
import { type Calendar, nyse } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { notifyChange } from '@sw/store/postgres/records/changes';
import { fillSlots, replaceSlots, slotsBetween } from '@sw/store/postgres/records/reports/schedule';

/** The slots of every date: edited by an administrator, or the default. Kept in memory, because each new report needs them. */
export interface Timetable {
	/** Empty on days without a session. */
	slotsOn(date: ExchangeDate): readonly DatedSlot[];
	/** The slots of each session in [from, to]. */
	between(from: ExchangeDate, to: ExchangeDate): (readonly DatedSlot[])[];
	/** Stores slots for the sessions in [from, to]: the default where none are stored, or `lines` in place of the stored ones. Returns their number. */
	fill(from: ExchangeDate, to: ExchangeDate, lines?: readonly TimetableLine[]): Promise<number>;
	/** Replaces the stored slots in [from, to] by the default. Returns their number. */
	reset(from: ExchangeDate, to: ExchangeDate): Promise<number>;
	/** Reloads slots that another process has stored. */
	reload(): Promise<void>;
	/** Calls `listener` with the first and last date after each change. Returns a function that unsubscribes. */
	onChange(listener: (from: ExchangeDate, to: ExchangeDate) => void): () => void;
}

const FIRST_DATE = '1900-01-01' as ExchangeDate;
const LAST_DATE = '2999-12-31' as ExchangeDate;

export async function openTimetable(db: Db, calendar: Calendar): Promise<Timetable> {
	const storedSlots = new Map<ExchangeDate, DatedSlot[]>();
	const listeners = new Set<(from: ExchangeDate, to: ExchangeDate) => void>();
	const load = async (from: ExchangeDate, to: ExchangeDate): Promise<void> => {
		const slots = Map.groupBy(await slotsBetween(db, from, to), ({ date }) => date);
		for (const date of [...storedSlots.keys()]) if (date >= from && date <= to) storedSlots.delete(date);
		for (const [date, dateSlots] of slots) storedSlots.set(date, toDatedSlots(date, dateSlots));
		for (const listener of listeners) listener(from, to);
	};
	const write = async (
		from: ExchangeDate,
		to: ExchangeDate,
		lines: readonly TimetableLine[],
		store: (tx: Db, slots: Parameters<typeof fillSlots>[1]) => Promise<number>,
	): Promise<number> => {
		const sessions = calendar.sessionsBetween(from, to);
		const slots = sessions.flatMap((session) =>
			slotsOfDate(session, lines).map(({ time, report, algo, is_use }) => ({ date: session.date, time, report, algo, is_use })),
		);
		const writtenCount = await db.transaction(async (tx) => {
			await notifyChange(tx, 'timetable');
			return store(tx, slots);
		});
		await load(from, to);
		return writtenCount;
	};
	await load(FIRST_DATE, LAST_DATE);
	const slotsOn = (date: ExchangeDate): readonly DatedSlot[] => {
		const session = calendar.sessionOn(date);
		if (!session) return [];
		const editedSlots = storedSlots.get(date);
		return editedSlots ? fitSlots(session, nyse.sessionOn(date), editedSlots) : slotsOfDate(session);
	};
	return {
		slotsOn,
		between: (from, to) => calendar.sessionsBetween(from, to).map(({ date }) => slotsOn(date)),
		fill: (from, to, lines) => write(from, to, lines ?? DEFAULT_TIMETABLE, lines ? replaceSlots : fillSlots),
		reset: (from, to) => write(from, to, DEFAULT_TIMETABLE, replaceSlots),
		reload: () => load(FIRST_DATE, LAST_DATE),
		onChange: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
