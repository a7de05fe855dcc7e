import { z } from 'zod';
import {
	flag,
	isoTime,
	lenientDate,
	rejectBothTimeframeParameters,
	strictObject,
	tickerIdParameter,
	timeframe,
	timeframeName,
	timeframes,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';

const prices = z.array(z.number());
/** A band with one price for each bar ahead. */
const band = z.object({
	level: z.number().describe('The share of outcomes that it should contain.'),
	low: prices,
	high: prices,
});

/** Walk-forward results of forecasts over `horizon` bars, on the last bars of many tickers. */
const walkForwardResult = z
	.object({
		horizon: z.int().describe('Bars ahead.'),
		coverage_80: z.number().nullable().describe('Share of outcomes that the 80 and 95 % bands contained.'),
		coverage_95: z.number().nullable(),
		pinball: z
			.number()
			.nullable()
			.describe('Mean pinball loss, and that of the baseline, in units of sigma; ratio: below 1 the forecast is better.'),
		baseline: z.number().nullable(),
		ratio: z.number().nullable(),
		t: z.number().nullable().describe('T statistic of the difference over bars, with the overlap of outcomes (Diebold and Mariano).'),
		crps: z
			.number()
			.nullable()
			.describe(
				'Continuous ranked probability score from the stored quantiles, and that of the baseline, in units of sigma; null where not measured.',
			),
		crps_baseline: z.number().nullable().describe('The same score for the baseline.'),
		pit: z
			.array(z.number().min(0).max(1))
			.nullable()
			.describe(
				'Share of outcomes below the lowest of the levels 2.5, 10, 25, 50, 75, 90 and 97.5 %, between neighbours, and above the highest.',
			),
		bars: z.int().describe('Bars and outcomes evaluated.'),
		n: z.int(),
		alarm: z.boolean().describe('Whether the coverage is more than four standard errors from its level.'),
		words: z.string(),
	})
	.meta({ id: 'MeasuredForecast' });

const fan = z
	.object({
		timeframe: timeframeName,
		from: isoTime.describe('The starting point: end of the last slot included, and the price there.'),
		price: z.number(),
		time: z.array(isoTime).describe('Ends of the bars ahead.'),
		centre: prices,
		bands: z.array(band).describe('50, 80 and 95 %.'),
		baseline: z.array(band).describe('The naive random walk, always shown for comparison.'),
		sigma: z.number().describe('Typical log return per square root of clock variance.'),
		drift: z
			.object({ open: z.boolean(), gain: z.number().nullable(), t: z.number().nullable(), words: z.string() })
			.describe('Whether a drift moves the centre, which it only does while it improves the forecast.'),
		measured: z.array(walkForwardResult),
		calibrated: isoTime.describe('When the widths were measured.'),
	})
	.meta({ id: 'ForecastFan' });

/** Why there is no forecast: too few bars, a price that has not moved, or bands that have not been measured. */
export const FORECAST_GAPS = ['history', 'unchanged', 'unmeasured'] as const;

const missingForecast = z
	.object({
		timeframe: timeframeName,
		reason: z
			.enum(FORECAST_GAPS)
			.describe('history: too few bars; unchanged: the price has not moved; unmeasured: the bands have not been measured yet.'),
	})
	.meta({ id: 'MissingForecast' });

const forecast = z
	.object({
		ticker: z.string(),
		ticker_id: z.int(),
		as_of: isoTime,
		simulated: z.boolean(),
		provider: z.string(),
		items: z.array(fan),
		missing: z.array(missingForecast).describe('Requested timeframes without a forecast, with the reason.'),
		hypothetical: z.literal(true),
		notice: z.string(),
	})
	.meta({ id: 'Forecast' });

const query = rejectBothTimeframeParameters(
	strictObject({
		ticker_id: tickerIdParameter,
		timeframe: timeframe.optional().describe('One timeframe, or several in `timeframes`. Default: one hour.'),
		timeframes: timeframes.optional(),
		explain: flag.optional(),
	}),
);

export const forecastCalls = {
	forecast: {
		method: 'GET',
		path: '/api/charts/forecast',
		access: 'licence',
		scope: 'lists:read',
		summary: "How far the price is likely to move over the next bars, with the past coverage of such bands; 204 if there isn't enough data",
		query,
		answers: { 200: forecast, 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	forecastAt: {
		method: 'GET',
		path: '/api/charts/forecast/{date}',
		access: 'licence',
		scope: 'lists:read',
		summary: 'The same forecast as of the close of a date, or of an instant',
		params: strictObject({ date: lenientDate }),
		query,
		answers: { 200: forecast, 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
