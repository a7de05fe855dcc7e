import { capBuckets, listOf, only, operation, strategyTimeframes, tab, tickerIdParameter } from './common.ts';
import type { Area } from './define.ts';
import { sectorCharts, tickerComparison, tickerDetail, tickerOutline } from './pieces.ts';

export const signals = {
	landingSectorCharts: {
		method: 'GET',
		path: '/api/landing/sector-charts',
		access: 'public',
		summary: "The visitors' ranked list: the first 20 cards of each tab in the newest basic report",
		query: only({
			tabs: listOf(tab, 4).default(['extreme_rise']),
			marketcap: capBuckets.optional(),
			/** The tab's own direction unless told. */
			operation: operation.optional(),
			timeframes: strategyTimeframes.default('first'),
		}),
		answers: { 200: sectorCharts },
		errors: [400],
	},
	landingSectorChart: {
		method: 'GET',
		path: '/api/landing/sector-charts/{id}',
		access: 'public',
		summary:
			"One ticker of the newest basic report: every cell, the terms of its rate and its hourly bars; counts towards a visitor's daily allowance",
		params: only({ id: tickerIdParameter }),
		query: only({
			timeframes: strategyTimeframes.default('first'),
			/** Saved filters belong to accounts: a visitor who names one finds nothing. */
			filter: tickerIdParameter.optional(),
			operation: operation.optional(),
			tab_type: tab.default('extreme_rise'),
		}),
		answers: { 200: tickerDetail },
		errors: [400, 404],
	},
	landingOutline: {
		method: 'GET',
		path: '/api/landing/sector-charts/{id}/outline',
		access: 'public',
		summary: 'Name, rate and the three rated rings of one ticker of the newest basic report; counts towards no allowance',
		params: only({ id: tickerIdParameter }),
		query: only({
			timeframes: strategyTimeframes.default('first'),
			operation: operation.optional(),
			tab_type: tab.default('extreme_rise'),
		}),
		answers: { 200: tickerOutline },
		errors: [400, 404],
	},
	landingComparison: {
		method: 'GET',
		path: '/api/landing/sector-charts/{id}/comparison',
		access: 'public',
		summary:
			'One ticker of the newest basic report beside the middle one of its cap tier over five sessions, in percent; counts towards no allowance',
		params: only({ id: tickerIdParameter }),
		answers: { 200: tickerComparison },
		errors: [400, 404],
	},
} as const satisfies Area;
