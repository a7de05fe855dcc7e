import type { CapGroup } from '@sw/domain/prices/buckets';
import { formatCount } from '../../../lib/format/numbers.ts';

const SIZES = {
	mega_cap: '$200B and more',
	large_cap: '$10B–$200B',
	mid_cap: '$2B–$10B',
	small_cap: '$300M–$2B',
	micro_cap: '$50M–$300M',
	nano_cap: 'up to $50M',
	undefined: 'unknown size',
} as const satisfies Record<CapGroup, string>;

/** Texts of the back of a card. */
export const backWords = {
	loading: 'Loading comparison',
	noComparison: 'coming soon chart comparison',
	compare: 'Compare',
	compareWith: (ticker: string) => `Compare ${ticker}`,
	compareSymbol: 'Symbol',
	compareHint: 'On the backs of all cards',
	compareNow: 'Compare on cards',
	compareEnd: 'Stop comparing',
	compareCharts: 'Open comparison',
	noTicker: 'No ticker has this symbol.',
	noBars: (ticker: string) => `Price data for ${ticker} is missing.`,
	median: (size: CapGroup | 'all') => `median of ${size === 'all' ? 'all tickers' : SIZES[size]}`,
	notAvailable: 'n/a',
	medianMissing: 'The median ticker is available for the latest sessions only.',
	report: (clock: string) => `report ${clock}`,
	lastTrade: (clock: string) => `last trade ${clock}`,
	tickers: (n: number) => `n ${formatCount(n)}`,
	simulated: 'simulated',
	why: (rate: number, highest: number) => `Why here: rate ${rate} of ${highest}`,
	other: (n: number) => (n === 1 ? '1 other term' : `${n} other terms`),
	noTerms: 'No rated cell is active.',
	sentence: (ticker: string, change: string, since: string, clock: string) =>
		`${ticker} ${change} since the open on ${since}, in the ${clock} report.`,
	otherSentence: (ticker: string, change: string) => `${ticker}: ${change}.`,
	medianSentence: (middle: string, change: string, tickers: number) =>
		`The ${middle}, the median of ${formatCount(tickers)} tickers: ${change}.`,
} as const;
