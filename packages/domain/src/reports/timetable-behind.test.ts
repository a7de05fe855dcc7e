import { describe, expect, it } from 'vitest';
import { nyse, type Session } from '../time/calendar.ts';
import { slotEnd } from '../time/slots.ts';
import { exchangeDate, HOUR, MINUTE, type UtcMs, utcMs } from '../time/units.ts';
import { formatReportLag, measureReportLag, slotsOfDate } from './timetable.ts';

const [friday, monday] = ['2024-05-03', '2024-05-06'].map((date) => nyse.sessionOn(exchangeDate(date))) as [Session, Session];
const parts = {
	calendar: nyse,
	slotsOn: (date: Session['date']) => {
		const session = nyse.sessionOn(date);
		return session ? slotsOfDate(session) : [];
	},
};

function behind(now: number, newest: number) {
	return measureReportLag(parts, utcMs(now), newest as UtcMs);
}

function at(session: Session, slot: number): number {
	return slotEnd(session, slot);
}

describe('how far the newest report is behind', () => {
	it('counts the due slots since then, and the minutes since the first of them was due', () => {
		expect(behind(at(friday, 4), at(friday, 4))).toEqual({ slots: 0, minutes: 0, since: null });
		expect(behind(at(friday, 5) - 1, at(friday, 4))).toMatchObject({ slots: 0, minutes: 0 });
		expect(behind(at(friday, 5), at(friday, 4))).toEqual({ slots: 1, minutes: 0, since: at(friday, 5) });
		expect(behind(at(friday, 7) + MINUTE, at(friday, 4))).toEqual({ slots: 3, minutes: 31, since: at(friday, 5) });
	});

	it('counts no slot of a closed exchange, and those of the days before', () => {
		expect(behind(friday.close + 40 * HOUR, friday.close)).toMatchObject({ slots: 0, minutes: 0 });
		expect(behind(at(monday, 1), at(friday, 24))).toMatchObject({ slots: 3, since: friday.close });
	});

	it('counts no slot that is switched off, and no forecast', () => {
		const off = {
			...parts,
			slotsOn: (date: Session['date']) => parts.slotsOn(date).map((slot) => ({ ...slot, is_use: slot.at === friday.close })),
		};
		expect(measureReportLag(off, utcMs(friday.close + HOUR), at(friday, 4) as UtcMs)).toMatchObject({ slots: 1, minutes: 60 });
	});

	it('is said in plain words', () => {
		const text = (slots: number, minutes: number) => formatReportLag({ slots, minutes });
		expect(text(0, 0)).toBe('The latest report is up to date.');
		expect(text(1, 1)).toBe('The next report is being built.');
		expect(text(1, 2)).toBe('The latest report is 1 slot (2 minutes) behind.');
		expect(text(3, 46)).toBe('The latest report is 3 slots (46 minutes) behind.');
		expect(text(9, 120)).toBe('The latest report is 9 slots (2 hours) behind.');
		expect(text(78, 4_400)).toBe('The latest report is 78 slots (3 days) behind.');
	});
});
