import { BREADTH_SLICES, MAX_DEPTH, MIN_DEPTH, parseKey } from '@sw/domain/attention/breadth';
import { TABLE_CATEGORIES, TABLE_INTERVALS } from '@sw/domain/attention/breadth-words';
import { TICKER_TYPES } from '@sw/domain/prices/ticker';
import { parseTimeframe, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { z } from 'zod';
import {
	calendarDate,
	capBucket,
	instant,
	integer,
	isoDate,
	isoTime,
	type SchemaPart,
	strictObject,
	timeframeName,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { reportHead } from '../base/report-schemas.ts';
import { job } from '../operations/jobs.ts';

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const slice = z.enum(BREADTH_SLICES);

const MAX_KEY_LENGTH = 80;
/** Key of a breadth: slice, timeframe, capitalisation bucket and ticker type, such as price_short-one_hour-all-stocks. */
const key = z
	.string()
	.max(MAX_KEY_LENGTH)
	.refine(
		(text) => parseKey(text) !== undefined,
		'Write a breadth key in the form price_short-one_hour-all-stocks; sector-analysis/check gives the keys.',
	);

/** A slice of the wheel, or the top-table category that measures the same. */
const category = z.enum([...BREADTH_SLICES, ...TABLE_CATEGORIES]);
/** A timeframe by name or code, or the interval of top tables with the same length: hour, 4h, day. */
const interval = z.preprocess(
	(value) => (typeof value === 'string' ? (parseTimeframe(value) ?? value) : value),
	z.enum([...TIMEFRAMES.map(({ name }) => name), ...TABLE_INTERVALS] as [
		(typeof TIMEFRAMES)[number]['name'],
		...('hour' | '4h' | 'day')[],
	]),
) as unknown as SchemaPart<(typeof TIMEFRAMES)[number]['name'] | 'hour' | '4h' | 'day'>;

const keyParts = {
	key: z.string(),
	category: slice.describe('The slice and the timeframe of the key.'),
	interval: timeframeName,
	marketcap: capBucket,
	type: z.enum(TICKER_TYPES),
};

/** Usual value, over the reports at the same time of day in the previous sixty sessions. */
const usualFields = {
	days: count.describe('Sessions whose report at that time of day has been counted.'),
	mean: share.nullable(),
	sd: z.number().min(0).nullable().describe('Standard deviation; null with fewer than two days.'),
};

const cell = z
	.object({
		category: slice,
		interval: timeframeName,
		depths: z
			.array(count)
			.length(MAX_DEPTH + 1)
			.describe('Tickers at depth 0 to 5, and those that are not measurable.'),
		unmeasured: count,
		measured: count,
		share: share.nullable().describe('Share of the measured tickers at the requested depth or deeper; null where none is measured.'),
		usual: z.object(usualFields),
	})
	.meta({ id: 'BreadthCell' });

const shareSeries = z.array(share.nullable());

const sectorAnalysis = z
	.object({
		report: reportHead,
		time: isoTime,
		...keyParts,
		depth: z.int().min(MIN_DEPTH).max(MAX_DEPTH).describe('Lowest depth that counts towards shares.'),
		tickers: count.describe('Tickers of the type and bucket that can be in a list.'),
		cells: z.array(cell).describe('Every slice on every timeframe, ordered by timeframe and then by slice.'),
		day: z
			.array(z.object({ time: isoTime, shares: shareSeries }))
			.describe("The day's reports up to this one that the caller may open, oldest first; index i of `shares` is cell i."),
		days: z
			.array(z.object({ date: isoDate, time: isoTime, reconstructed: z.boolean(), shares: shareSeries }))
			.describe('The reports of the same time of day in the previous sixty sessions, oldest first.'),
	})
	.meta({ id: 'SectorAnalysis' });

const subscription = z
	.object({
		depth: z.int().min(MIN_DEPTH).max(MAX_DEPTH).describe('Lowest depth that counts.'),
		level: share
			.nullable()
			.describe('Null: notify once, when the next report has been counted. A share: notify on each day on which the breadth reaches it.'),
		since: isoTime,
	})
	.meta({ id: 'BreadthSubscription' });

const breadthState = z
	.object({
		...keyParts,
		time: isoTime.nullable().describe('The newest report that the caller may open; null before the first.'),
		ready: z.boolean().describe('Whether its breadth has been counted.'),
		share: share.nullable().describe('Share of the measured tickers at depth 1 or more; null where it is not ready, or none is measured.'),
		measured: count,
		usual: z.object(usualFields),
		subscription: subscription.nullable().describe("The caller's subscription."),
	})
	.meta({ id: 'BreadthState' });

/** The breadth of a move: how many tickers of a report are at each depth. */
export const sectorAnalysisCalls = {
	sectorAnalysis: {
		method: 'GET',
		path: '/api/sector-analysis',
		access: 'licence',
		scope: 'lists:read',
		summary:
			'Breadth of a report: number of tickers at each depth, by sector and timeframe, compared with the same time of day in the previous sixty sessions',
		description:
			"Counts tickers that can be in lists. Reports are compared as they were counted at publication, so later corrections don't change the result. 404 for forecast reports, and until a report has been counted.",
		query: strictObject({
			time: instant,
			key: key.optional().describe('Default: price_short-one_hour-all-stocks.'),
			depth: integer(MIN_DEPTH, MAX_DEPTH).default(MIN_DEPTH),
		}),
		answers: { 200: sectorAnalysis },
		errors: [400, 401, 403, 404],
	},
	sectorAnalysisCheck: {
		method: 'GET',
		path: '/api/sector-analysis/check',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Get the key of a breadth, whether the newest report has been counted, and its values',
		query: strictObject({
			category: category.default('price_short'),
			interval: interval.default('one_hour'),
			marketcap: capBucket.default('all'),
			type: z.enum(TICKER_TYPES).default('stocks'),
		}),
		answers: { 200: breadthState },
		errors: [400, 401, 403],
	},
	countSectorAnalysis: {
		method: 'POST',
		path: '/api/sector-analysis',
		access: 'admin',
		summary: 'Recount the breadth of every report of a date',
		body: strictObject({ date: calendarDate }),
		answers: { 200: job },
		errors: [400, 401, 403],
	},
	subscribeSectorAnalysis: {
		method: 'POST',
		path: '/api/sector-analysis/subscribe',
		access: 'licence',
		summary: 'Subscribe to a message when the next report has been counted or whenever a breadth reaches a level; also unsubscribes',
		body: strictObject({
			key,
			depth: z.int().min(MIN_DEPTH).max(MAX_DEPTH).default(MIN_DEPTH).describe('Lowest depth that counts.'),
			level: share
				.nullable()
				.default(null)
				.describe('Share of tickers at that depth or deeper. Default: null, which notifies once, about the next report.'),
			active: z.boolean().default(true),
		}),
		answers: { 200: breadthState },
		errors: [400, 401, 403],
	},
} as const satisfies Area;
