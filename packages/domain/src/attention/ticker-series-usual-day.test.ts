import { describe, expect, it } from 'vitest';
import { exchangeDate } from '../time/units.ts';
import { newYorkDate } from '../time/zone.ts';
import type { MentionHour, MentionHours } from './mention-hours.ts';
import { measureUsualDay } from './ticker-series.ts';

const DATE = exchangeDate('2026-06-30');
const ALL = 'all' as const;

/** Row 0 is mentioned once an hour, plus the day of the month at midday; row 1 is counted by the first source only; row 2 never mentioned. */
function hoursOf(isKnown: (source: number, date: string) => boolean): MentionHours {
	return {
		rows: 3,
		hour: (source, ms): MentionHour | undefined => {
			const date = newYorkDate(ms);
			if (!isKnown(source, date)) return undefined;
			const noon = new Date(ms).toISOString().slice(11, 13) === '16';
			return {
				rows: [0, 1],
				mentions: [1 + (noon ? Number(date.slice(8)) : 0), 2],
				retweets: [9, 9],
				authors: [1, 1],
				counted: source === 0 ? ALL : Uint8Array.of(1, 0, 1),
			};
		},
	};
}

function usual(hours: MentionHours): number[] {
	const work = measureUsualDay(hours, DATE);
	for (let piece = work.next(); ; piece = work.next()) if (piece.done) return [...piece.value];
}

/** Weekdays from 05/31 to 06/29/2026, without computing them: the month's Saturdays are 6, 13, 20 and 27. */
const WEEKDAYS = [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 22, 23, 24, 25, 26, 29];

describe('the usual mentions of a day', () => {
	it('are the mean of the weekdays before, over the sources that count the ticker', () => {
		const mean = WEEKDAYS.reduce((sum, day) => sum + 24 + day, 0) / WEEKDAYS.length;
		const [both, one, none] = usual(hoursOf(() => true));
		expect(both).toBeCloseTo(2 * mean, 9);
		// The stray counts of the second source don't count.
		expect([one, none]).toEqual([48, 0]);
	});

	it('leave out days with a missing hour, and are unknown for fewer than ten', () => {
		const lost = (days: readonly number[]) => (source: number, date: string) => source === 0 || !days.includes(Number(date.slice(8)));
		const known = WEEKDAYS.slice(11);
		const [both, one] = usual(hoursOf(lost(WEEKDAYS.slice(0, 11))));
		expect(both).toBeCloseTo((2 * known.reduce((sum, day) => sum + 24 + day, 0)) / known.length, 9);
		expect(one).toBe(48);
		expect(usual(hoursOf(lost(WEEKDAYS.slice(0, 12))))[0]).toBeNaN();
	});

	it('are those of the remaining source after another stopped', () => {
		const mean = WEEKDAYS.reduce((sum, day) => sum + 24 + day, 0) / WEEKDAYS.length;
		expect(usual(hoursOf((source, date) => source === 0 || date < '2026-06-29'))[0]).toBeCloseTo(mean, 9);
		expect(usual(hoursOf(() => false))).toEqual([Number.NaN, Number.NaN, Number.NaN]);
	});

	it('never read the date itself or later', () => {
		const read: string[] = [];
		const hours = hoursOf((_, date) => read.push(date) > 0);
		usual(hours);
		expect(read.toSorted().at(-1)).toBe('2026-06-29');
	});
});
