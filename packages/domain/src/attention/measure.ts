import { MENTION_SOURCES } from '../prices/blocks.ts';
import type { UtcMs } from '../time/units.ts';
import { daysBefore, intervalUntil, isWeekend, type MentionInterval, type MentionTimeframe, PAST_DAYS } from './interval.ts';
import { type HourSums, type MentionHours, sumHours } from './mention-hours.ts';
import { addToShape, type DayShape, noShape, shapeOf, WHOLE } from './shape.ts';

/** What is counted: one source, or all that count a ticker; retweets with it or not. */
export interface MentionQuestion {
	readonly timeframe: MentionTimeframe;
	/** Index into MENTION_SOURCES; undefined: all. */
	readonly source: number | undefined;
	readonly withRetweets: boolean;
}

/** Fewer of the 30 days tell no mean. */
export const LEAST_DAYS = 20;
/** Added to both sides of a comparison, so that two mentions in place of none are no sensation. */
export const PRIOR = 5;

/** A value against its usual one: 1 is usual. */
export const liftOf = (value: number, mean: number): number => (value + PRIOR) / (mean + PRIOR);

/** Mean and sample standard deviation by row; NaN where fewer than LEAST_DAYS (two for the deviation) are known. */
export interface UsualColumns {
	readonly mean: Float64Array;
	readonly sd: Float64Array;
}

/** Mentions of every row in one interval, beside those of the same hours of the 30 days before. */
export interface AttentionColumns {
	readonly rows: number;
	readonly interval: MentionInterval;
	/** Up to `until`; NaN where no source counted every hour of it. */
	readonly count: Float64Array;
	/** One for each author and hour; NaN where a source does not say. */
	readonly authors: Float64Array;
	/** Bit s: the source of that place counted every hour, and is in the count. */
	readonly sources: Uint8Array;
	/** Of the 30 days before, those that the same sources counted whole. */
	readonly days: Uint8Array;
	/** Up to the same point of those days, and over their whole intervals. */
	readonly soFar: UsualColumns;
	readonly whole: UsualColumns;
	/** undefined where too little is known to scale by. */
	readonly shape: DayShape | undefined;
}

/** Of several sources those that counted the row: their sum, and whether none of them lacks an hour. */
interface Together {
	readonly total: Float64Array;
	readonly complete: Uint8Array;
}

const together = (rows: number, given: readonly HourSums[], sources: readonly number[], available: Uint8Array): Together => {
	const total = new Float64Array(rows);
	const complete = new Uint8Array(rows).fill(1);
	given.forEach((sums, at) => {
		const bit = 1 << (sources[at] as number);
		for (let row = 0; row < rows; row++) {
			if (((available[row] as number) & bit) === 0) continue;
			total[row] = (total[row] as number) + (sums.total[row] as number);
			if (sums.lacking[row] === 1) complete[row] = 0;
		}
	});
	return { total, complete };
};

/** Sums that make a mean and a deviation. */
const moments = (rows: number) => {
	const [sum, squares] = [new Float64Array(rows), new Float64Array(rows)];
	return {
		add: (row: number, value: number): void => {
			sum[row] = (sum[row] as number) + value;
			squares[row] = (squares[row] as number) + value * value;
		},
		columns: (days: Uint8Array): UsualColumns => ({
			mean: sum.map((total, row) => ((days[row] as number) < LEAST_DAYS ? Number.NaN : total / (days[row] as number))),
			sd: squares.map((square, row) => {
				const n = days[row] as number;
				const mean = (sum[row] as number) / n;
				return n < LEAST_DAYS ? Number.NaN : Math.sqrt(Math.max(0, (square - n * mean * mean) / (n - 1)));
			}),
		}),
	};
};

export const sourcesOf = ({ source }: Pick<MentionQuestion, 'source'>): readonly number[] =>
	source === undefined ? MENTION_SOURCES.map((_, at) => at) : [source];

/** Measures every row by the hours that had ended at `until`, a full hour; later ones are never looked at. In pieces, one for each day that is looked at. */
export function* measuringAttention(hours: MentionHours, question: MentionQuestion, until: UtcMs): Generator<undefined, AttentionColumns> {
	const { rows } = hours;
	const sources = sourcesOf(question);
	const interval = intervalUntil(question.timeframe, until);
	const sumsOf = (from: number, to: number): HourSums[] =>
		sources.map((source) => sumHours(hours, source, from, to, question.withRetweets));

	const now = sumsOf(interval.from, until);
	const available = new Uint8Array(rows);
	now.forEach(({ lacking }, at) => {
		for (let row = 0; row < rows; row++)
			if (lacking[row] === 0) available[row] = (available[row] as number) | (1 << (sources[at] as number));
	});
	const { total } = together(rows, now, sources, available);
	const count = total.map((value, row) => (available[row] === 0 ? Number.NaN : value));
	const authors = new Float64Array(rows);
	now.forEach((sums, at) => {
		for (let row = 0; row < rows; row++)
			if (((available[row] as number) & (1 << (sources[at] as number))) !== 0)
				authors[row] = (authors[row] as number) + (sums.authors[row] as number);
	});
	for (let row = 0; row < rows; row++) if (available[row] === 0) authors[row] = Number.NaN;

	const days = new Uint8Array(rows);
	const [soFar, whole] = [moments(rows), moments(rows)];
	const shape = noShape();
	for (let day = 1; day <= PAST_DAYS; day++) {
		yield;
		const before = daysBefore(interval, day);
		const part = together(rows, sumsOf(before.from, before.until), sources, available);
		const rest = before.until < before.to ? together(rows, sumsOf(before.until, before.to), sources, available) : undefined;
		const isLike = isWeekend(before.from) === isWeekend(interval.from);
		let known = false;
		for (let row = 0; row < rows; row++) {
			if (available[row] === 0 || part.complete[row] === 0 || rest?.complete[row] === 0) continue;
			const a = part.total[row] as number;
			const t = a + ((rest?.total[row] as number) ?? 0);
			days[row] = (days[row] as number) + 1;
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
