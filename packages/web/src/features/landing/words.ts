import type { ExtremeTab, SectorKey } from '@sw/domain/signals/sector';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import type { HouseRecord } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';

/** Fewer occurrences than these say nothing about a rate. */
const LEAST = 30;
/** Whole percent: 0.4247 is '42 %'. */
const whole = (share: number): string => `${Math.round(share * 100)} %`;
const HOURS: Partial<Record<HouseRecord['timeframe'], number>> = { one_hour: 1, four_hours: 4 };

/** '5 trading hours', or '5 bars' of a timeframe that hours do not count. */
const spanOf = ({ horizon, timeframe }: HouseRecord): string => {
	const hours = HOURS[timeframe];
	return hours === undefined ? `${horizon} bars` : `${horizon * hours} trading hours`;
};

/** Every word of the landing's own parts. */
export const landingWords = {
	title: 'The whole market, measured every quarter-hour',
	description:
		'Every quarter-hour, every US stock is measured on five timeframes: a short ranked list of what is unusual, and what happened after signals like it.',
	lead: 'The whole market, measured every quarter-hour.',
	leadRest: 'A short list of what is unusual, and what happened after signals like it.',
	create: 'Create account',
	how: 'How it works',
	/** An account's trial is domain's `trialFrom`. */
	free: (tickers: number) => `${tickers} tickers a day are free to open. An account begins with fourteen days of the basic licence.`,
	example: 'How a wheel is read',
	tabs: {
		extreme_rise: { did: 'rose unusually far', candidate: 'a candidate to fall back' },
		extreme_fall: { did: 'fell unusually far', candidate: 'a candidate to recover' },
	} satisfies Record<ExtremeTab, { did: string; candidate: string }>,
	spans: ['in a quarter-hour', 'in half an hour', 'in an hour', 'in four hours', 'in a day'] satisfies Record<TimeframeIndex, string>,
	heavy: {
		price_short: '',
		price_long: '',
		call_with_put: 'on heavy option trading',
		volume: 'on heavy volume',
		call_without_put_long: 'on heavy puts',
		call_without_put_short: 'on heavy calls',
	} satisfies Record<SectorKey, string>,
	/** 'Of 4,120 such cases 43 % fell further …' A hit is against tickers of the same size, after costs. */
	record: (record: HouseRecord): string => {
		const { n, hit_rate, base_rate, operation } = record;
		const went = operation === 'short' ? 'fell further' : 'rose further';
		if (n < LEAST || hit_rate === null || base_rate === null)
			return `Too few such cases are over to say how they went on: ${formatCount(n)} of at least ${LEAST}.`;
		return `Of ${formatCount(n)} such cases ${whole(hit_rate)} ${went} than the middle stock of their size within ${spanOf(record)}; of stocks picked by chance ${whole(base_rate)} do.`;
	},
	/** '95 % interval 41.5–44.5 %'; empty where there is no rate. */
	interval: ({ n, interval: [low, high] }: HouseRecord): string =>
		n < LEAST ? '' : `95 % interval ${formatShare(low).replace(' %', '')}–${formatShare(high)}`,
	rebuilt: (share: number) => (share === 0 ? '' : `${whole(share)} of reports rebuilt from stored bars`),
	afterCosts: 'after assumed costs',
	hypothetical: 'hypothetical, not advice',
	noRecord: 'What happened after such cases is being counted.',
	method: 'how this is measured',
	none: {
		quiet: {
			title: 'Nothing is extreme in this report',
			detail: 'No large company has risen or fallen unusually far. “How it works” explains a wheel.',
		},
		early: { title: 'No report yet', detail: 'The first one comes with the first quarter-hour that is measured.' },
		hidden: { title: 'Prices of this source may not be shown here', detail: 'They are open to readers with an account.' },
	},
	missing: { list: 'Failed to Get Target List', tops: 'Failed to load table tops' },
	/** What the minute's refresh fails with: tables and list come together. */
	failedUpdate: { tops: 'Failed to Update Table Tops', list: 'Failed to Update Target List' },
	retry: 'Try again',
	show: 'Show',
	product: 'Signalwheel',
} as const;
