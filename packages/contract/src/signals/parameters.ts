import { z } from 'zod';
import { capBucket, sectorKey, timeframeName } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { topCategory, topInterval } from '../prices/prices.ts';

const version = z.int().min(1);

/** The parameter values in force, on which every score and table depends. */
export const parameterCalls = {
	parametersAnalysis: {
		method: 'GET',
		path: '/api/parameters/analysis',
		access: 'user',
		scope: 'lists:read',
		summary: 'The available top tables and how each category ranks',
		answers: {
			200: z
				.object({
					categories: z.array(z.object({ name: topCategory, label: z.string(), value: z.string(), interval: topInterval })),
					intervals: z.array(z.object({ name: topInterval, label: z.string(), short: z.boolean() })),
					caps: z.array(z.object({ name: capBucket, label: z.string() })),
				})
				.meta({ id: 'AnalysisParameters' }),
		},
		errors: [401, 403],
	},
	parametersWeights: {
		method: 'GET',
		path: '/api/parameters/weights',
		access: 'user',
		scope: 'lists:read',
		summary: 'Weights of the three rated timeframes, thresholds of the levels, and the number of timeframes that must match for a tab',
		answers: {
			200: z
				.object({
					version,
					slots: z.array(z.number()).describe('First, second and third slot of a strategy.'),
					sectors: z
						.array(z.object({ key: sectorKey, weight: z.number() }))
						.describe("Weight of each sector in the rate, before the slots' own."),
					rings: z.array(z.number()).describe('z from which each of the five levels is reached.'),
					tab_quorum: z.int(),
				})
				.meta({ id: 'WeightParameters' }),
		},
		errors: [401, 403],
	},
	parametersWindow: {
		method: 'GET',
		path: '/api/parameters/window',
		access: 'user',
		scope: 'lists:read',
		summary: 'How much history each timeframe is measured against, and how much of it a chart shows',
		answers: {
			200: z
				.object({
					version,
					items: z.array(
						z.object({
							timeframe: timeframeName,
							code: z.string(),
							label: z.string(),
							sessions: z.number().describe('Sessions and bars of the scale window.'),
							bars: z.int(),
							chart_days: z.int().describe('Calendar days shown in a chart.'),
							move_bars: z.int().describe('Bars of the move that price is scored on.'),
						}),
					),
					forecast_bars: z.int().describe('Default horizon of a forecast and cool-down of a signal search, in bars.'),
					cooldown_bars: z.int(),
				})
				.meta({ id: 'WindowParameters' }),
		},
		errors: [401, 403],
	},
} as const satisfies Area;
