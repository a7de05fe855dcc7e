import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, type UtcMs, utcMs } from '../time/units.ts';
import { newYorkDate, newYorkMinute, newYorkToUtc } from '../time/zone.ts';
import { findInterval, intervalStartHour, isWeekend, type MentionTimeframe, shiftDaysBack } from './interval.ts';
import {
	addToShape,
	COMPLETED_SHAPE,
	computeLift,
	createShapeSums,
	estimateShape,
	MIN_DAYS,
	measureAttention,
	PRIOR_MENTIONS,
	projectTotal,
} from './measure.ts';
import type { MentionHour, MentionHours } from './mention-hours.ts';
import { computeUsualBands } from './ticker-series.ts';
import { findUrgentHour } from './urgent.ts';

function attentionColumns(...args: Parameters<typeof measureAttention>) {
	return finished(measureAttention(...args));
}

function finished<T>(work: Iterator<unknown, T>): T {
	let piece = work.next();
	while (!piece.done) piece = work.next();
	return piece.value;
}

function urgentHour(...args: Parameters<typeof findUrgentHour>) {
	return finished(findUrgentHour(...args));
}

function at(text: string): UtcMs {
	return utcMs(Date.parse(text));
}

describe('the interval of the last counted hour', () => {
	it.each<[MentionTimeframe, string, string, string]>([
		// 11:00 in New York on a summer's day.
		['one_hour', '2024-05-01T15:00:00Z', '2024-05-01T14:00:00Z', '2024-05-01T15:00:00Z'],
		['four_hours', '2024-05-01T15:00:00Z', '2024-05-01T12:00:00Z', '2024-05-01T16:00:00Z'],
		['day', '2024-05-01T15:00:00Z', '2024-05-01T04:00:00Z', '2024-05-02T04:00:00Z'],
		// At midnight yesterday is complete, and nothing of today is counted.
		['day', '2024-05-01T04:00:00Z', '2024-04-30T04:00:00Z', '2024-05-01T04:00:00Z'],
		// Days with a clock change have 23 and 25 hours.
		['day', '2024-03-10T12:00:00Z', '2024-03-10T05:00:00Z', '2024-03-11T04:00:00Z'],
		['day', '2024-11-03T12:00:00Z', '2024-11-03T04:00:00Z', '2024-11-04T05:00:00Z'],
	])('%s at %s', (timeframe, until, from, to) => {
		expect(findInterval(timeframe, at(until))).toEqual({ from: at(from), until: at(until), to: at(to) });
	});

	it('is compared with the same hours of the clock, whatever the season', () => {
		const running = findInterval('four_hours', at('2024-03-12T15:00:00Z'));
		expect(shiftDaysBack(running, 7)).toEqual({
			from: at('2024-03-05T13:00:00Z'),
			until: at('2024-03-05T16:00:00Z'),
			to: at('2024-03-05T17:00:00Z'),
		});
		expect(shiftDaysBack(running, 0)).toEqual(running);
		// A complete day, an hour before midnight, and the hour at midnight.
		const whole = findInterval('day', at('2024-05-02T04:00:00Z'));
		expect(shiftDaysBack(whole, 1)).toEqual({
			from: at('2024-04-30T04:00:00Z'),
			until: at('2024-05-01T04:00:00Z'),
			to: at('2024-05-01T04:00:00Z'),
		});
		const late = findInterval('one_hour', at('2024-05-02T04:00:00Z'));
		expect(shiftDaysBack(late, 2)).toEqual({
			from: at('2024-04-30T03:00:00Z'),
			until: at('2024-04-30T04:00:00Z'),
			to: at('2024-04-30T04:00:00Z'),
		});
		expect([
			intervalStartHour(at('2024-05-02T04:00:00Z')),
			intervalStartHour(at('2024-05-02T03:59:59Z')),
			intervalStartHour(at('2024-05-01T17:30:00Z')),
		]).toEqual([0, 23, 13]);
		expect([isWeekend(at('2024-05-04T03:59:59Z')), isWeekend(at('2024-05-06T03:59:59Z')), isWeekend(at('2024-05-05T12:00:00Z'))]).toEqual([
			false,
			true,
			true,
		]);
		expect([isWeekend(at('2024-05-04T12:00:00Z')), isWeekend(at('2024-05-06T12:00:00Z'))]).toEqual([true, false]);
	});
});

describe('an unfinished interval', () => {
	it('is scaled by the pooled share, with what chance and the shape add to its error', () => {
		// Two days: 10 of 40 and 30 of 60 by the point. R = 40 / 100.
		const sums = { days: 5, a: 40, t: 100, aa: 1000, at: 2200, tt: 5200 };
		const shape = estimateShape(sums);
		expect(shape?.share).toBeCloseTo(0.4, 12);
		// (10 / 0.4 - 40)^2 + (30 / 0.4 - 60)^2 = 450; chance alone: 100 * 0.6 / 0.4 = 150; c^2 = 300 / 5200.
		expect(shape?.variation).toBeCloseTo(Math.sqrt(300 / 5200), 12);
		const { value, error } = projectTotal(20, shape as NonNullable<typeof shape>);
		expect(value).toBeCloseTo(50, 12);
		// 50 * 0.6 / 0.4 + 300 / 5200 * 2500
		expect(error).toBeCloseTo(Math.sqrt(75 + (300 / 5200) * 2500), 12);
		expect(estimateShape({ ...sums, days: 4 })).toBeUndefined();
		expect(estimateShape(createShapeSums())).toBeUndefined();
	});

	it('has no more misses than none, and a share of the whole that days and tickers make together', () => {
		// Every day has half of its mentions by then: no error of the shape, though chance would allow one.
		const even = createShapeSums();
		for (let day = 0; day < 6; day++) addToShape(even, 4 + day, 8 + 2 * day);
		even.days = 6;
		expect(estimateShape(even)).toEqual({ days: 6, share: 0.5, variation: 0 });
		const odd = createShapeSums();
		for (const [part, whole] of [
			[10, 40],
			[30, 60],
		] as const)
			addToShape(odd, part, whole);
		expect(odd).toEqual({ days: 0, a: 40, t: 100, aa: 1000, at: 2200, tt: 5200 });
		expect(COMPLETED_SHAPE).toEqual({ days: 0, share: 1, variation: 0 });
		expect(estimateShape({ ...odd, days: 9, a: 0 })).toBeUndefined();
		expect(estimateShape({ ...odd, days: 9 })?.days).toBe(9);
	});

	it('of which little has been seen errs as if it were one', () => {
		for (const [count, value] of [
			[0.2, 0.4],
			[0.5, 1],
			[3, 6],
		] as const) {
			const found = projectTotal(count, { days: 20, share: 0.5, variation: 0.1 });
			expect(found.value).toBeCloseTo(value, 12);
			expect(found.error).toBeCloseTo(Math.sqrt(Math.max(1, value) + (0.1 * value) ** 2), 12);
		}
		expect(projectTotal(7, COMPLETED_SHAPE)).toEqual({ value: 7, error: 0 });
	});

	it('of which nothing has been seen is not sure to stay at nothing', () => {
		const { value, error } = projectTotal(0, { days: 20, share: 0.5, variation: 0.2 });
		expect([value, error]).toEqual([0, 1]);
	});
});

/** Hours in memory as written in a test: a list of rows' mentions, or undefined if the source wasn't counted. */
function reported(rows: number, notify: (source: number, ms: number) => readonly (number | null)[] | undefined): MentionHours {
	return {
		rows,
		hour: (source, ms): MentionHour | undefined => {
			const counts = notify(source, ms);
			if (!counts) return undefined;
			const mentioned = counts.flatMap((count, row) => (count ? [{ row, count }] : []));
			return {
				rows: mentioned.map(({ row }) => row),
				mentions: mentioned.map(({ count }) => count),
				retweets: mentioned.map(() => 0),
				authors: mentioned.map(() => -1),
				counted: counts.every((count) => count !== null) ? 'all' : Uint8Array.from(counts, (count) => (count === null ? 0 : 1)),
			};
		},
	};
}

const UNTIL = at('2024-05-01T15:00:00Z');
const DAY_QUESTION = { timeframe: 'day', source: undefined, withRetweets: false } as const;

describe('mentions beside their own past', () => {
	it('are the sum of the sources that count the row, over days that the same sources counted', () => {
		// Row 0 in both sources, row 1 only in the second. The first source starts ten days ago: row 0 can be compared on only ten days.
		const begun = UNTIL - 10 * 24 * HOUR;
		const columns = attentionColumns(
			reported(2, (source, ms) => (source === 0 ? (ms >= begun ? [1, null] : undefined) : [1, 2])),
			DAY_QUESTION,
			UNTIL,
		);
		expect([...columns.count]).toEqual([22, 22]);
		expect([...columns.sources]).toEqual([3, 2]);
		expect(columns.days[0]).toBeLessThan(11);
		expect(columns.usualSoFar.mean[0]).toBeNaN();
		expect([columns.days[1], columns.usualSoFar.mean[1], columns.usualWholeInterval.mean[1]]).toEqual([30, 22, 48]);
	});

	it('leave out a day of which an hour is missing, and are unknown where an hour of the running interval is', () => {
		const lost = newYorkToUtc(newYorkDate(UNTIL - 3 * 24 * HOUR), 5, 0);
		const hours = reported(1, (source, ms) => (source === 1 || ms === lost ? undefined : [3]));
		const columns = attentionColumns(hours, DAY_QUESTION, UNTIL);
		expect([columns.days[0], columns.usualSoFar.mean[0], columns.usualSoFar.sd[0]]).toEqual([29, 33, 0]);
		const now = attentionColumns(
			reported(1, (source, ms) => (source === 1 || ms === UNTIL - 2 * HOUR ? undefined : [3])),
			DAY_QUESTION,
			UNTIL,
		);
		expect(now.count[0]).toBeNaN();
		expect(now.sources[0]).toBe(0);
	});

	it('have a mean and a deviation that a hand can work out', () => {
		// Day d of the thirty past days has d mentions in its first hour.
		const hours = reported(1, (source, ms) => {
			if (source === 1) return undefined;
			const day = Math.round((Date.parse(`${newYorkDate(UNTIL)}T00:00:00Z`) - Date.parse(`${newYorkDate(ms)}T00:00:00Z`)) / 86_400_000);
			return [newYorkMinute(ms) < 60 && day >= 1 ? day : 0];
		});
		const { usualSoFar, count } = attentionColumns(hours, DAY_QUESTION, UNTIL);
		expect(count[0]).toBe(0);
		expect(usualSoFar.mean[0]).toBeCloseTo(15.5, 12);
		// n = 30: (n^2 - 1) / 12 * n / (n - 1)
		expect(usualSoFar.sd[0]).toBeCloseTo(Math.sqrt(((900 - 1) / 12) * (30 / 29)), 12);
		expect(computeLift(0, 15.5)).toBeCloseTo(5 / 20.5, 12);
	});

	it('are usual from twenty known days on', () => {
		const known = (days: number) => {
			const begun = shiftDaysBack(findInterval('day', UNTIL), days).from;
			return attentionColumns(
				reported(1, (source, ms) => (source === 0 && ms >= begun ? [2] : undefined)),
				DAY_QUESTION,
				UNTIL,
			);
		};
		const [few, enough] = [known(19), known(20)];
		expect([few.days[0], few.usualSoFar.mean[0], few.usualSoFar.sd[0], few.usualWholeInterval.mean[0]]).toEqual([
			19,
			Number.NaN,
			Number.NaN,
			Number.NaN,
		]);
		expect([enough.days[0], enough.usualSoFar.mean[0], enough.usualSoFar.sd[0], enough.usualWholeInterval.mean[0]]).toEqual([
			20, 22, 0, 48,
		]);
		expect([MIN_DAYS, PRIOR_MENTIONS]).toEqual([20, 5]);
	});

	it('never look at an hour that had not ended', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 }),
				fc.integer({ min: 1, max: 900 }),
				(base, later) => {
					const before = reported(3, (source, ms) => base.slice(0, 3).map((count) => (count * (1 + source) + ms / HOUR) % 7));
					const after = reported(3, (source, ms) =>
						ms >= UNTIL
							? [later, later, later]
							: before.hour(source, ms) && base.slice(0, 3).map((count) => (count * (1 + source) + ms / HOUR) % 7),
					);
					expect(attentionColumns(after, DAY_QUESTION, UNTIL)).toEqual(attentionColumns(before, DAY_QUESTION, UNTIL));
					expect(urgentHour(after, DAY_QUESTION, UNTIL)).toEqual(urgentHour(before, DAY_QUESTION, UNTIL));
				},
			),
			{ numRuns: 5 },
		);
	});
});

describe('an urgent hour', () => {
	/** Row 0: its hours have 1 to 720 mentions, once each; the last hour as given. */
	const ladder = (last: number) =>
		reported(1, (source, ms) => {
			if (source === 1) return undefined;
			const ago = Math.round((UNTIL - ms) / HOUR) - 1;
			return [ago === 0 ? last : ago <= 720 ? ago : 0];
		});

	it('lies above all but three of the 720 hours before: their 99.5th percentile by nearest rank is 717', () => {
		const at717 = urgentHour(ladder(717), DAY_QUESTION, UNTIL);
		expect([at717.tested, at717.threshold[0], at717.countedPastHours[0], at717.urgentRows.length]).toEqual([1, 717, 720, 0]);
		expect([...urgentHour(ladder(718), DAY_QUESTION, UNTIL).urgentRows]).toEqual([0]);
		// 718, 719 and 720 are above it: three in 720 by chance.
		expect(at717.expected).toBeCloseTo(3 / 720, 12);
		// At the same hour of the earlier days, none: counts rise towards the past, and the largest isn't at this hour, but thirty days before.
		expect(at717.countsOnEarlierDays).toHaveLength(30);
		expect(at717.countsOnEarlierDays.filter((count) => count > 0)).toEqual([1]);
	});

	it('needs 480 known hours', () => {
		const begun = UNTIL - 480 * HOUR;
		expect(
			urgentHour(
				reported(1, (source, ms) => (source === 0 && ms >= begun ? [1] : undefined)),
				DAY_QUESTION,
				UNTIL,
			).tested,
		).toBe(0);
		expect(
			urgentHour(
				reported(1, (source, ms) => (source === 0 && ms >= begun - HOUR ? [1] : undefined)),
				DAY_QUESTION,
				UNTIL,
			).tested,
		).toBe(1);
	});

	it('is ranked by how far beyond, and untested rows are never in it', () => {
		const found = urgentHour(
			reported(3, (source, ms) =>
				source === 1 ? undefined : ms === UNTIL - HOUR ? [10, 100, 7] : ms > UNTIL - 100 * HOUR ? [2, 60, 0] : [2, 60, null],
			),
			DAY_QUESTION,
			UNTIL,
		);
		// 15 / 7 against 105 / 65.
		expect([...found.urgentRows]).toEqual([0, 1]);
	});
});

describe('what is usual by the hour of the day', () => {
	it('is a mean with its tenths by nearest rank, without the interval that runs', () => {
		const starts = Array.from({ length: 11 }, (_, i) => newYorkToUtc(newYorkDate(UNTIL + i * 24 * HOUR), 9, 0));
		const values = [1, 2, 3, 4, 5, 6, 7, 8, null, 10, 999];
		expect(computeUsualBands(starts, values)).toEqual([{ hour: 9, days: 9, mean: 46 / 9, low: 1, high: 10 }]);
	});
});
