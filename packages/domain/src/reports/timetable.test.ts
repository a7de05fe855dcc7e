import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Session, sessionOn, sessionsBetween } from '../time/calendar.ts';
import { formatEt, formatUtcClock } from '../time/format.ts';
import { lastElapsedSlot, slotEnd } from '../time/slots.ts';
import { exchangeDate, utcMs } from '../time/units.ts';
import { DEFAULT_TIMETABLE, fitSlots, slotAt, slotInstant, slotsOfDate, toDatedSlots, toTimetableLines } from './timetable.ts';

function on(date: string): Session {
	const session = sessionOn(exchangeDate(date));
	if (!session) throw new Error(`no session on ${date}`);
	return session;
}

function table(date: string) {
	return slotsOfDate(on(date)).map((s) => `${formatEt(s.at, 'time')} ${s.report} ${s.algo}${s.first ? ' first' : ''}`);
}

describe('the timetable', () => {
	it('has every quarter-hour, two forecasts, and levels by the clock of New York', () => {
		const rows = table('2025-07-01');
		expect(rows).toHaveLength(28);
		expect(rows.slice(0, 6)).toEqual([
			'9:45 AM basic reverse first',
			'9:46 AM premium forecast',
			'10:00 AM basic reverse',
			'10:15 AM pro reverse',
			'10:30 AM premium reverse',
			'10:45 AM pro reverse',
		]);
		expect(rows.slice(-3)).toEqual(['3:45 PM pro reverse', '4:00 PM premium reverse', '4:01 PM premium forecast']);
		expect(table('2025-12-01')).toEqual(rows);
	});

	it('is cut by an early close, which is premium as every close', () => {
		const rows = table('2025-11-28');
		expect(rows).toHaveLength(16);
		expect(rows.slice(-3)).toEqual(['12:45 PM pro reverse', '1:00 PM premium reverse', '1:01 PM premium forecast']);
	});

	it('is written in UTC, which moves with daylight saving', () => {
		expect(slotsOfDate(on('2025-07-01'))[0]?.time).toBe('13:45:00');
		expect(slotsOfDate(on('2025-12-01'))[0]?.time).toBe('14:45:00');
	});

	it('looks up a report in the slots of its date', () => {
		const summer = slotsOfDate(on('2025-07-01'));
		const winter = slotsOfDate(on('2025-12-01'));
		expect(slotAt(winter, slotInstant(exchangeDate('2025-12-01'), '14:46:00'))?.algo).toBe('forecast');
		expect(slotAt(summer, slotInstant(exchangeDate('2025-07-01'), '14:46:00'))?.algo).not.toBe('forecast');
		expect(slotAt(summer, slotInstant(exchangeDate('2025-07-01'), '14:45:00'))?.report).toBe('pro');
		expect(slotAt(summer, 0)).toBeUndefined();
	});

	it('comes back from what was stored', () => {
		for (const date of ['2025-07-01', '2025-11-28']) {
			const slots = slotsOfDate(on(date));
			expect(toDatedSlots(exchangeDate(date), [...slots].reverse())).toEqual(slots);
		}
	});

	it('is made again by the lines of its slots, on days of either length', () => {
		for (const date of ['2025-07-01', '2025-11-28', '2025-12-01']) {
			const session = on(date);
			expect(slotsOfDate(session, toTimetableLines(session, slotsOfDate(session)))).toEqual(slotsOfDate(session));
		}
		const lines = toTimetableLines(on('2025-07-01'), slotsOfDate(on('2025-07-01')));
		expect(slotsOfDate(on('2025-11-28'), lines)).toEqual(slotsOfDate(on('2025-11-28')));
	});

	it('calls the earliest slot in use the first', () => {
		const slots = slotsOfDate(
			on('2025-07-01'),
			DEFAULT_TIMETABLE.map((l) => (l.anchor === 'open' && l.minutes < 30 ? { ...l, is_use: false } : l)),
		);
		expect(slots.filter((s) => s.first).map((s) => s.time)).toEqual(['14:00:00']);
	});

	it('keeps a slot of the evening within its New York date', () => {
		expect(slotInstant(exchangeDate('2025-07-01'), '01:30:00')).toBe(Date.UTC(2025, 6, 2, 1, 30));
		expect(slotInstant(exchangeDate('2025-07-01'), '23:30:00')).toBe(Date.UTC(2025, 6, 1, 23, 30));
	});

	it('keeps a slot to the second', () => {
		expect(slotInstant(exchangeDate('2025-07-01'), '13:45:07')).toBe(Date.UTC(2025, 6, 1, 13, 45, 7));
		// Midnight in New York, and a second before it.
		expect(slotInstant(exchangeDate('2025-07-01'), '04:00:00')).toBe(Date.UTC(2025, 6, 1, 4));
		expect(slotInstant(exchangeDate('2025-07-01'), '03:59:59')).toBe(Date.UTC(2025, 6, 2, 3, 59, 59));
	});

	it('is open to every licence at full hours, to premium at half ones, and to pro at all of them', () => {
		const levels = Object.groupBy(
			slotsOfDate(on('2025-07-01')).filter(({ algo, first }) => algo === 'reverse' && !first),
			({ report }) => report,
		);
		const minutes = (slots: typeof levels.basic) => [...new Set(slots?.map(({ time }) => time.slice(3, 5)))];
		expect([minutes(levels.basic), minutes(levels.premium), minutes(levels.pro)]).toEqual([['00'], ['30', '00'], ['15', '45']]);
		expect([levels.basic, levels.premium, levels.pro].map((slots) => slots?.length)).toEqual([6, 7, 12]);
	});

	it('has no first slot where none is in use', () => {
		const unused = DEFAULT_TIMETABLE.map((line) => ({ ...line, is_use: false }));
		expect(slotsOfDate(on('2025-07-01'), unused).some(({ first }) => first)).toBe(false);
	});

	it('is cut off at an early close by what is counted from the open, which the close is not', () => {
		const lines = [209, 210, 211].map((minutes) => ({ anchor: 'open', minutes, report: 'pro', algo: 'reverse', is_use: true }) as const);
		const close = { anchor: 'close', minutes: 0, report: 'pro', algo: 'reverse', is_use: true } as const;
		const early = on('2025-11-28');
		expect(slotsOfDate(early, [close, ...lines]).map(({ at }) => (at - early.open) / 60_000)).toEqual([209, 210]);
	});

	it('as it was left is fitted into a session that ends earlier than it would: what stands at the close moves with it', () => {
		const usual = on('2025-07-01');
		const shorter: Session = { ...usual, close: utcMs(usual.close - 180 * 60_000), slots: 14, early: true };
		const stored = slotsOfDate(usual);
		expect(fitSlots(shorter, usual, stored)).toEqual(slotsOfDate(shorter));
		expect(fitSlots(shorter, usual, stored).map(({ at }) => at)).not.toContain(usual.close);
		// Slots saved for the shorter session stay, as do slots of a session that isn't shorter, or whose usual length isn't known.
		const own = slotsOfDate(shorter);
		expect(fitSlots(shorter, usual, own)).toBe(own);
		expect(fitSlots(usual, usual, stored)).toBe(stored);
		expect(fitSlots(usual, shorter, stored)).toBe(stored);
		expect(fitSlots(shorter, undefined, stored)).toBe(stored);
		// A single slot at the usual close is enough.
		const single = stored.filter(({ at }) => at < shorter.close || at === usual.close);
		expect(
			fitSlots(shorter, usual, single)
				.map(({ at }) => at)
				.at(-1),
		).toBe(shorter.close);
		const before = stored.filter(({ at }) => at < usual.close);
		expect(fitSlots(shorter, usual, before)).toBe(before);
	});

	it('names each report by a slot end, or the minute after one', () => {
		const sessions = sessionsBetween(exchangeDate('2023-01-01'), exchangeDate('2027-12-31'));
		fc.assert(
			fc.property(fc.constantFrom(...sessions), (session) => {
				const slots = slotsOfDate(session);
				expect(new Set(slots.map((s) => s.at)).size).toBe(session.slots + 2);
				for (const slot of slots) {
					expect(formatUtcClock(slot.at)).toBe(slot.time);
					expect(slotEnd(session, lastElapsedSlot(session, slot.at))).toBe(slot.at - (slot.algo === 'forecast' ? 60_000 : 0));
				}
			}),
		);
	});
});
