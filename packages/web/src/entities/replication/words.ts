import type { Effect, EffectVerdict } from '@sw/domain/research/evidence/published-effects';
import { formatCount, formatFixed } from '../../lib/format/numbers.ts';
import { monthDayYear } from '../../lib/format/times.ts';

const LOSERS_EARN_MORE = 'losers earn more';
const SLOPE_ABOVE = 'slope above 0, R² 1.6 %, 1993–2013';
const MONTHLY_SIZE = '0.64 to 0.88 % a month (large companies, 1963–2016)';
const SORTED = 'Fifths of all tickers above $50,000 a day, equal weights, from the next open to the close, no costs.';
const MONTHLY =
	'Volume compared with the three months before, not turnover. Fifths of all tickers above $50,000 a day, equal weights, no costs.';
const MARKET = 'SPY: its move until 10:00 predicts its last half-hour.';
const BOUNCE =
	'Fifths of all tickers with trades in most quarter-hours, equal weights, no costs. Moves between bid and ask count as reversals.';

/** Texts of the table of replicated effects. */
export const words = {
	lead: 'Effects that research has published, measured the same way on the data of this market. Results that show nothing are listed like the others. Published effects lose about a third after publication (McLean and Pontiff 2016).',
	simulated: 'This market is simulated: an effect is here only if it was planted.',
	measured: (date: string, tickers: number, sessions: number) =>
		`Measured on ${date}: ${formatCount(tickers)} tickers, ${formatCount(sessions)} sessions.`,
	table: 'Published effects',
	scroll: 'Table of published effects',
	columns: {
		effect: 'Effect',
		published: 'Published',
		found: 'Here (95 % interval)',
		n: 'n',
		span: 'Span',
		verdict: 'Verdict',
	},
	titles: {
		weekly_intraday: 'Weekly reversal of moves between open and close',
		weekly_overnight: 'Weekly reversal of overnight moves',
		monthly_low_volume: 'Monthly reversal at low turnover',
		monthly_high_volume: 'Monthly momentum at high turnover',
		market_momentum: 'Market intraday momentum',
		market_momentum_after: 'Market intraday momentum, after the published span',
		end_of_day: 'End-of-day reversal',
		same_half_hour: 'Continuation at the same half-hour',
		option_volume: 'Option to stock volume',
		put_call: 'Put/call ratio',
	} satisfies Record<Effect, string>,
	published: {
		weekly_intraday: LOSERS_EARN_MORE,
		weekly_overnight: 'weaker, or none',
		monthly_low_volume: `${LOSERS_EARN_MORE}: ${MONTHLY_SIZE}`,
		monthly_high_volume: `losers earn less: ${MONTHLY_SIZE}`,
		market_momentum: SLOPE_ABOVE,
		market_momentum_after: SLOPE_ABOVE,
		end_of_day: 'losers of the day earn more in its last half-hour',
		same_half_hour: 'winners of a half-hour earn more in it a day later',
		option_volume: 'high option volume, lower returns',
		put_call: 'more puts opened, lower returns',
	} satisfies Record<Effect, string>,
	methods: {
		weekly_intraday: SORTED,
		weekly_overnight: SORTED,
		monthly_low_volume: MONTHLY,
		monthly_high_volume: MONTHLY,
		market_momentum: MARKET,
		market_momentum_after: MARKET,
		end_of_day: BOUNCE,
		same_half_hour: BOUNCE,
		option_volume: 'Not measured: option volume isn’t read here.',
		put_call: 'Needs signed opening trades; public totals don’t have them.',
	} satisfies Record<Effect, string>,
	verdicts: {
		agrees: 'agrees',
		weaker: 'weaker: the interval stays below the published size',
		undecided: 'undecided: the interval contains 0 and the published size',
		opposite: 'opposite',
		not_found: 'not found: the interval contains 0',
		no_effect: 'no effect found, as published',
		unexpected: 'an effect where none was published',
		not_measured: 'can’t be measured with this data',
	} satisfies Record<EffectVerdict, string>,
	own: {
		title: 'The lists of this product',
		lead: (count: number) =>
			`Each list with candidates was measured on each of its timeframes, at any depth and from depth 3, and at each horizon: ${formatCount(count)} combinations. Among so many, some look good by luck. “p of all” allows for all of them having been tried (Romano and Wolf). Below 5 %, a combination beats its base rate.`,
		none: 'None of them beats its base rate once all are taken into account.',
		some: (count: number) =>
			`${formatCount(count)} of them ${count === 1 ? 'beats its' : 'beat their'} base rate once all are taken into account.`,
		spa: (share: string) => `Without any effect, the best of as many would look this good in ${share} of cases (Hansen’s SPA).`,
		overfit: (share: string) =>
			`The best in one half of the sessions falls below the median in the other half in ${share} of splits (PBO).`,
		tooFew: (count: number) =>
			`${formatCount(count)} ${count === 1 ? 'combination' : 'combinations'} with fewer than 30 occurrences left out.`,
		sessions: (count: number) => `${formatCount(count)} sessions, costs included.`,
		scroll: 'Table of the product’s lists',
		columns: {
			list: 'List',
			depth: 'Depth',
			horizon: 'Horizon',
			n: 'n',
			rate: 'Hits (95 % interval)',
			base: 'Base rate',
			alone: 'p alone',
			together: 'p of all',
		},
		anyDepth: 'any',
		fromDepth: (depth: number) => `≥ ${depth}`,
		bars: (count: number, timeframe: string) => `${count} × ${timeframe}`,
		others: 'Table of the other combinations',
		more: (count: number) => `${formatCount(count)} more ${count === 1 ? 'combination' : 'combinations'}`,
		rate: (rate: string, low: string, high: string) => `${rate} (${low} to ${high})`,
		share: (percent: string) => `${percent} %`,
		tiny: '< 0.1 %',
	},
	basisPoints: (value: string, low: string, high: string) => `${value} bp (${low} to ${high} bp)`,
	slope: (value: string, low: string, high: string) => `${value} (${low} to ${high})`,
	span: (from: string, to: string) => `${from} to ${to}`,
	none: 'n/a',
	title: 'Published effects',
	failed: 'Couldn’t load the results.',
	link: 'Published effects, measured on this market',
} as const;

/** Formats an estimate with its interval, in basis points or as a slope. */
export function foundText({
	unit,
	found,
}: {
	unit: 'return' | 'slope';
	found: { value: number; low: number; high: number } | null;
}): string {
	if (found === null) return words.none;
	const inBasisPoints = (value: number): string => formatFixed(10_000 * value, 1);
	if (unit === 'return') return words.basisPoints(inBasisPoints(found.value), inBasisPoints(found.low), inBasisPoints(found.high));
	return words.slope(formatFixed(found.value, 3), formatFixed(found.low, 3), formatFixed(found.high, 3));
}

export function spanText(span: { from: string; to: string } | null): string {
	return span === null ? '' : words.span(monthDayYear(span.from), monthDayYear(span.to));
}

/** Formats a share as a percentage with one digit. */
export function percentText(share: number): string {
	return words.own.share(formatFixed(100 * share, 1));
}

/** Formats a hit rate with its interval. */
export function rateText({ hit_rate: rate, interval: [low, high] }: { hit_rate: number; interval: [number, number] }): string {
	return words.own.rate(percentText(rate), formatFixed(100 * low, 1), percentText(high));
}

/** Formats a p-value as a percentage. Values below 0.1 % are not told apart, because there are only a thousand draws. */
export function pText(p: number): string {
	return p < 0.001 ? words.own.tiny : percentText(p);
}
