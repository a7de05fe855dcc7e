import type { TickerDetail, TickerOutline } from '../lib/api/types.ts';
import { createCard } from './cards.ts';

const REPORT = {
	time: '2026-06-30T15:45:00Z',
	algo: 'reverse',
	version: 1,
	simulated: true,
	provider: 'Simulated market',
	as_of: '2026-06-30T15:45:00Z',
	delay: 12,
	measured: 150,
	reconstructed: false,
	parameters_version: 1,
} as const;

/** The outline of a ticker of the extreme-rise tab, with optional differences. */
export function createTickerOutline(ticker: string, ticker_id: number, overrides: Partial<TickerOutline> = {}): TickerOutline {
	return {
		report: REPORT,
		ticker,
		ticker_id,
		name: `${ticker} Holdings`,
		tab_type: 'extreme_rise',
		operation: 'short',
		weighted_sum: 96,
		date: REPORT.time,
		listed: true,
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		sectors: [
			{ key: 'price_short', sector: 'price', operation: 'short', intersections: [3, 4, 4] },
			{ key: 'volume', sector: 'volume', operation: null, intersections: [2, null, 1] },
		],
		...overrides,
	};
}

/** The details of the same ticker, without bars. */
export function createTickerDetail(ticker: string, ticker_id: number, overrides: Partial<TickerDetail> = {}): TickerDetail {
	const { sectors, ...outline } = createTickerOutline(ticker, ticker_id);
	const { marketcap, capitalization, price, price_change, favorite, algo, information } = createCard(ticker, ticker_id);
	return {
		...outline,
		marketcap,
		capitalization,
		price,
		price_change,
		favorite,
		algo,
		information,
		type: 'stocks',
		industry: 'Technology',
		status: 'ok',
		rate_scale: { highest: 140, share: 0.0067 },
		visible_depth: { depth: 14, not_available: 1 },
		mentions: null,
		filings: [],
		sectors: sectors.map((sector) => ({ ...sector, z: [], rated: true })),
		why: [],
		bars: { timeframe: 'one_hour', time: [], open: [], high: [], low: [], close: [], volume: [], gaps: [], sessions: [], later_splits: 1 },
		allowance: { limit: 20, left: 7 },
		...overrides,
	};
}
