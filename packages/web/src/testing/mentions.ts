import type { FollowedAnswer, Leaders, TickerMentions, UrgentMentions } from '../lib/api/types.ts';

const SOURCES: Leaders['sources'] = [
	{ source: 'twitter', counter: null, time: null, age: null, tickers: 0, authors: false },
	{ source: 'reddit', counter: 'simulated', time: '2026-06-30T15:00:00Z', age: 2700, tickers: 150, authors: true },
];
const HEAD = { simulated: true, provider: 'Simulated market', time: '2026-06-30T15:00:00Z', age: 2700, sources: SOURCES };
const INTERVAL = { from: '2026-06-30T04:00:00Z', until: '2026-06-30T15:00:00Z', to: '2026-07-01T04:00:00Z', share: 0.53, share_days: 22 };
const TICKER = { ticker: 'AVLN', ticker_id: 7, name: 'Avalon', marketcap: 'mid_cap', capitalization: 4e9, sources: ['reddit'] } as const;

const ROW: Leaders['items'][number] = {
	...TICKER,
	sources: ['reddit'],
	mentions: 412.3,
	error: 38.2,
	counted: 210,
	authors: 87,
	mean: 96,
	sd: 20,
	days: 30,
	change: 3.29,
	lift: 4.1,
	bucket: 'five_hundred',
};

export function createLeaders(overrides: Partial<Leaders> = {}): Leaders {
	return {
		...HEAD,
		...INTERVAL,
		is_approximated: true,
		compared: 150,
		items: [ROW],
		...overrides,
	};
}

export function createUrgentMentions(overrides: Partial<UrgentMentions> = {}): UrgentMentions {
	return {
		...HEAD,
		hour: '2026-06-30T14:00:00Z',
		tested: 1150,
		expected: 5.75,
		usual: { days: 30, mean: 6.1, most: 19 },
		total_count: 7,
		items: [{ ...TICKER, sources: ['reddit'], mentions: 60, threshold: 41, hours: 700, authors: 12, lift: 1.41 }],
		...overrides,
	};
}

/** Two days of one ticker on Reddit, the second one in progress; Twitter isn't counted. */
export function createTickerMentions(overrides: Partial<TickerMentions> = {}): TickerMentions {
	return {
		...HEAD,
		...INTERVAL,
		is_approximated: true,
		source: 'reddit',
		with_retweets: false,
		timeframe: 'day',
		ticker: 'AVLN',
		ticker_id: 7,
		name: 'Avalon',
		now: ROW,
		urgent: { hour: '2026-06-30T14:00:00Z', mentions: 60, threshold: 41, hours: 700, beyond: true },
		starts: ['2026-06-29T04:00:00Z', '2026-06-30T04:00:00Z'],
		items: [
			{
				source: 'reddit',
				counter: 'simulated',
				time: '2026-06-30T15:00:00Z',
				age: 2700,
				mentions: [null, 210],
				retweets: [null, 15],
				authors: [null, 87],
				usual: [{ hour: 0, days: 30, mean: 96, low: 70, high: 130 }],
			},
		],
		...overrides,
	};
}

export function createFollowedAnswer(overrides: Partial<FollowedAnswer> = {}): FollowedAnswer {
	return {
		...HEAD,
		source: null,
		with_retweets: false,
		ticker: 'AVLN',
		ticker_id: 7,
		from: '2025-07-01T13:00:00Z',
		to: '2026-06-30T15:00:00Z',
		hours: 8_700,
		counted: ['reddit'],
		cost: 0.0012,
		followed: [
			{
				sessions: 1,
				n: 34,
				rose: { hits: 15, p: 0.441, low: 0.29, high: 0.6 },
				fell: { hits: 16, p: 0.47, low: 0.31, high: 0.63 },
				base: { n: 240, rose: 0.45, fell: 0.46 },
				mean: -0.0004,
				median: -0.0007,
				size: { after: 0.02, base: 0.015 },
			},
			{
				sessions: 5,
				n: 12,
				rose: { hits: 5, p: 0.417, low: 0.19, high: 0.68 },
				fell: { hits: 6, p: 0.5, low: 0.25, high: 0.75 },
				base: { n: 236, rose: 0.46, fell: 0.47 },
				mean: 0.001,
				median: 0.002,
				size: { after: 0.04, base: 0.035 },
			},
		],
		total_count: 34,
		items: [{ hour: '2026-06-24T14:00:00Z', mentions: 60, threshold: 41, entry: '2026-06-24T20:00:00Z', after: [-0.0123, null] }],
		...overrides,
	};
}
