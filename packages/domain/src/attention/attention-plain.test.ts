import { describe, expect, it } from 'vitest';
import { MENTION_SOURCES } from '../prices/blocks.ts';
import { mean } from '../statistics/moments.ts';
import { createRandom } from '../testing/random.ts';
import { HOUR, type UtcMs, utcMs } from '../time/units.ts';
import { findInterval, intervalStartHour, isWeekend, shiftDaysBack } from './interval.ts';
import { type AttentionColumns, computeLift, estimateShape, type MentionQuery, measureAttention } from './measure.ts';
import { countAuthors, type MentionHour, type MentionHours, sumHours } from './mention-hours.ts';
import { computeUsualBands, createTickerSeries } from './ticker-series.ts';
import { findUrgentHour, type UrgentHour } from './urgent.ts';

const ROWS = 5;

function at(text: string): UtcMs {
	return utcMs(Date.parse(text));
}

interface Expected {
	mentions: number;
	retweets: number;
	authors: number;
}
/** The answer for a row in an hour: null if not counted, undefined without mentions. */
type Cell = Expected | null | undefined;

/**
 * Random but repeatable hours of both sources. `lost`: number of hours missing in a source, and of rows per hour; `loud`: an hour with many
 * mentions.
 */
function randomHours(seed: number, lost: number, loud = 0) {
	const known = new Map<number, readonly Cell[] | undefined>();
	const cells = (source: number, ms: number): readonly Cell[] | undefined => {
		const name = 2 * (ms / HOUR) + source;
		if (known.has(name)) return known.get(name);
		const random = createRandom(seed * 1_000_003 + source * 7_919 + ms / HOUR);
		const made = random.nextBoolean(lost)
			? undefined
			: Array.from({ length: ROWS }, (_, row): Cell => {
					// The last row is counted by the second source only, and wasn't counted before recently.
					if (row === ROWS - 1 && source === 0) return null;
					if (random.nextBoolean(lost / 4)) return null;
					if (random.nextBoolean(0.3)) return undefined;
					const limit = ms === loud ? 60 : random.nextBoolean(0.01) ? 40 : 4;
					return {
						mentions: random.nextInteger(limit),
						retweets: random.nextInteger(3),
						authors: random.nextBoolean(0.02) ? -1 : random.nextInteger(4),
					};
				});
		known.set(name, made);
		return made;
	};
	const hour = (source: number, ms: number): MentionHour | undefined => {
		const hourCells = cells(source, ms);
		if (!hourCells) return undefined;
		// A count for a row that a source doesn't cover is ignored.
		const stray = { mentions: 50, retweets: 7, authors: 3 };
		const reported = hourCells.flatMap((cell, row) => (cell === undefined ? [] : [{ row, ...(cell ?? stray) }]));
		return {
			rows: reported.map(({ row }) => row),
			mentions: reported.map(({ mentions }) => mentions),
			retweets: reported.map(({ retweets }) => retweets),
			authors: reported.map(({ authors }) => authors),
			counted: hourCells.includes(null) ? Uint8Array.from(hourCells, (cell) => Number(cell !== null)) : 'all',
		};
	};
	const hours: MentionHours = { rows: ROWS, hour };
	/** Values of one row and source hour by hour; undefined if one of them was not counted. */
	const sentIn = (source: number, row: number, from: number, to: number): Expected[] | undefined => {
		const list = Array.from({ length: (to - from) / HOUR }, (_, i): Cell => {
			const hourCells = cells(source, from + i * HOUR);
			return hourCells ? hourCells[row] : null;
		});
		return list.includes(null) ? undefined : list.filter((cell) => cell !== undefined && cell !== null);
	};
	return { hours, sentIn };
}

type Random = ReturnType<typeof randomHours>;
/** Generated once for all tests. */
const drawn = new Map<string, Random>();

function sameHours(seed: number, lost: number): Random {
	const random = drawn.get(`${seed} ${lost}`) ?? randomHours(seed, lost);
	drawn.set(`${seed} ${lost}`, random);
	return random;
}

function total<T>(list: readonly T[], value: (one: T) => number): number {
	return list.reduce((sum, one) => sum + value(one), 0);
}

function weigh({ withRetweets }: Pick<MentionQuery, 'withRetweets'>) {
	return ({ mentions, retweets }: Expected): number => mentions + (withRetweets ? retweets : 0);
}

function authorsOf(reported: readonly Expected[]): number {
	return reported.some(({ authors }) => authors < 0) ? Number.NaN : total(reported, ({ authors }) => authors);
}

function finished<T>(work: Iterator<unknown, T>): { value: T; turns: number } {
	let turns = 0;
	for (let piece = work.next(); ; piece = work.next()) {
		if (piece.done) return { value: piece.value, turns };
		turns++;
	}
}

function rounded(values: Iterable<number>): number[] {
	return Array.from(values, (value) => Math.round(value * 1e9) / 1e9 || value * 0);
}

function plainAttention({ sentIn }: Random, question: MentionQuery, until: UtcMs) {
	const interval = findInterval(question.timeframe, until);
	const weight = weigh(question);
	const rows = Array.from({ length: ROWS }, (_, row) => {
		const sources = sourcesOf(question).filter((source) => sentIn(source, row, interval.from, until));
		const togetherIn = (from: number, to: number): Expected[] | undefined => {
			const each = sources.map((source) => sentIn(source, row, from, to));
			return sources.length === 0 || each.includes(undefined) ? undefined : each.flatMap((list) => list ?? []);
		};
		const days = Array.from({ length: 30 }, (_, day) => shiftDaysBack(interval, day + 1)).flatMap((before) => {
			const whole = togetherIn(before.from, before.to);
			if (!whole) return [];
			const part = togetherIn(before.from, before.until) as Expected[];
			return [
				{ isLike: isWeekend(before.from) === isWeekend(interval.from), from: before.from, a: total(part, weight), t: total(whole, weight) },
			];
		});
		return { sources, days, now: togetherIn(interval.from, until) };
	});
	const usual = (key: 'a' | 't'): AttentionColumns['usualSoFar'] => {
		const columns = rows.map(({ days }) => {
			const values = days.map((day) => day[key]);
			const middle = mean(values) as number;
			return values.length < 20
				? [Number.NaN, Number.NaN]
				: [middle, Math.sqrt(total(values, (value) => (value - middle) ** 2) / (values.length - 1))];
		}) as [number, number][];
		return { mean: Float64Array.from(columns, ([middle]) => middle), sd: Float64Array.from(columns, ([, sd]) => sd) };
	};
	const like = rows.flatMap(({ days }) => days.filter(({ isLike }) => isLike));
	const sums = {
		days: new Set(like.map(({ from }) => from)).size,
		a: total(like, ({ a }) => a),
		t: total(like, ({ t }) => t),
		aa: total(like, ({ a }) => a * a),
		at: total(like, ({ a, t }) => a * t),
		tt: total(like, ({ t }) => t * t),
	};
	return {
		interval,
		count: rows.map(({ now }) => (now ? total(now, weight) : Number.NaN)),
		authors: rows.map(({ now }) => (now ? authorsOf(now) : Number.NaN)),
		sources: rows.map(({ sources }) => total(sources, (source) => 2 ** source)),
		days: rows.map(({ days }) => days.length),
		soFar: usual('a'),
		whole: usual('t'),
		shape: until < interval.to ? estimateShape(sums) : { days: 0, share: 1, variation: 0 },
	};
}

function sourcesOf({ source }: Pick<MentionQuery, 'source'>): number[] {
	return source === undefined ? [0, 1] : [source];
}

/** A Wednesday afternoon, a Sunday, a midnight, and two weeks after a clock change. */
const INSTANTS = ['2024-05-01T15:00:00Z', '2024-05-05T09:00:00Z', '2024-05-02T04:00:00Z', '2024-03-21T21:00:00Z'].map(at);
const QUESTIONS = (['one_hour', 'four_hours', 'day'] as const).flatMap((timeframe) =>
	[undefined, 0, 1].map((source): MentionQuery => ({ timeframe, source, withRetweets: source !== 0 })),
);

describe('mentions beside their own past', () => {
	it.each(QUESTIONS)('are of each row what its counted hours say: %j', (question) => {
		for (const [seed, until] of INSTANTS.entries())
			for (const lost of seed < 2 ? [0, 0.01, 0.15] : [0.004]) {
				const random = sameHours(seed, lost);
				const { value: found, turns } = finished(measureAttention(random.hours, question, until));
				const expected = plainAttention(random, question, until);
				expect(turns).toBe(30);
				expect(found.rowCount).toBe(ROWS);
				expect(found.interval).toEqual(expected.interval);
				for (const column of ['count', 'authors', 'sources', 'days'] as const) expect([...found[column]]).toEqual(expected[column]);
				for (const [a, b] of [
					[found.usualSoFar.mean, expected.soFar.mean],
					[found.usualSoFar.sd, expected.soFar.sd],
					[found.usualWholeInterval.mean, expected.whole.mean],
					[found.usualWholeInterval.sd, expected.whole.sd],
				] as const)
					expect(rounded(a)).toEqual(rounded(b));
				expect(found.shape?.days).toBe(expected.shape?.days);
				expect(rounded([found.shape?.share ?? -1, found.shape?.variation ?? -1])).toEqual(
					rounded([expected.shape?.share ?? -1, expected.shape?.variation ?? -1]),
				);
			}
	});

	it('sum only hours that were counted whole, and know the authors of those alone who said', () => {
		const random = randomHours(9, 0.1);
		const from = INSTANTS[0] as UtcMs;
		for (let start = 0; start < 60; start++)
			for (const source of [0, 1]) {
				const span = [from + start * HOUR, from + (start + 1 + (start % 4)) * HOUR] as const;
				const found = sumHours(random.hours, source, ...span, true);
				for (let row = 0; row < ROWS; row++) {
					const reported = random.sentIn(source, row, ...span);
					expect(found.lacking[row]).toBe(Number(reported === undefined));
					if (!reported) continue;
					expect(found.total[row]).toBe(total(reported, weigh({ withRetweets: true })));
					expect(found.authors[row]).toBe(authorsOf(reported));
					const hour = span[0];
					const counting = [0, 1].filter((each) => random.sentIn(each, row, hour, hour + HOUR));
					const first = counting.flatMap((each) => random.sentIn(each, row, hour, hour + HOUR) ?? []);
					expect(countAuthors(random.hours, counting, row, hour)).toBe(authorsOf(first));
				}
			}
	});
});

function plainUrgent({ sentIn }: Random, question: Pick<MentionQuery, 'source' | 'withRetweets'>, until: UtcMs) {
	const now = until - HOUR;
	const weight = weigh(question);
	const rows = Array.from({ length: ROWS }, (_, row) => {
		const sources = sourcesOf(question).filter((source) => sentIn(source, row, now, until));
		const expectedAt = (ms: number): Expected[] | undefined => {
			const each = sources.map((source) => sentIn(source, row, ms, ms + HOUR));
			return each.includes(undefined) ? undefined : each.flatMap((list) => list ?? []);
		};
		const countAt = (ms: number): number | undefined => {
			const reported = expectedAt(ms);
			return reported && total(reported, weight);
		};
		const past = Array.from({ length: 720 }, (_, i) => countAt(now - (i + 1) * HOUR)).filter((count) => count !== undefined);
		const isTested = sources.length > 0 && past.length >= 480;
		// The 99.5th percentile by nearest rank.
		const threshold = isTested ? past.toSorted((a, b) => b - a)[Math.floor(past.length * 0.005)]! : Number.NaN;
		const isBeyond = (ms: number): boolean => (countAt(ms) ?? 0) > threshold;
		return { row, sources, isTested, past, threshold, isBeyond, countAt, authors: authorsOf(expectedAt(now) ?? []) };
	});
	const tested = rows.filter(({ isTested }) => isTested);
	const received = rows.filter(({ sources }) => sources.length > 0);
	const lift = (row: (typeof rows)[number]): number => computeLift(row.countAt(now) as number, row.threshold);
	const beyond = rows.filter(({ isBeyond }) => isBeyond(now)).sort((a, b) => lift(b) - lift(a) || a.row - b.row);
	const before = Array.from({ length: 30 }, (_, day) => shiftDaysBack({ from: utcMs(now), until, to: until }, day + 1).from);
	return {
		hour: now,
		tested: tested.length,
		expected: total(tested, ({ past, threshold }) => past.filter((count) => count > threshold).length / past.length),
		countsOnEarlierDays: before.flatMap((ms) =>
			received.length > 0 && received.every(({ countAt }) => countAt(ms) === undefined)
				? []
				: [rows.filter(({ isBeyond }) => isBeyond(ms)).length],
		),
		urgentRows: beyond.map(({ row }) => row),
		counts: rows.map(({ sources, countAt }) => (sources.length > 0 ? countAt(now) : Number.NaN)),
		threshold: rows.map((row) => row.threshold),
		countedPastHours: rows.map(({ past }) => past.length),
		authors: rows.map((row) => (beyond.includes(row) ? row.authors : Number.NaN)),
		sources: rows.map(({ sources }) => total(sources, (source) => 2 ** source)),
	};
}

describe('an urgent hour', () => {
	it.each([undefined, 0, 1])('is of each row what its own 720 hours say, of source %s', (source) => {
		let beyond = 0;
		for (let seed = 1; seed <= 12; seed++) {
			const question = { source, withRetweets: seed % 2 === 0 };
			const until = utcMs(INSTANTS[seed % INSTANTS.length]! + 7 * seed * HOUR);
			const random = randomHours(seed, [0, 0.02, 0.2][seed % 3]!, until - HOUR);
			const { value: found, turns } = finished<UrgentHour>(findUrgentHour(random.hours, question, until));
			const { expected, ...plainColumns } = plainUrgent(random, question, until);
			expect(turns).toBe(30);
			expect(found.expected).toBeCloseTo(expected, 9);
			const columns = Object.fromEntries(
				Object.entries(found).map(([name, column]) => [name, ArrayBuffer.isView(column) ? [...(column as Float64Array)] : column]),
			);
			expect(columns).toMatchObject(plainColumns);
			beyond += found.urgentRows.length;
		}
		expect(beyond).toBeGreaterThan(9);
	});

	it('has its four largest hours in the order of their size, whatever the order in which they came', () => {
		const values = [9, 3, 7, 8, 5, 6];
		const hours = (order: readonly number[]): MentionHours => ({
			rows: 2,
			hour: (source, ms) => {
				const ago = (INSTANTS[0]! - HOUR - ms) / HOUR;
				const count = ago === 0 ? 7 : (values[order[ago - 1] ?? -1] ?? 1);
				return source === 1 ? undefined : { rows: [1], mentions: [count], retweets: [9], authors: [2], counted: 'all' };
			},
		});
		for (const order of [
			[0, 1, 2, 3, 4, 5],
			[5, 4, 3, 2, 1, 0],
			[2, 0, 3, 5, 1, 4],
			[3, 0, 2, 5, 4, 1],
		]) {
			const { value } = finished(findUrgentHour(hours(order), { source: undefined, withRetweets: false }, INSTANTS[0] as UtcMs));
			expect([value.threshold[1], [...value.urgentRows], value.authors[1]]).toEqual([6, [1], 2]);
		}
	});
});

describe('the series of one ticker', () => {
	it.each([
		['day', 24],
		['four_hours', 4],
		['one_hour', 1],
	] as const)('has every %s of thirty days and the one that runs, and what each source counted whole in it', (timeframe, width) => {
		const random = randomHours(21, 0.01);
		const until = INSTANTS[0] as UtcMs;
		for (const row of [0, ROWS - 1]) {
			const found = createTickerSeries(random.hours, row, timeframe, until);
			const running = findInterval(timeframe, until);
			expect([found.until, found.to]).toEqual([until, running.to]);
			const intervals = (30 * 24) / width;
			expect(found.starts).toEqual(Array.from({ length: intervals + 1 }, (_, i) => running.from - (intervals - i) * width * HOUR));
			expect(found.sources.map(({ source }) => source)).toEqual(MENTION_SOURCES.map((_, source) => source));
			for (const { source, mentions, retweets, authors } of found.sources) {
				const reported = found.starts.map((start, i) => random.sentIn(source, row, start, i === intervals ? until : start + width * HOUR));
				expect(mentions).toEqual(reported.map((list) => (list ? total(list, (one) => one.mentions) : null)));
				expect(retweets).toEqual(reported.map((list) => (list ? total(list, (one) => one.retweets) : null)));
				expect(authors).toEqual(reported.map((list) => (!list || Number.isNaN(authorsOf(list)) ? null : authorsOf(list))));
			}
		}
	});

	it('is usual by the hour of the day, from the least hour on', () => {
		const random = createRandom(5);
		const starts = Array.from({ length: 95 }, (_, i) => utcMs(INSTANTS[0]! + 4 * i * HOUR));
		const values = starts.map(() => (random.nextBoolean(0.2) ? null : random.nextInteger(50)));
		const expected = [...new Set(starts.map(intervalStartHour))]
			.sort((a, b) => a - b)
			.map((hour) => {
				const list = values.slice(0, -1).filter((value, i): value is number => value !== null && intervalStartHour(starts[i]!) === hour);
				const sorted = list.sort((a, b) => a - b);
				const rank = (tenths: number): number => sorted[Math.ceil((sorted.length * tenths) / 10) - 1]!;
				return { hour, days: list.length, mean: mean(list), low: rank(1), high: rank(9) };
			});
		expect(computeUsualBands(starts, values)).toEqual(expected);
		expect(computeUsualBands([], [])).toEqual([]);
		expect(computeUsualBands(starts.slice(0, 3), [4])).toEqual([
			{ hour: intervalStartHour(starts[0]!), days: 1, mean: 4, low: 4, high: 4 },
		]);
	});
});
