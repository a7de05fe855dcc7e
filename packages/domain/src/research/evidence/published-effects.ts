import { type Estimate, estimateMean, leastSquares } from '../../statistics/least-squares.ts';
import { type DailyMarket, type HalfHourSorts, measureMonthlyReversals, measureWeeklyReversals } from './replication.ts';

export const EFFECTS = [
	'weekly_intraday',
	'weekly_overnight',
	'monthly_low_volume',
	'monthly_high_volume',
	'market_momentum',
	'market_momentum_after',
	'end_of_day',
	'same_half_hour',
	'option_volume',
	'put_call',
] as const;
export type Effect = (typeof EFFECTS)[number];

export const EFFECT_VERDICTS = [
	'agrees',
	'weaker',
	'opposite',
	'undecided',
	'not_found',
	'no_effect',
	'unexpected',
	'not_measured',
] as const;
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];

interface EffectDescription {
	readonly title: string;
	readonly study: string;
	/** The published result, in words. */
	readonly published: string;
	/** Sign of the published effect; 0: none was found. */
	readonly sign: -1 | 0 | 1;
	/** 'return': a mean return; 'slope': the slope of one return on another. */
	readonly unit: 'return' | 'slope';
	/** null: no source for the size was found. */
	readonly size: PublishedSize | null;
}

export interface PublishedSize {
	/** Log return per month, or correlation of two returns; with the published sign. */
	readonly value: number;
	readonly of: 'return' | 'correlation';
}

/** The study reports R squared of 1.6 %. The root of R squared is the correlation, which is comparable with a slope in any units. */
const GAO = {
	study: 'Gao, Han, Li and Zhou 2018',
	published: 'slope above 0 with R squared 1.6 %, 1993-2013',
	sign: 1,
	unit: 'slope',
	size: { value: Math.sqrt(0.016), of: 'correlation' },
} as const;

const MEDHAT = { study: 'Medhat and Schmeling 2022', unit: 'return' } as const;
/** Table IX, liquid stocks (from a secondary source): 0.64 and 0.88 % a month for the two effects. The smaller value is used for both. */
const MEDHAT_SIZE = 0.0064;

export const PUBLISHED_EFFECTS: Readonly<Record<Effect, EffectDescription>> = {
	weekly_intraday: {
		title: 'Weekly reversal of moves between open and close',
		study: 'Miwa 2018',
		published: 'losers earn more',
		sign: 1,
		unit: 'return',
		size: null,
	},
	weekly_overnight: {
		title: 'Weekly reversal of overnight moves',
		study: 'Miwa 2018',
		published: 'weaker, or none',
		sign: 0,
		unit: 'return',
		size: null,
	},
	monthly_low_volume: {
		title: 'Monthly reversal at low turnover',
		...MEDHAT,
		published: 'losers earn 0.64 to 0.88 % a month more (large companies, 1963-2016)',
		sign: 1,
		size: { value: MEDHAT_SIZE, of: 'return' },
	},
	monthly_high_volume: {
		title: 'Monthly momentum at high turnover',
		...MEDHAT,
		published: 'losers earn 0.64 to 0.88 % a month less (large companies, 1963-2016)',
		sign: -1,
		size: { value: -MEDHAT_SIZE, of: 'return' },
	},
	market_momentum: { title: 'Market intraday momentum', ...GAO },
	market_momentum_after: { title: 'Market intraday momentum, after the published span', ...GAO },
	end_of_day: {
		title: 'End-of-day reversal',
		study: 'Soebhag, Baltussen and Da 2024',
		published: 'losers of the day earn more in its last half-hour',
		sign: 1,
		unit: 'return',
		size: null,
	},
	same_half_hour: {
		title: 'Continuation at the same half-hour',
		study: 'Heston, Korajczyk and Sadka 2010',
		published: 'winners of a half-hour earn more in the same one a day later',
		sign: 1,
		unit: 'return',
		size: null,
	},
	option_volume: {
		title: 'Option to stock volume',
		study: 'Johnson and So 2012',
		published: 'high option volume, lower returns',
		sign: -1,
		unit: 'return',
		size: null,
	},
	put_call: {
		title: 'Put/call ratio',
		study: 'Pan and Poteshman 2006',
		published: 'more puts opened, lower returns',
		sign: -1,
		unit: 'return',
		size: null,
	},
};

export interface MeasuredEffect {
	readonly effect: Effect;
	/** Null if not measurable. `n` counts weeks, months or days without overlap. */
	readonly found: Estimate | null;
	/** First and last date of the data, ISO. */
	readonly span: { readonly from: string; readonly to: string } | null;
	/** Share of the variance that the slope explains; null for a mean return. */
	readonly r2: number | null;
}

/** Returns of a market in the morning and at the end of each day, one element per day. */
export interface DayEdges {
	/** From the previous close to 10:00. */
	readonly morning: readonly number[];
	/** Over the last half-hour or hour of the day. */
	readonly last: readonly number[];
	/** ISO dates. */
	readonly dates: readonly string[];
}

/** First date after the published span of market intraday momentum. */
const FIRST_UNPUBLISHED_DATE = '2014-01-01';

/** Measures weekly and monthly reversals. They can't be measured with few tickers or sessions. */
export function measureDailyEffects(market: DailyMarket): MeasuredEffect[] {
	const [weeks, months] = [measureWeeklyReversals(market), measureMonthlyReversals(market)];
	const { dates } = market.panel;
	const span = dates.length === 0 ? null : { from: dates[0]!, to: dates.at(-1)! };
	return (
		[
			['weekly_intraday', weeks.intraday],
			['weekly_overnight', weeks.overnight],
			['monthly_low_volume', months.low],
			['monthly_high_volume', months.high],
		] as const
	).map(([effect, values]) => createMeasuredEffect(effect, estimateMean(values), span));
}

/** Measures market intraday momentum (the slope of the day's end on the morning) over the whole span, and after the published span. */
export function measureMarketEffects({ morning, last, dates }: DayEdges): MeasuredEffect[] {
	const afterStart = dates.findIndex((date) => date >= FIRST_UNPUBLISHED_DATE);
	return (
		[
			['market_momentum', 0],
			['market_momentum_after', afterStart],
		] as const
	).map(([effect, start]) => {
		const regression = start < 0 ? null : leastSquares(morning.slice(start), last.slice(start));
		const from = dates[Math.max(0, start)];
		return {
			...createMeasuredEffect(effect, regression?.slope ?? null, from === undefined ? null : { from, to: dates.at(-1)! }),
			r2: regression?.r2 ?? null,
		};
	});
}

/** Measures the effects within a day. */
export function measureHalfHourEffects({ reversal, continuation }: HalfHourSorts): MeasuredEffect[] {
	return (
		[
			['end_of_day', reversal],
			['same_half_hour', continuation],
		] as const
	).map(([effect, days]) => {
		const span = days.length === 0 ? null : { from: days[0]?.date as string, to: days.at(-1)?.date as string };
		return createMeasuredEffect(effect, estimateMean(days.map(({ value }) => value)), span);
	});
}

export function createUnmeasuredEffect(effect: Effect): MeasuredEffect {
	return createMeasuredEffect(effect, null, null);
}

/**
 * Compares a confidence interval with the published effect. Without 0 in the interval, the result agrees or is opposite; with 0, the effect was not found. If
 * the published size is known, an interval entirely below that size is 'weaker', and one with both 0 and that size is 'undecided'.
 */
export function decideEffectVerdict({
	effect,
	found,
	r2,
}: Pick<MeasuredEffect, 'effect' | 'r2'> & { readonly found: Measure | null }): EffectVerdict {
	const { sign, size } = PUBLISHED_EFFECTS[effect];
	if (found === null) return 'not_measured';
	const [low, high] = found.interval;
	const containsZero = low <= 0 && high >= 0;
	if (sign === 0) return containsZero ? 'no_effect' : 'unexpected';
	if (!containsZero && low > 0 !== sign > 0) return 'opposite';
	if (size === null) return containsZero ? 'not_found' : 'agrees';
	// Converts a slope to a correlation.
	const scale = size.of === 'return' ? 1 : Math.sqrt(r2 ?? Number.NaN) / Math.abs(found.value);
	const farthest = scale * (sign > 0 ? high : -low);
	if (farthest < Math.abs(size.value)) return 'weaker';
	return containsZero ? 'undecided' : 'agrees';
}

type Measure = Pick<Estimate, 'value' | 'interval'>;

function createMeasuredEffect(effect: Effect, found: Estimate | null, span: MeasuredEffect['span']): MeasuredEffect {
	return { effect, found, span: found === null ? null : span, r2: null };
}
