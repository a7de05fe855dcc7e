import { slotsOfDate } from '@sw/domain/reports/timetable';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { changeSlot, findSlotError, formatClock, listBuiltSlots, toDayLines, toInstant, withSlot } from './draft.ts';

function day(date: string): Session {
	return nyse.sessionOn(exchangeDate(date)) as Session;
}

const SUMMER = day('2026-07-01');
const slots = slotsOfDate(SUMMER);

describe('a timetable that is edited', () => {
	it('reads and writes New York time on either side of daylight saving', () => {
		for (const session of [SUMMER, day('2026-12-01')])
			for (const clock of ['09:45', '12:00', '16:01']) expect(formatClock(toInstant(session, clock))).toBe(clock);
	});

	it('shows which licence includes what, the first slot in use being public', () => {
		const count = (licence: 'basic' | 'premium' | 'pro', list = slots) =>
			listBuiltSlots(list).filter(({ licences }) => licences.includes(licence)).length;
		expect([count('basic'), count('premium'), count('pro')]).toEqual([7, 16, 28]);
		const off = changeSlot(slots, toInstant(SUMMER, '09:45'), { is_use: false });
		expect(listBuiltSlots(off)[0]).toMatchObject({ licences: ['basic', 'premium', 'pro'], slot: { algo: 'forecast' } });
	});

	it('refuses what cannot be built', () => {
		const at = (clock: string) => toInstant(SUMMER, clock);
		expect(findSlotError(slots, SUMMER, { at: at('09:30'), algo: 'forecast' })).toBe('time');
		expect(findSlotError(slots, SUMMER, { at: at('10:05'), algo: 'reverse' })).toBe('quarter');
		expect(findSlotError(slots, SUMMER, { at: at('16:15'), algo: 'reverse' })).toBe('quarter');
		expect(findSlotError(slots, SUMMER, { at: at('10:00'), algo: 'reverse' })).toBe('double');
		expect(findSlotError(slots, SUMMER, { at: at('10:01'), algo: 'forecast' })).toBeNull();
	});

	it('is written as lines that make the same slots on the same day', () => {
		const more = withSlot(slots, { at: toInstant(SUMMER, '12:01'), report: 'premium', algo: 'forecast', is_use: true });
		expect(more.map((slot) => formatClock(slot.at))).toContain('12:01');
		expect(slotsOfDate(SUMMER, toDayLines(SUMMER, more)).map((slot) => [slot.at, slot.report, slot.algo])).toEqual(
			more.map((slot) => [slot.at, slot.report, slot.algo]),
		);
	});
});
