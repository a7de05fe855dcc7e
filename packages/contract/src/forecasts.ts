import { z } from 'zod';
import { dateOrInstant, isoTime, oneWayOfTimeframes, only, tickerIdParameter, timeframe, timeframeName, timeframes } from './common.ts';
import type { Area } from './define.ts';

const prices = z.array(z.number());
/** A band: as many prices as there are bars ahead. */
const band = z.object({
	/** Share of outcomes that it is to hold. */
	level: z.number(),
	low: prices,
	high: prices,
});

/** How forecasts of as many bars ahead have done, walk-forward, on the last bars of many tickers. */
const measured = z
	.object({
		/** Bars ahead. */
		horizon: z.int(),
		/** Share of outcomes that the 80 and 95 % bands held. */
		coverage_80: z.number().nullable(),
		coverage_95: z.number().nullable(),
		/** Mean pinball loss, and that of the baseline, in units of sigma; their ratio: below 1 the forecast is the better one. */
		pinball: z.number().nullable(),
		baseline: z.number().nullable(),
		ratio: z.number().nullable(),
		/** Of the difference, over bars. */
		t: z.number().nullable(),
		/** Bars and outcomes that were judged. */
		bars: z.int(),
		n: z.int(),
		/** The coverage lies further from its level than four standard errors. */
		alarm: z.boolean(),
		words: z.string(),
	})
	.meta({ id: 'MeasuredForecast' });

const fan = z
	.object({
		timeframe: timeframeName,
		/** Where it starts: the end of the last slot that it knows, and the price there. */
		from: isoTime,
		price: z.number(),
		/** Ends of the bars ahead. */
		time: z.array(isoTime),
		centre: prices,
		/** 50, 80 and 95 %. */
		bands: z.array(band),
		/** The naive random walk, shown beside it at all times. */
		baseline: z.array(band),
		/** Typical log return per square root of clock. */
		sigma: z.number(),
		/** Whether a drift moves the centre: only while it has earned its place. */
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
	only({
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
		params: only({ date: dateOrInstant }),
		query,
		answers: { 200: forecast, 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
