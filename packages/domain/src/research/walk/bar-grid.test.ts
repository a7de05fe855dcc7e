import { describe, expect, it } from 'vitest';
import { nyse, type Session } from '../../time/calendar.ts';
import { barSpans, slotEnd } from '../../time/slots.ts';
import { exchangeDate } from '../../time/units.ts';
import { createBarGrid, findEntrySlot } from './bar-grid.ts';

function iso(ms: number) {
	return new Date(ms).toISOString();
}

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
		const first = nyse.sessionByOrdinal(0) as Session;
		const hours = createBarGrid(nyse, 2);
		expect([
			hours.barAt(slotEnd(first, 0)),
			hours.barAt(first.close),
			hours.barAt(slotEnd(nyse.sessionByOrdinal(1) as Session, 0)),
		]).toEqual([0, 6, 7]);
		expect(hours.sessionOf(6)).toBe(first);
		expect(hours.endOf(0)).toBe(slotEnd(first, 3));
		expect(() => hours.barAt(first.open)).toThrow(RangeError);
	});

	it('knows any bar of the calendar at once, in whatever order they are asked for', () => {
		for (const timeframe of [0, 1, 2, 3, 4] as const) {
			const whole = createBarGrid(nyse, timeframe);
			const ends: string[] = [];
			for (let ordinal = 0; ordinal < 60; ordinal++) {
				const session = nyse.sessionByOrdinal(ordinal) as Session;
				for (const { end } of barSpans(timeframe, session)) ends.push(`${session.date} ${iso(end)}`);
			}
			const bars = [0, 1, 2, 57, 30, ends.length - 1, 3, 41];
			const shown = (grid: typeof whole) => bars.map((bar) => `${grid.sessionOf(bar).date} ${iso(grid.endOf(bar))}`);
			expect(shown(whole)).toEqual(bars.map((bar) => ends[bar]));
			// Each with a new grid that has nothing cached.
			for (const bar of bars) expect(iso(createBarGrid(nyse, timeframe).endOf(bar))).toBe(ends[bar]?.slice(11));
			for (const bar of bars) expect(whole.barAt(createBarGrid(nyse, timeframe).endOf(bar))).toBe(bar);
			expect(whole.timeframe).toBe(timeframe);
		}
	});

	it('ends where the calendar does', () => {
		expect(() => createBarGrid(nyse, 4).endOf(1_000_000)).toThrow(RangeError);
	});

	it('does not advance while the market is closed', () => {
		const days = createBarGrid(nyse, 4);
		const bar = days.barAt(early.close);
		expect([days.barAt(early.close + 1e8), days.barAt(early.open + 1)]).toEqual([bar, bar - 1]);
		for (let next = bar; next < bar + 300; next++) expect(days.barAt(days.endOf(next))).toBe(next);
	});
});

describe('the slot of entry', () => {
	it('starts at or after the publication, in the next session when this one is over', () => {
		expect(iso(findEntrySlot(nyse, slotEnd(early, 4))?.start ?? 0)).toBe(iso(slotEnd(early, 4)));
		expect(iso(findEntrySlot(nyse, slotEnd(early, 4) + 1)?.start ?? 0)).toBe(iso(slotEnd(early, 5)));
		expect(findEntrySlot(nyse, early.close)).toMatchObject({ slot: 0, session: { date: '2025-12-01' } });
		expect(findEntrySlot(nyse, slotEnd(early, 12) + 1)).toMatchObject({ slot: 0, session: { date: '2025-12-01' } });
		expect(findEntrySlot(nyse, early.open - 1)).toMatchObject({ slot: 0, session: { date: '2025-11-28' } });
		// The last slot of the day, and one millisecond too late for it.
		const last = slotEnd(early, 12);
		expect(findEntrySlot(nyse, last)).toMatchObject({ slot: 13, start: last, session: { date: '2025-11-28' } });
		expect(iso(findEntrySlot(nyse, last + 1)?.start ?? 0)).toBe('2025-12-01T14:30:00.000Z');
		expect(findEntrySlot(nyse, early.open)).toMatchObject({ slot: 0, start: early.open });
		expect(findEntrySlot(nyse, early.open + 1)).toMatchObject({ slot: 1 });
		const first = nyse.sessionByOrdinal(0) as Session;
		expect(findEntrySlot(nyse, first.open - 1)).toMatchObject({ slot: 0, start: first.open });
	});
});
