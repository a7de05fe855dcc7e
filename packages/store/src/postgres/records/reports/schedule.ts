import type { ScheduleSlot } from '@sw/domain/reports/licence';
import type { ExchangeDate } from '@sw/domain/time/units';
import { and, asc, between, inArray } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { scheduleSlots } from '../../schema/reports.ts';

export interface DatedSlot extends ScheduleSlot {
	date: ExchangeDate;
}

const ROWS_PER_STATEMENT = 5_000;

/** Returns the stored slots of the dates from `from` to `to`, both inclusive, by date and time. */
export async function slotsBetween(db: Db, from: ExchangeDate, to: ExchangeDate): Promise<DatedSlot[]> {
	const rows = await db
		.select()
		.from(scheduleSlots)
		.where(between(scheduleSlots.date, from, to))
		.orderBy(asc(scheduleSlots.date), asc(scheduleSlots.time), asc(scheduleSlots.algo));
	return rows.map(({ date, time, report, algo, isUse }) => ({ date, time, report, algo, is_use: isUse }));
}

/** Adds slots whose date, time and algo have none yet; returns the number added. */
export async function fillSlots(db: Db, slots: readonly DatedSlot[]): Promise<number> {
	let added = 0;
	for (let at = 0; at < slots.length; at += ROWS_PER_STATEMENT) {
		const rows = slots.slice(at, at + ROWS_PER_STATEMENT).map(({ is_use: isUse, ...slot }) => ({ ...slot, isUse }));
		const written = await db.insert(scheduleSlots).values(rows).onConflictDoNothing().returning({ date: scheduleSlots.date });
		added += written.length;
	}
	return added;
}

/** Replaces all slots of the dates that occur in `slots`; returns their number. */
export function replaceSlots(db: Db, slots: readonly DatedSlot[]): Promise<number> {
	return db.transaction(async (tx) => {
		const dates = [...new Set(slots.map((slot) => slot.date))];
		if (dates.length > 0) await tx.delete(scheduleSlots).where(and(inArray(scheduleSlots.date, dates)));
		return fillSlots(tx, slots);
	});
}
