import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCalendar, nyse, type Session, sessionOn } from './calendar.ts';
import { findLastElapsed, lastElapsedSlot, SLOT_MS, slotEnd, slotOf, slotStart } from './slots.ts';
import { exchangeDate, MINUTE } from './units.ts';

function on(date: string): Session {
	const session = sessionOn(exchangeDate(date));
	if (!session) throw new Error(`no session on ${date}`);
	return session;
}

const full = on('2025-07-01');
const early = on('2025-11-28');

describe('slots', () => {
	it('span the session', () => {
		expect(slotStart(full, 0)).toBe(full.open);
		expect(slotEnd(full, 25)).toBe(full.close);
		expect(slotEnd(early, 13)).toBe(early.close);
	});

	it('hold the start of a row', () => {
		expect([-1, 0, 15 * MINUTE - 1, 15 * MINUTE].map((at) => slotOf(full, full.open + at))).toEqual([-1, 0, 0, 1]);
		expect(slotOf(full, full.close)).toBe(-1);
		expect(slotOf(early, early.close - 1)).toBe(13);
		expect(slotOf(early, early.close)).toBe(-1);
	});

	it('have elapsed at their end, not before', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: SLOT_MS - 1 }), (slot, within) => {
				expect(lastElapsedSlot(full, slotEnd(full, slot) + (slot === 25 ? within * 50 : within))).toBe(slot);
				expect(lastElapsedSlot(full, slotEnd(full, slot) - 1)).toBe(slot - 1);
			}),
		);
		expect(lastElapsedSlot(full, full.open - SLOT_MS * 5)).toBe(-1);
	});

	it('answer for nights, weekends and holidays with the last that ended', () => {
		expect(findLastElapsed(nyse, early.open + 14 * MINUTE)).toEqual({ session: on('2025-11-26'), slot: 25 });
		expect(findLastElapsed(nyse, early.open + 15 * MINUTE)).toEqual({ session: early, slot: 0 });
		expect(findLastElapsed(nyse, Date.UTC(2025, 10, 30, 12))).toEqual({ session: early, slot: 13 });
		expect(findLastElapsed(createCalendar(), Date.UTC(1998, 0, 2, 14, 31))).toBeUndefined();
	});
});
