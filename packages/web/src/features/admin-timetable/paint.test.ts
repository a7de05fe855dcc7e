import { slotsOfDate } from '@sw/domain/reports/timetable';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { type DraftSlot, formatClock } from './draft.ts';
import { isIncluded, isWithin, listQuarterHourEnds, paint } from './paint.ts';

const day = nyse.sessionOn(exchangeDate('2026-07-01')) as Session;
const early = nyse.sessionOn(exchangeDate('2026-11-27')) as Session;
const slots: readonly DraftSlot[] = slotsOfDate(day);
const quarters = listQuarterHourEnds(day);
const [BASIC, PREMIUM, PRO] = [0, 1, 2];

function area(first: number, last: number, low: number, high = low) {
	return { from: { quarter: last, licence: high }, to: { quarter: first, licence: low } };
}

function levels(painted: readonly DraftSlot[], first: number, last: number): string[] {
	return quarters.slice(first, last + 1).map((at) => {
		const slot = painted.find((one) => one.at === at);
		return slot?.is_use ? slot.report : 'off';
	});
}

it('has a column for each quarter-hour, fewer on an early close', () => {
	expect([quarters.length, formatClock(quarters[0]!), formatClock(quarters.at(-1)!)]).toEqual([26, '09:45', '16:00']);
	expect(listQuarterHourEnds(early)).toHaveLength(14);
});

it('opens slots to a licence and every higher one, and leaves those that are open already', () => {
	expect(levels(slots, 0, 3)).toEqual(['basic', 'basic', 'pro', 'premium']);
	expect(levels(paint(slots, day, area(0, 3, PREMIUM), true), 0, 3)).toEqual(['basic', 'basic', 'premium', 'premium']);
	expect(levels(paint(slots, day, area(2, 3, BASIC, PRO), true), 2, 3)).toEqual(['basic', 'basic']);
});

it('closes slots to a licence and every lower one; none is left in use without a licence', () => {
	const closed = paint(slots, day, area(0, 3, BASIC), false);
	expect(levels(closed, 0, 3)).toEqual(['premium', 'premium', 'pro', 'premium']);
	const off = paint(closed, day, area(0, 1, PRO), false);
	expect(levels(off, 0, 2)).toEqual(['off', 'off', 'pro']);
	expect(off).toHaveLength(slots.length);
	expect(isIncluded(off, quarters[0]!, PRO)).toBe(false);
	expect(levels(paint(off, day, area(0, 1, PRO), true), 0, 1)).toEqual(['pro', 'pro']);
});

it('adds a removed quarter, and changes no slot beside the quarter-hours', () => {
	const removed = slots.filter(({ at }) => at !== quarters[5]);
	expect(paint(removed, day, area(5, 5, PREMIUM), true)).toContainEqual({
		at: quarters[5],
		report: 'premium',
		algo: 'reverse',
		is_use: true,
	});
	const beside = (list: readonly DraftSlot[]) => list.filter(({ at }) => !quarters.includes(at));
	expect(beside(slots).length).toBe(2);
	expect(beside(paint(slots, day, area(0, 25, BASIC, PRO), false))).toEqual(beside(slots));
});

it('takes an area from any corner', () => {
	expect(isWithin(area(2, 4, BASIC, PREMIUM), { quarter: 3, licence: PREMIUM })).toBe(true);
	expect(isWithin(area(2, 4, BASIC, PREMIUM), { quarter: 3, licence: PRO })).toBe(false);
	expect(isWithin(area(2, 4, BASIC), { quarter: 5, licence: BASIC })).toBe(false);
});
