import { z } from 'zod';
import { day, isoTime, oneWayOfTimeframes, strictObject, tickerIdParameter, timeframe, timeframeName, timeframes } from '../base/common.ts';
import type { Area } from '../base/define.ts';

const prices = z.array(z.number());
/** A band with one price for each bar ahead. */
const band = z.object({
	/** The share of outcomes that it should contain. */
	level: z.number(),
	low: prices,
	high: prices,
});

/** Walk-forward results of forecasts over that many bars, on the last bars of many tickers. */
const measured = z
	.object({
		/** Bars ahead. */
		horizon: z.int(),
		/** Share of outcomes that the 80 and 95 % bands contained. */
		coverage_80: z.number().nullable(),
		coverage_95: z.number().nullable(),
		/** Mean pinball loss, and that of the baseline, in units of sigma; ratio: below 1 the forecast is better. */
		pinball: z.number().nullable(),
		baseline: z.number().nullable(),
		ratio: z.number().nullable(),
		/** t of the difference over bars, with the overlap of outcomes (Diebold and Mariano). */
		t: z.number().nullable(),
		/** Bars and outcomes evaluated. */
		bars: z.int(),
		n: z.int(),
		/** Whether the coverage is more than four standard errors from its level. */
		alarm: z.boolean(),
		words: z.string(),
	})
	.meta({ id: 'MeasuredForecast' });

const fan = z
	.object({
		timeframe: timeframeName,
		/** The starting point: end of the last slot included, and the price there. */
		from: isoTime,
		price: z.number(),
		/** Ends of the bars ahead. */
		time: z.array(isoTime),
		centre: prices,
		/** 50, 80 and 95 %. */
		bands: z.array(band),
		/** The naive random walk, always shown for comparison. */
		baseline: z.array(band),
		/** Typical log return per square root of clock variance. */
		sigma: z.number(),
		/** Whether a drift moves the centre, which it only does while it improves the forecast. */
		drift: z.object({ open: z.boolean(), gain: z.number().nullable(), t: z.number().nullable(), words: z.string() }),
		measured: z.array(measured),
		/** When the widths were measured. */
		calibrated: isoTime,
	})
	.meta({ id: 'ForecastFan' });

const forecast = z
	.object({
		ticker: z.string(),
		ticker_id: z.int(),
		as_of: isoTime,
		simulated: z.boolean(),
		provider: z.string(),
		items: z.array(fan),
		hypothetical: z.literal(true),
		notice: z.string(),
	})
	.meta({ id: 'Forecast' });

const query = oneWayOfTimeframes(
	strictObject({
		ticker_id: tickerIdParameter,
		/** One timeframe, or several in `timeframes`. Default: one hour. */
		timeframe: timeframe.optional(),
		timeframes: timeframes.optional(),
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
		params: strictObject({ date: day }),
		query,
		answers: { 200: forecast, 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
