import { describe, expect, it } from 'vitest';
import { nyse, type Session } from '../time/calendar.ts';
import { slotEnd } from '../time/slots.ts';
import { exchangeDate } from '../time/units.ts';
import { createBarGrid, entrySlot } from './bar-grid.ts';

const iso = (ms: number) => new Date(ms).toISOString();
/** 2025-11-28 closes early; the session after it is Monday, 1 December. */
const early = nyse.sessionOn(exchangeDate('2025-11-28')) as Session;

describe('the grid of bars', () => {
	it('numbers bars over sessions without gaps, whatever their length', () => {
		const hours = createBarGrid(nyse, 2);
		const last = hours.barAt(early.close);
		expect(iso(hours.endOf(last))).toBe('2025-11-28T18:00:00.000Z');
		expect(iso(hours.endOf(last + 1))).toBe('2025-12-01T15:30:00.000Z');
		expect(iso(hours.endOf(last + 7))).toBe('2025-12-01T21:00:00.000Z');
		expect(iso(hours.endOf(last - 4))).toBe('2025-11-26T21:00:00.000Z');
		expect(hours.sessionOf(last + 1).date).toBe('2025-12-01');
		expect(hours.barAt(slotEnd(early, 4))).toBe(last - 2);
		expect(hours.barAt(slotEnd(early, 3))).toBe(last - 3);
	});

	it("begins with the calendar's first session", () => {
		const first = nyse.sessionNumber(0) as Session;
		const hours = createBarGrid(nyse, 2);
		expect([hours.barAt(slotEnd(first, 0)), hours.barAt(first.close), hours.barAt(slotEnd(nyse.sessionNumber(1) as Session, 0))]).toEqual([
			0, 6, 7,
		]);
		expect(hours.sessionOf(6)).toBe(first);
		expect(hours.endOf(0)).toBe(slotEnd(first, 3));
		expect(() => hours.barAt(first.open)).toThrow(RangeError);
	});

	it('stands still while the market is closed', () => {
		const days = createBarGrid(nyse, 4);
		const bar = days.barAt(early.close);
		expect([days.barAt(early.close + 1e8), days.barAt(early.open + 1)]).toEqual([bar, bar - 1]);
		for (let next = bar; next < bar + 300; next++) expect(days.barAt(days.endOf(next))).toBe(next);
	});
});

describe('the slot of entry', () => {
	it('starts at or after the publication, in the next session when this one is over', () => {
		expect(iso(entrySlot(nyse, slotEnd(early, 4))?.start ?? 0)).toBe(iso(slotEnd(early, 4)));
		expect(iso(entrySlot(nyse, slotEnd(early, 4) + 1)?.start ?? 0)).toBe(iso(slotEnd(early, 5)));
		expect(entrySlot(nyse, early.close)).toMatchObject({ slot: 0, session: { date: '2025-12-01' } });
		expect(entrySlot(nyse, slotEnd(early, 12) + 1)).toMatchObject({ slot: 0, session: { date: '2025-12-01' } });
		expect(entrySlot(nyse, early.open - 1)).toMatchObject({ slot: 0, session: { date: '2025-11-28' } });
	});
});
