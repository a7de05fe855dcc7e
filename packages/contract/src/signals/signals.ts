import { EXTREME_TABS } from '@sw/domain/signals/sector';
import { z } from 'zod';
import {
	capBuckets,
	isoTime,
	listOf,
	listTickerType,
	operation,
	strategyTimeframes,
	strictObject,
	tab,
	tickerIdParameter,
	timeframeName,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { filterId } from '../base/list-schemas.ts';
import { recordUniverse, sectorCharts, tickerComparison, tickerDetail, tickerOutline } from '../base/report-schemas.ts';

/** Record of a built-in list at one horizon: what happened after tickers entered it. Rates are 0 to 1; null if nothing was measured. */
const builtInRecord = z
	.object({
		tab_type: z.enum(EXTREME_TABS),
		operation,
		timeframe: timeframeName.describe('The timeframe whose bars the horizon counts.'),
		horizon: z.int().min(1),
		n: z.int().min(0),
		hit_rate: z.number().min(0).max(1).nullable(),
		interval: z.tuple([z.number(), z.number()]).describe('95 %; overlapping occurrences count as fewer.'),
		sequence: z.tuple([z.number(), z.number()]).describe('95 %, however often one looks.'),
		detectable: z
			.number()
			.nullable()
			.describe('The smallest difference from the base rate that a sample of this size detects in four of five cases.'),
		base_rate: z.number().min(0).max(1).nullable().describe('Hit rate of random picks from the same sizes at the same times.'),
		reconstructed: z.number().min(0).max(1).describe('Share of occurrences in reports rebuilt from imported bars.'),
		universe: recordUniverse.describe('What the record owes to tickers that have ended.'),
		first: isoTime.describe('Times of the oldest and the newest report included.'),
		last: isoTime,
		hypothetical: z.literal(true),
	})
	.meta({ id: 'BuiltInRecord' });

export const signals = {
	landingSectorCharts: {
		method: 'GET',
		path: '/api/landing/sector-charts',
		access: 'public',
		summary: 'The public ranked list: the first 20 cards of each tab in the newest basic report',
		query: strictObject({
			tabs: listOf(tab, 4).default(['extreme_rise']),
			ticker_type: listTickerType.default('stocks'),
			marketcap: capBuckets.optional(),
			operation: operation.optional().describe("Default: the tab's own direction."),
			timeframes: strategyTimeframes.default('first'),
		}),
		answers: { 200: sectorCharts },
		errors: [400],
	},
	landingRecord: {
		method: 'GET',
		path: '/api/landing/record',
		access: 'public',
		summary:
			'What happened after tickers entered an extreme list, over all reports; recomputed after each session. null until computed and where prices may not be shown',
		query: strictObject({ tab_type: z.enum(EXTREME_TABS).default('extreme_rise') }),
		answers: { 200: z.object({ record: builtInRecord.nullable() }).meta({ id: 'BuiltInRecordAnswer' }) },
		errors: [400],
	},
	landingSectorChart: {
		method: 'GET',
		path: '/api/landing/sector-charts/{id}',
		access: 'public',
		summary:
			"One ticker of the newest basic report as a tab or filter reads it: every cell, the terms of its rate and its hourly bars; counts towards a visitor's daily allowance",
		params: strictObject({ id: tickerIdParameter }),
		query: strictObject({
			timeframes: strategyTimeframes
				.optional()
				.describe("Timeframes, tab and direction default to the filter's own, otherwise to the first strategy and extreme_rise."),
			filter: filterId.optional().describe("A built-in filter or one of the caller's; another account's is not found."),
			operation: operation.optional(),
			tab_type: tab.optional(),
		}),
		answers: { 200: tickerDetail },
		errors: [400, 404],
	},
	landingOutline: {
		method: 'GET',
		path: '/api/landing/sector-charts/{id}/outline',
		access: 'public',
		summary: 'Name, rate and the three rated levels of one ticker of the newest basic report; counts towards no allowance',
		params: strictObject({ id: tickerIdParameter }),
		query: strictObject({
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
			'One ticker of the newest basic report compared with the median ticker of its market cap tier over five sessions, as fractions; counts towards no allowance',
		params: strictObject({ id: tickerIdParameter }),
		answers: { 200: tickerComparison },
		errors: [400, 404],
	},
} as const satisfies Area;
