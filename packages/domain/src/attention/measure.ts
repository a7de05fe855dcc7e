import { MENTION_SOURCES } from '../prices/blocks.ts';
import type { UtcMs } from '../time/units.ts';
import { findInterval, isWeekend, type MentionInterval, type MentionTimeframe, PAST_DAYS, shiftDaysBack } from './interval.ts';
import { type HourSums, type MentionHours, sumHours } from './mention-hours.ts';

/** Which mentions to count. */
export interface MentionQuery {
	readonly timeframe: MentionTimeframe;
	/** Index in MENTION_SOURCES; undefined: all sources that cover a ticker. */
	readonly source: number | undefined;
	readonly withRetweets: boolean;
}

/** Minimum number of counted days, out of PAST_DAYS, for a mean. */
export const MIN_DAYS = 20;
/** Mentions added to both sides of a ratio, because otherwise two mentions would seem unusual for a ticker that normally has none. */
export const PRIOR_MENTIONS = 5;

/** Computes the value as a multiple of the usual one, damped by PRIOR_MENTIONS. */
export function computeLift(value: number, mean: number): number {
	return (value + PRIOR_MENTIONS) / (mean + PRIOR_MENTIONS);
}

/** Mean and sample standard deviation by row; NaN for fewer than MIN_DAYS known values. */
export interface UsualColumns {
	readonly mean: Float64Array;
	readonly sd: Float64Array;
}

/** Mentions of every row in one interval, and in the same hours of the previous 30 days. */
export interface AttentionColumns {
	readonly rowCount: number;
	readonly interval: MentionInterval;
	/** Mentions up to `until`; NaN unless at least one source counted every hour. */
	readonly count: Float64Array;
	/** Number of authors, each counted once per hour; NaN if an included source doesn't report authors. */
	readonly authors: Float64Array;
	/** Bit s is set if source s is included and counted every hour. */
	readonly sources: Uint8Array;
	/** Number of the previous 30 days that the same sources counted completely. */
	readonly days: Uint8Array;
	/** Usual mentions up to the same time of day. */
	readonly usualSoFar: UsualColumns;
	/** Usual mentions of the whole interval. */
	readonly usualWholeInterval: UsualColumns;
	/** Projects `count` to the whole interval; undefined if too little is known. */
	readonly shape: DayShape | undefined;
}

/** Per row, over the available sources: the sum of mentions, and 1 if no hour is missing. */
interface CombinedSources {
	readonly total: Float64Array;
	readonly complete: Uint8Array;
}

export function selectSources({ source }: Pick<MentionQuery, 'source'>): readonly number[] {
	return source === undefined ? MENTION_SOURCES.map((_, at) => at) : [source];
}

/** Measures every row at `until`, a full hour. Hours that end later are never read. Yields before each past day, so that other work can run. */
export function* measureAttention(hours: MentionHours, query: MentionQuery, until: UtcMs): Generator<undefined, AttentionColumns> {
	const { rows } = hours;
	const sources = selectSources(query);
	const interval = findInterval(query.timeframe, until);
	const sumEachSource = (from: number, to: number): HourSums[] =>
		sources.map((source) => sumHours(hours, source, from, to, query.withRetweets));

	const currentSums = sumEachSource(interval.from, until);
	const availableSources = new Uint8Array(rows);
	currentSums.forEach(({ lacking }, at) => {
		for (let row = 0; row < rows; row++) if (lacking[row] === 0) availableSources[row] = availableSources[row]! | (1 << sources[at]!);
	});
	const { total } = combineSources(rows, currentSums, sources, availableSources);
	const count = total.map((value, row) => (availableSources[row] === 0 ? Number.NaN : value));
	const authors = new Float64Array(rows);
	currentSums.forEach((sums, at) => {
		for (let row = 0; row < rows; row++)
			if ((availableSources[row]! & (1 << sources[at]!)) !== 0) authors[row] = authors[row]! + sums.authors[row]!;
	});
	for (let row = 0; row < rows; row++) if (availableSources[row] === 0) authors[row] = Number.NaN;

	const days = new Uint8Array(rows);
	const [partMoments, wholeMoments] = [createMoments(rows), createMoments(rows)];
	const shape = createShapeSums();
	for (let day = 1; day <= PAST_DAYS; day++) {
		yield;
		const pastInterval = shiftDaysBack(interval, day);
		const partSums = combineSources(rows, sumEachSource(pastInterval.from, pastInterval.until), sources, availableSources);
		const remainderSums =
			pastInterval.until < pastInterval.to
				? combineSources(rows, sumEachSource(pastInterval.until, pastInterval.to), sources, availableSources)
				: undefined;
		const isSameDayKind = isWeekend(pastInterval.from) === isWeekend(interval.from);
		let hasCountedRow = false;
		for (let row = 0; row < rows; row++) {
			if (availableSources[row] === 0 || partSums.complete[row] === 0 || remainderSums?.complete[row] === 0) continue;
			const partMentions = partSums.total[row]!;
			const wholeMentions = partMentions + ((remainderSums?.total[row] as number) ?? 0);
			days[row] = days[row]! + 1;
			partMoments.add(row, partMentions);
			wholeMoments.add(row, wholeMentions);
			hasCountedRow = true;
			if (isSameDayKind) addToShape(shape, partMentions, wholeMentions);
		}
		if (hasCountedRow && isSameDayKind) shape.days++;
	}
	return {
		rowCount: rows,
		interval,
		count,
		authors,
		sources: availableSources,
		days,
		usualSoFar: partMoments.columns(days),
		usualWholeInterval: wholeMoments.columns(days),
		shape: until < interval.to ? estimateShape(shape) : COMPLETED_SHAPE,
	};
}

/** Accumulates mean and standard deviation by row. */
function createMoments(rows: number) {
	const [sum, squares] = [new Float64Array(rows), new Float64Array(rows)];
	return {
		add: (row: number, value: number): void => {
			sum[row] = sum[row]! + value;
			squares[row] = squares[row]! + value * value;
		},
		columns: (days: Uint8Array): UsualColumns => ({
			mean: sum.map((total, row) => (days[row]! < MIN_DAYS ? Number.NaN : total / days[row]!)),
			sd: squares.map((square, row) => {
				const n = days[row]!;
				const mean = sum[row]! / n;
				return n < MIN_DAYS ? Number.NaN : Math.sqrt(Math.max(0, (square - n * mean * mean) / (n - 1)));
			}),
		}),
	};
}

function combineSources(
	rows: number,
	sumsBySource: readonly HourSums[],
	sources: readonly number[],
	availableSources: Uint8Array,
): CombinedSources {
	const total = new Float64Array(rows);
	const complete = new Uint8Array(rows).fill(1);
	sumsBySource.forEach((sums, at) => {
		const bit = 1 << sources[at]!;
		for (let row = 0; row < rows; row++) {
			if ((availableSources[row]! & bit) === 0) continue;
			total[row] = total[row]! + sums.total[row]!;
			if (sums.lacking[row] === 1) complete[row] = 0;
		}
	});
	return { total, complete };
}

/** The part of an interval's mentions that is usually posted by a given point. Pooled over all tickers, because the shape of a single ticker is noise. */
interface DayShape {
	/** Number of pooled days; weekdays and weekends aren't mixed. */
	readonly days: number;
	/** R: mentions up to the point, divided by mentions of the whole interval. 1 for a completed interval. */
	readonly share: number;
	/** c: relative error of projected totals, apart from counting noise. */
	readonly variation: number;
}

/** Minimum number of days of the same kind (weekdays or weekends). */
const MIN_SHAPE_DAYS = 5;

/** Sums over days and tickers: `a` are mentions up to the point and `t` those of the whole interval; `aa`, `at` and `tt` sum their products. */
interface ShapeSums {
	days: number;
	a: number;
	t: number;
	aa: number;
	at: number;
	tt: number;
}

export function createShapeSums(): ShapeSums {
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
 * Estimates the shape by the method of moments; undefined if too little is known. A are the mentions up to the point, T those of the whole interval: c^2 is
 * the sum of squared errors (A / R - T)^2, minus the T (1 - R) / R expected of Poisson counts, divided by the sum of T^2.
 */
export function estimateShape({ days, a, t, aa, at, tt }: ShapeSums): DayShape | undefined {
	if (days < MIN_SHAPE_DAYS || a === 0) return undefined;
	const share = a / t;
	const squaredErrors = aa / share ** 2 - (2 * at) / share + tt;
	return { days, share, variation: Math.sqrt(Math.max(0, squaredErrors - (t * (1 - share)) / share) / tt) };
}

/** The shape of a completed interval. */
export const COMPLETED_SHAPE: DayShape = { days: 0, share: 1, variation: 0 };

/**
 * Projects the whole interval's mentions, E. The variance is E (1 - R) / R, as of a scaled Poisson count with E at least 1, plus (c E)^2 for the variation of
 * the shape.
 */
export function projectTotal(count: number, { share, variation }: DayShape): { value: number; error: number } {
	const value = count / share;
	return { value, error: Math.sqrt((Math.max(1, value) * (1 - share)) / share + (variation * value) ** 2) };
}
