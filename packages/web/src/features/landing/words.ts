import type { ExtremeTab, SectorKey } from '@sw/domain/signals/sector';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import type { TrackRecord } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';

/** Below this number of occurrences, a rate is meaningless. */
const MIN_OCCURRENCES = 30;
/** A sample that can't detect a difference of this size is too small to be called no better than chance. */
const MAX_DETECTABLE = 0.05;

/** Formats a share in whole percent: 0.4247 becomes '42 %'. */
function wholePercent(share: number): string {
	return `${Math.round(share * 100)} %`;
}

/** Formats a difference of shares in percentage points: 0.021 becomes '2.1'. */
function points(difference: number): string {
	return formatShare(difference).replace(' %', '');
}

const HOURS: Partial<Record<TrackRecord['timeframe'], number>> = { one_hour: 1, four_hours: 4 };

/** Formats the horizon: '5 trading hours', or '5 bars' if the timeframe isn't counted in hours. */
function spanOf({ horizon, timeframe }: TrackRecord): string {
	const hours = HOURS[timeframe];
	return hours === undefined ? `${horizon} bars` : `${horizon * hours} trading hours`;
}

/** Texts of the landing page. */
export const landingWords = {
	title: 'The whole market, measured every 15 minutes',
	description:
		'Every 15 minutes, every US stock is measured on five timeframes: a short ranked list of unusual moves, and what happened after similar signals.',
	lead: 'The whole market, measured every 15 minutes.',
	leadRest: 'A short list of unusual moves, and what happened after similar signals.',
	create: 'Create account',
	signIn: 'Sign in',
	how: 'How it works',
	/** The trial's length is defined by `createTrial` in the domain. */
	free: (tickers: number) => `Open ${tickers} tickers a day for free. A new account includes 14 days of the basic licence.`,
	example: 'How to read a wheel',
	tabs: { extreme_rise: 'rose unusually far', extreme_fall: 'fell unusually far' } satisfies Record<ExtremeTab, string>,
	candidate: (candidate: string) => `a ${candidate}`,
	spans: ['in 15 minutes', 'in 30 minutes', 'in 1 hour', 'in 4 hours', 'in 1 day'] satisfies Record<TimeframeIndex, string>,
	heavy: {
		price_short: '',
		price_long: '',
		call_with_put: 'on heavy option trading',
		volume: 'on heavy volume',
		call_without_put_long: 'on heavy puts',
		call_without_put_short: 'on heavy calls',
	} satisfies Record<SectorKey, string>,
	/** 'Of 4,120 similar cases, 43 % fell further …' A hit is relative to tickers of the same size, after costs. */
	record: (record: TrackRecord): string => {
		const { n, hit_rate, base_rate, operation } = record;
		const went = operation === 'short' ? 'fell further' : 'rose further';
		if (n < MIN_OCCURRENCES || hit_rate === null || base_rate === null)
			return `Too few similar cases for a hit rate: ${formatCount(n)} of at least ${MIN_OCCURRENCES}.`;
		return `Of ${formatCount(n)} similar cases, ${wholePercent(hit_rate)} ${went} than the median stock of their size within ${spanOf(record)}; of random stocks, ${wholePercent(base_rate)}.`;
	},
	/** '95 % interval 41.5–44.5 %'; empty without a rate. */
	interval: ({ n, interval: [low, high] }: TrackRecord): string =>
		n < MIN_OCCURRENCES ? '' : `95 % interval ${formatShare(low).replace(' %', '')}–${formatShare(high)}`,
	/** 'holds however often you look: 41.1–44.9 %'; empty without a rate. */
	sequence: ({ n, sequence: [low, high] }: TrackRecord): string =>
		n < MIN_OCCURRENCES ? '' : `holds however often you look: ${formatShare(low).replace(' %', '')}–${formatShare(high)}`,
	/** 'no better than chance; differences below 2.1 points can’t be detected'; empty without a rate. */
	verdict: ({ n, interval: [low, high], base_rate: base, detectable }: TrackRecord): string => {
		if (n < MIN_OCCURRENCES || base === null || detectable === null) return '';
		if (low > base) return `better than chance by ${points(low - base)}–${points(high - base)} points`;
		if (high < base) return `worse than chance by ${points(base - high)}–${points(base - low)} points`;
		if (detectable > MAX_DETECTABLE) return `too few to say: differences below ${points(detectable)} points can’t be detected`;
		return `no better than chance; differences below ${points(detectable)} points can’t be detected`;
	},
	rebuilt: (share: number) => (share === 0 ? '' : `${wholePercent(share)} of reports rebuilt from stored bars`),
	/** '3 of 150 tickers delisted since; 41 % if those held had lost everything'; empty if no ticker was delisted. */
	ended: ({ n, universe: { tickers, ended, open, cases } }: TrackRecord): string => {
		if (n < MIN_OCCURRENCES || ended === 0) return '';
		const worst = wholePercent(cases.at(-1)?.rate ?? 0);
		return open === 0
			? `${formatCount(ended)} of ${formatCount(tickers)} tickers delisted since`
			: `${formatCount(ended)} of ${formatCount(tickers)} tickers delisted since; ${worst} if those held had lost everything`;
	},
	hindsight: 'tickers chosen afterwards',
	afterCosts: 'after assumed costs',
	hypothetical: 'hypothetical, not advice',
	noRecord: 'Results of similar cases are being calculated.',
	method: 'how it’s measured',
	none: {
		quiet: {
			title: 'No extremes in this report',
			detail: 'No large company moved unusually far. See “How it works” to learn about wheels.',
		},
		early: { title: 'No report yet', detail: 'The first report appears within 15 minutes of trading.' },
		hidden: { title: 'Prices from this source can’t be shown publicly', detail: 'Sign in to see them.' },
	},
	missing: { list: 'Failed to Get Target List', tops: 'Failed to load table tops' },
	/** Texts for a failed refresh, one for the tables and one for the list. Both are refreshed once a minute. */
	failedUpdate: { tops: 'Failed to Update Table Tops', list: 'Failed to Update Target List' },
	retry: 'Try again',
	show: 'Show',
	product: 'Signalwheel',
} as const;
