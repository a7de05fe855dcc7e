import { MENTION_SOURCES } from '../prices/blocks.ts';
import type { UtcMs } from '../time/units.ts';
import { daysBefore, intervalUntil, isWeekend, type MentionInterval, type MentionTimeframe, PAST_DAYS } from './interval.ts';
import { type HourSums, type MentionHours, sumHours } from './mention-hours.ts';

/** What to count: one source, or all that cover a ticker; with or without retweets. */
export interface MentionQuestion {
	readonly timeframe: MentionTimeframe;
	/** Index into MENTION_SOURCES; undefined: all. */
	readonly source: number | undefined;
	readonly withRetweets: boolean;
}

/** With fewer of the 30 days, there is no mean. */
export const LEAST_DAYS = 20;
/** Added to both sides of a comparison, so that two mentions instead of none don't stand out. */
export const PRIOR = 5;

/** A value relative to its usual one: 1 is usual. */
export function liftOf(value: number, mean: number): number {
	return (value + PRIOR) / (mean + PRIOR);
}

/** Mean and sample standard deviation by row; NaN for fewer than LEAST_DAYS known values (two for the deviation). */
export interface UsualColumns {
	readonly mean: Float64Array;
	readonly sd: Float64Array;
}

/** Mentions of every row in one interval, with those of the same hours of the 30 days before. */
export interface AttentionColumns {
	readonly rows: number;
	readonly interval: MentionInterval;
	/** Up to `until`; NaN unless a source counted every hour of it. */
	readonly count: Float64Array;
	/** Each author counts once per hour; NaN if a source doesn't report authors. */
	readonly authors: Float64Array;
	/** Bit s: source s counted every hour, and is included. */
	readonly sources: Uint8Array;
	/** Number of the 30 days before that the same sources counted completely. */
	readonly days: Uint8Array;
	/** Up to the same point of those days, and over their whole intervals. */
	readonly soFar: UsualColumns;
	readonly whole: UsualColumns;
	/** undefined if too little is known for a projection. */
	readonly shape: DayShape | undefined;
}

/** Of several sources, those that counted the row: their sum, and whether none lacks an hour. */
interface Together {
	readonly total: Float64Array;
	readonly complete: Uint8Array;
}

export function sourcesOf({ source }: Pick<MentionQuestion, 'source'>): readonly number[] {
	return source === undefined ? MENTION_SOURCES.map((_, at) => at) : [source];
}

/**
 * Measures every row by the hours that had ended at `until`, a full hour; later ones are never read. In steps of one day, so that other work can
 * run in between.
 */
export function* measuringAttention(hours: MentionHours, question: MentionQuestion, until: UtcMs): Generator<undefined, AttentionColumns> {
	const { rows } = hours;
	const sources = sourcesOf(question);
	const interval = intervalUntil(question.timeframe, until);
	const sumsOf = (from: number, to: number): HourSums[] =>
		sources.map((source) => sumHours(hours, source, from, to, question.withRetweets));

	const now = sumsOf(interval.from, until);
	const available = new Uint8Array(rows);
	now.forEach(({ lacking }, at) => {
		for (let row = 0; row < rows; row++) if (lacking[row] === 0) available[row] = available[row]! | (1 << sources[at]!);
	});
	const { total } = together(rows, now, sources, available);
	const count = total.map((value, row) => (available[row] === 0 ? Number.NaN : value));
	const authors = new Float64Array(rows);
	now.forEach((sums, at) => {
		for (let row = 0; row < rows; row++)
			if ((available[row]! & (1 << sources[at]!)) !== 0) authors[row] = authors[row]! + sums.authors[row]!;
	});
	for (let row = 0; row < rows; row++) if (available[row] === 0) authors[row] = Number.NaN;

	const days = new Uint8Array(rows);
	const [soFar, whole] = [moments(rows), moments(rows)];
	const shape = emptyShape();
	for (let day = 1; day <= PAST_DAYS; day++) {
		yield;
		const before = daysBefore(interval, day);
		const part = together(rows, sumsOf(before.from, before.until), sources, available);
		const rest = before.until < before.to ? together(rows, sumsOf(before.until, before.to), sources, available) : undefined;
		const isLike = isWeekend(before.from) === isWeekend(interval.from);
		let known = false;
		for (let row = 0; row < rows; row++) {
			if (available[row] === 0 || part.complete[row] === 0 || rest?.complete[row] === 0) continue;
			const a = part.total[row]!;
			const t = a + ((rest?.total[row] as number) ?? 0);
			days[row] = days[row]! + 1;
			soFar.add(row, a);
			whole.add(row, t);
			known = true;
			if (isLike) addToShape(shape, a, t);
		}
		if (known && isLike) shape.days++;
	}
	return {
		rows,
		interval,
		count,
		authors,
		sources: available,
		days,
		soFar: soFar.columns(days),
		whole: whole.columns(days),
		shape: until < interval.to ? shapeOf(shape) : WHOLE,
	};
}

/** Running sums for a mean and a deviation. */
function moments(rows: number) {
	const [sum, squares] = [new Float64Array(rows), new Float64Array(rows)];
	return {
		add: (row: number, value: number): void => {
			sum[row] = sum[row]! + value;
			squares[row] = squares[row]! + value * value;
		},
		columns: (days: Uint8Array): UsualColumns => ({
			mean: sum.map((total, row) => (days[row]! < LEAST_DAYS ? Number.NaN : total / days[row]!)),
			sd: squares.map((square, row) => {
				const n = days[row]!;
				const mean = sum[row]! / n;
				return n < LEAST_DAYS ? Number.NaN : Math.sqrt(Math.max(0, (square - n * mean * mean) / (n - 1)));
			}),
		}),
	};
}

function together(rows: number, sums: readonly HourSums[], sources: readonly number[], available: Uint8Array): Together {
	const total = new Float64Array(rows);
	const complete = new Uint8Array(rows).fill(1);
	sums.forEach((sums, at) => {
		const bit = 1 << sources[at]!;
		for (let row = 0; row < rows; row++) {
			if ((available[row]! & bit) === 0) continue;
			total[row] = total[row]! + sums.total[row]!;
			if (sums.lacking[row] === 1) complete[row] = 0;
		}
	});
	return { total, complete };
}

/** The usual share of an interval's mentions that are posted by a given point: pooled over all tickers, since a single ticker's shape is noise. */
interface DayShape {
	/** Number of averaged days of the same kind (weekdays or weekends). */
	readonly days: number;
	/** R: mentions up to the point over mentions of the whole interval. 1 for a completed interval. */
	readonly share: number;
	/** c: relative error of projected totals beyond chance. */
	readonly variation: number;
}

/** With fewer days of the same kind, there is no shape. */
const LEAST_SHAPE_DAYS = 5;

/** Sums over days and tickers of A, the part up to the point, and T, the whole. */
interface ShapeSums {
	days: number;
	a: number;
	t: number;
	aa: number;
	at: number;
	tt: number;
}

export function emptyShape(): ShapeSums {
	return { days: 0, a: 0, t: 0, aa: 0, at: 0, tt: 0 };
}

export function addToShape(sums: ShapeSums, part: number, whole: number): void {
	sums.a += part;
	sums.t += whole;
	sums.aa += part * part;
	sums.at += part * whole;
	sums.tt += whole * whole;
}

/**
 * The shape, or undefined if too little is known. c^2 is the excess of the squared errors of A / R against T over a Poisson count's T (1 - R) / R,
 * divided by the sum of T^2 (method of moments).
 */
export function shapeOf({ days, a, t, aa, at, tt }: ShapeSums): DayShape | undefined {
	if (days < LEAST_SHAPE_DAYS || a === 0) return undefined;
	const share = a / t;
	const misses = aa / share ** 2 - (2 * at) / share + tt;
	return { days, share, variation: Math.sqrt(Math.max(0, misses - (t * (1 - share)) / share) / tt) };
}

export const WHOLE: DayShape = { days: 0, share: 1, variation: 0 };

/**
 * A whole interval projected from the counted part, and its standard error: chance in a scaled count (Var = E (1 - R) / R, for at least one
 * mention) and the variation of the shape (c E).
 */
export function projectTotal(count: number, { share, variation }: DayShape): { value: number; error: number } {
	const value = count / share;
	return { value, error: Math.sqrt((Math.max(1, value) * (1 - share)) / share + (variation * value) ** 2) };
}
