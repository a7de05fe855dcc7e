import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../faults/import-error.ts';
import { recogniseBarLayout } from './layout.ts';
import { completeLayout } from './settle-times.ts';
import { createTimeProfile } from './time-profile.ts';

const HEADER = 'symbol,time,open,high,low,close,volume';
const sessions = nyse.sessionsBetween(exchangeDate('2024-06-03'), exchangeDate('2024-06-28')).filter(({ slots }) => slots === 26);

/** The settled layout of a table with these rows: symbol and time, oldest first unless turned around. */
function settle(rows: readonly (readonly [symbol: string, time: string])[], options: Parameters<typeof completeLayout>[2] = {}) {
	const lines = rows.map(([symbol, time]) => Buffer.from(`${symbol},${time},1,1,1,1,1`));
	const found = recogniseBarLayout(HEADER, lines.slice(0, 64), 'all.csv', options);
	const { addRow, profile } = createTimeProfile(found);
	for (const line of lines) addRow(line, 0, line.length);
	return completeLayout(found, profile, options);
}

function iso(ms: number): string {
	return new Date(ms).toISOString();
}

const MINUTE = 60_000;

describe('settleTimes', () => {
	it('never takes a market for long bars because of a thin ticker, wherever it trades and in whatever order the rows are', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.nat(389), { minLength: 1, maxLength: 20 }),
				fc.boolean(),
				fc.boolean(),
				(minutes, byTime, isNewestFirst) => {
					const open = sessions[0]?.open ?? 0;
					const thin = minutes.toSorted((a, b) => a - b).map((m) => ['THIN', iso(open + m * MINUTE)] as const);
					const thick = Array.from({ length: 390 }, (_, m) => ['AAPL', iso(open + m * MINUTE)] as const);
					const rows = byTime ? [...thin, ...thick].sort((a, b) => a[1].localeCompare(b[1])) : [...thin, ...thick];
					const layout = settle(isNewestFirst ? rows.toReversed() : rows);
					expect([layout.interval, layout.direction, layout.shiftMs]).toEqual([null, isNewestFirst ? -1 : 1, 0]);
				},
			),
		);
	});

	it('takes one row a day for days, at whatever hour of the day they are stamped', () => {
		fc.assert(
			fc.property(fc.integer({ min: 4, max: 19 }), fc.integer({ min: 2, max: 15 }), (hour, count) => {
				const rows = sessions.slice(0, count).map(({ date }) => ['AAPL', `${date} ${String(hour).padStart(2, '0')}:00`] as const);
				expect(settle(rows).interval).toBe('day');
			}),
		);
	});

	it('refuses bars of half an hour and more by their name, however few', () => {
		fc.assert(
			fc.property(fc.constantFrom(30, 60, 120, 240), fc.integer({ min: 2, max: 60 }), (length, count) => {
				const all = sessions.flatMap(({ open, date }) =>
					Array.from({ length: Math.ceil(390 / length) }, (_, n) => [date, iso(open + n * length * MINUTE)] as const),
				);
				const rows = all.slice(0, count).map(([, time]) => ['AAPL', time] as const);
				expect(() => settle(rows)).toThrow(ImportError);
				expect(settle(rows, { interval: 15 }).interval).toBe(15);
			}),
		);
	});

	it('refuses bars that lie across quarter-hours by their name, also where rows are missing', () => {
		fc.assert(
			fc.property(fc.constantFrom(2, 4, 6, 10, 12, 20, 45), fc.nat(9), (length, missing) => {
				const rows = sessions
					.slice(0, 3)
					.flatMap(({ open }) =>
						Array.from({ length: Math.floor(390 / length) }, (_, n) => ['AAPL', iso(open + n * length * MINUTE)] as const),
					)
					.filter((_, n) => n % 10 !== missing);
				expect(() => settle(rows)).toThrow(`Its bars are of ${length} minutes`);
			}),
		);
	});

	it('refuses weeks and months whichever of them are missing', () => {
		fc.assert(
			fc.property(
				fc.constantFrom([7, 'weekly'] as const, [30.4, 'monthly'] as const),
				fc.uniqueArray(fc.nat(20), { minLength: 2 }),
				([step, name], places) => {
					const rows = places
						.toSorted((a, b) => a - b)
						.map((n) => ['AAPL', iso(Date.UTC(2022, 0, 7) + Math.round(n * step) * 24 * 60 * MINUTE).slice(0, 10)] as const);
					const isFar = name === 'weekly' ? 26 : 85;
					const gaps = rows.slice(1).map(([, day], n) => (Date.parse(day) - Date.parse(rows[n]?.[1] ?? '')) / (24 * 60 * MINUTE));
					expect(() => settle(rows)).toThrow(gaps.every((gap) => gap < isFar) ? name : 'bars');
				},
			),
		);
	});

	it('never shifts the minutes of a thin ticker, whose days run from 09:31 to the auction at 16:00 or from 09:30 to 15:59', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(5)), { minLength: 1, maxLength: 15 }), (shapes) => {
				const rows = shapes.flatMap(([isLate, phase], at) =>
					[0, ...Array.from({ length: 100 }, (_, n) => 2 + phase + Math.floor(n / 4) * 10 + (n % 4) + (n % 4 > 1 ? 2 : 0)), 389].map(
						(minute) => ['AAPL', iso((sessions[at]?.open ?? 0) + (minute + (isLate ? 1 : 0)) * MINUTE)] as const,
					),
				);
				expect(settle(rows).shiftMs).toBe(0);
			}),
		);
	});

	it('finds whether stamps are starts or ends, for each length of bars', () => {
		fc.assert(
			fc.property(fc.constantFrom(1, 3, 5, 15), fc.boolean(), fc.integer({ min: 1, max: 5 }), (length, areEnds, count) => {
				const rows = sessions
					.slice(0, count)
					.flatMap(({ open }) =>
						Array.from({ length: 390 / length }, (_, n) => ['AAPL', iso(open + (n + (areEnds ? 1 : 0)) * length * MINUTE)] as const),
					);
				expect(settle(rows).shiftMs).toBe(areEnds ? length * MINUTE : 0);
			}),
		);
	});
});
