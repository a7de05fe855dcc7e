import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itWhere } from '../testing/it-where.ts';
import {
	createCalendar,
	holidayOn,
	holidaysBetween,
	holidaysOfYear,
	IRREGULAR_CLOSURES,
	KNOWN_YEARS,
	lastOpened,
	nextSession,
	nextToOpen,
	previousSession,
	sessionAt,
	sessionByOrdinal,
	sessionOn,
	sessionsBetween,
} from './calendar.ts';
import { holidaysByRule } from './holiday-rules.ts';
import { DAY, exchangeDate as d, HOUR, MINUTE } from './units.ts';
import { dateOfDay } from './zone.ts';

const root = resolve(import.meta.dirname, '../../../..');
const csv = resolve(process.env['SIGNALWHEEL_TEST_DATA'] ?? resolve(root, '../shared/data'), 'calendar/holidays.csv');
const itWithHolidays = itWhere(existsSync(csv), csv);

const wall = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' });

function written(date: string, time: string): string {
	return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}, ${time}`;
}

describe('the trading calendar', () => {
	itWithHolidays('equals the published holidays on every weekday of 2015 to 2027', () => {
		const lines = readFileSync(csv, 'utf8').trim().split('\n').slice(1);
		const published = lines.map((line) => {
			const [date, type, name] = line.split(',');
			return { date, type, name };
		});
		expect(holidaysBetween(d('2015-01-01'), d('2027-12-31'))).toEqual(published);
		const byDate = new Map(published.map((h) => [h.date, h.type]));
		for (let day = Date.UTC(2015, 0, 1) / DAY; day < Date.UTC(2028, 0, 1) / DAY; day++) {
			const date = dateOfDay(day);
			const weekend = [0, 6].includes(new Date(day * DAY).getUTCDay());
			const session = sessionOn(date);
			if ((session !== undefined) === (weekend || byDate.get(date) === 'full')) expect.fail(`${date} ${session ? 'opens' : 'is shut'}`);
			if (session && session.early !== (byDate.get(date) === 'early-close')) expect.fail(`${date} early: ${session.early}`);
		}
	});

	it('opens and closes by the New York clock on every session of 1998 to 2030', () => {
		const wrong = sessionsBetween(d('1998-01-01'), d('2030-12-31')).filter(
			(s) =>
				wall.format(s.open) !== written(s.date, '09:30') ||
				wall.format(s.close) !== written(s.date, s.early ? '13:00' : '16:00') ||
				s.close - s.open !== s.slots * 15 * MINUTE,
		);
		expect(wrong).toEqual([]);
	});

	it('has a table that its rules give but for the irregular days', () => {
		for (let year = 1998; year <= 2027; year++) {
			const irregular = new Set(IRREGULAR_CLOSURES.map((h) => h.date));
			expect(holidaysOfYear(year).filter((h) => !irregular.has(h.date))).toEqual(holidaysByRule(year));
		}
		const dates = new Set(holidaysBetween(d('1998-01-01'), d('2027-12-31')).map((h) => h.date));
		for (const { date } of IRREGULAR_CLOSURES) expect(dates).toContain(date);
		expect(holidaysBetween(d('1998-01-01'), d('2105-12-31')).filter((h) => h.name === 'Market closed')).toEqual([]);
	});

	it('knows each year from 1998 to 2027 by one line of its own, in order', () => {
		expect(KNOWN_YEARS.map(([year]) => year)).toEqual(Array.from({ length: 30 }, (_, i) => 1998 + i));
		for (const [, full, early] of KNOWN_YEARS)
			for (const days of [full, early].map((text) => text.split(' '))) expect(days).toEqual([...new Set(days)].sort());
	});

	it('goes on by rule', () => {
		const of2028 = holidaysOfYear(2028);
		expect(
			of2028
				.filter((h) => h.type === 'full')
				.map((h) => h.date.slice(5))
				.join(' '),
		).toBe('01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25');
		expect(of2028.filter((h) => h.type === 'early-close').map((h) => h.date.slice(5))).toEqual(['07-03', '11-24']);
	});

	it('counts sessions from 2 January 1998', () => {
		expect(sessionOn(d('1998-01-02'))?.ordinal).toBe(0);
		expect(sessionByOrdinal(0)?.date).toBe('1998-01-02');
		const year = sessionsBetween(d('2024-01-01'), d('2024-12-31'));
		expect(year).toHaveLength(252);
		for (const session of year) expect(sessionByOrdinal(session.ordinal)).toBe(session);
		expect(sessionByOrdinal(-1)).toBeUndefined();
		// Called first, before any year is computed.
		expect(createCalendar().sessionByOrdinal(0)?.date).toBe('1998-01-02');
		const last = sessionsBetween(d('2105-12-01'), d('2105-12-31')).at(-1);
		expect(last?.date).toBe('2105-12-31');
		expect(sessionByOrdinal(last?.ordinal ?? 0)).toBe(last);
		expect(sessionByOrdinal((last?.ordinal ?? 0) + 1)).toBeUndefined();
	});

	it('knows the neighbours of a date, also over the turn of the year', () => {
		expect(nextSession(d('2024-12-31'))?.date).toBe('2025-01-02');
		expect(nextSession(d('2025-01-08'))?.date).toBe('2025-01-10');
		// Called first, before any later year is computed.
		expect(createCalendar().nextSession(d('2024-12-31'))?.date).toBe('2025-01-02');
		expect(previousSession(d('2025-01-02'))?.date).toBe('2024-12-31');
		expect(previousSession(d('1998-01-02'))).toBeUndefined();
		expect(nextSession(d('2105-12-31'))).toBeUndefined();
		expect(nextSession(d('1990-05-05'))?.date).toBe('1998-01-02');
		expect(sessionOn(d('1997-12-31'))).toBeUndefined();
		expect(sessionsBetween(d('2025-06-07'), d('2025-06-08'))).toEqual([]);
	});

	it('finds the session of an instant', () => {
		const friday = sessionOn(d('2025-11-28'));
		if (!friday) throw new Error('no session');
		expect([friday.open, friday.close]).toEqual([Date.UTC(2025, 10, 28, 14, 30), Date.UTC(2025, 10, 28, 18)]);
		expect(sessionAt(friday.open)).toBe(friday);
		expect(sessionAt(friday.open - 1)).toBeUndefined();
		expect(sessionAt(friday.close - 1)).toBe(friday);
		expect(sessionAt(friday.close)).toBeUndefined();
		expect(lastOpened(friday.open)).toBe(friday);
		expect(lastOpened(friday.open - 1)?.date).toBe('2025-11-26');
		expect(lastOpened(friday.close + 40 * HOUR)).toBe(friday);
		expect(nextToOpen(friday.open - 1)).toBe(friday);
		expect(nextToOpen(friday.open)?.date).toBe('2025-12-01');
		expect(lastOpened(Date.UTC(1997, 0, 1))).toBeUndefined();
	});

	it('moves with daylight saving, not with a fixed window', () => {
		const open = (date: string): string => new Date(sessionOn(d(date))?.open ?? 0).toISOString().slice(11, 16);
		expect(['2025-11-03', '2025-11-05', '2026-03-09', '2024-03-11', '2024-03-08'].map(open)).toEqual([
			'14:30',
			'14:30',
			'13:30',
			'13:30',
			'14:30',
		]);
		expect(['2006-04-03', '2006-03-31', '2006-10-30', '2007-03-12'].map(open)).toEqual(['13:30', '14:30', '14:30', '13:30']);
	});

	it('takes closures that an administrator adds', () => {
		const own = createCalendar([
			{ date: d('2026-02-03'), type: 'full', name: 'Storm' },
			{ date: d('2026-02-04'), type: 'early-close', name: 'Storm' },
			{ date: d('2026-02-07'), type: 'full', name: 'A Saturday' },
		]);
		expect(own.sessionOn(d('2026-02-03'))).toBeUndefined();
		expect(own.holidayOn(d('2026-02-03'))).toEqual({ date: '2026-02-03', type: 'full', name: 'Storm' });
		expect(own.sessionOn(d('2026-02-04'))?.slots).toBe(14);
		expect(own.holidayOn(d('2026-02-07'))).toBeUndefined();
		expect(own.sessionOn(d('2026-02-05'))?.ordinal).toBe((sessionOn(d('2026-02-05'))?.ordinal ?? 0) - 1);
		expect(holidayOn(d('2026-02-03'))).toBeUndefined();
	});

	it('takes a closure that an administrator adds instead of the holiday of that day', () => {
		const own = createCalendar([
			{ date: d('2026-12-24'), type: 'full', name: 'Storm' },
			{ date: d('2026-12-25'), type: 'early-close', name: 'Open' },
		]);
		expect(own.holidaysBetween(d('2026-12-01'), d('2026-12-31')).map(({ date, type }) => `${date} ${type}`)).toEqual([
			'2026-12-24 full',
			'2026-12-25 early-close',
		]);
		expect(own.sessionOn(d('2026-12-24'))).toBeUndefined();
		expect(own.sessionOn(d('2026-12-25'))?.early).toBe(true);
		expect(own.sessionsBetween(d('2026-12-24'), d('2026-12-28')).map(({ date }) => date)).toEqual(['2026-12-25', '2026-12-28']);
	});
});
