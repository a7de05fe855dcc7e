import { MENTION_BUCKETS } from '@sw/domain/prices/buckets';
import { z } from 'zod';
import { flag, isoTime, listOf, paging, type SchemaPart, sortDirection, strictObject, tickerIdParameter } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { listType, mentionBucket } from '../base/list-schemas.ts';
import {
	attentionHead,
	attentionInterval,
	attentionRow,
	countedHour,
	followedRow,
	mentionSource,
	mentionTimeframe,
	mentionTimeframeName,
	sourceState,
	spikeRow,
	tickerSource,
	urgentRow,
} from './schemas.ts';

/** Sort keys of a list of mentions. Unknown values come last in both directions. */
export const ATTENTION_SORTS = ['mentions', 'change', 'lift', 'mean', 'authors', 'capitalization', 'ticker'] as const;

/** Dollars in a query. */
const dollars: SchemaPart<number> = z.preprocess(
	(value) => (typeof value === 'string' && /^\d{1,15}(\.\d{1,2})?$/.test(value) ? Number(value) : value),
	z.number().min(0),
) as unknown as SchemaPart<number>;

const count = z.int().min(0);

/**
 * Whether counts are estimates for the whole interval, from the usual spread of mentions, or the counts so far. No default, because the specification
 * requires the parameter.
 */
const estimateParameter = { is_approximated: flag };
/** Which mentions are counted. */
const countingParameters = {
	source: mentionSource.optional().describe('Default: the sum of all sources that count a ticker.'),
	with_retweets: flag.default(false),
};

/** The counting parameters, repeated in the response. */
const countingResponseFields = { source: mentionSource.nullable(), with_retweets: z.boolean() };
const intervalHead = { ...attentionHead, ...attentionInterval, is_approximated: z.boolean() };
const tickerFields = { ticker: z.string(), ticker_id: z.int() };

/** Calls about mentions of tickers. */
export const analyticsCalls = {
	analytics: {
		method: 'GET',
		path: '/api/analytics',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Mentions of every ticker in an interval of the New York day, compared with the same hours of the previous 30 days',
		description:
			'Covers the interval that contains the last counted hour. Without a source, mentions of all sources that cover a ticker are added up. Tickers that no source covers are left out.',
		query: strictObject({
			...estimateParameter,
			group: listType
				.optional()
				.describe("Tickers that aren't frozen everywhere, only those that are, or only favourites. Default: every ticker."),
			timeframe: mentionTimeframe.default('day'),
			...countingParameters,
			pe_ticker_range: listOf(mentionBucket, MENTION_BUCKETS.length).optional(),
			capitalization_from: dollars.optional().describe('Dollars, inclusive; tickers of unknown capitalisation match neither bound.'),
			capitalization_to: dollars.optional(),
			sort_by: z.enum(ATTENTION_SORTS).default('mentions'),
			sort_dir: sortDirection.default('desc'),
			...paging,
		}),
		answers: {
			200: z
				.object({
					...intervalHead,
					...countingResponseFields,
					timeframe: mentionTimeframeName,
					total_count: count.describe('Tickers that match, before paging.'),
					items: z.array(attentionRow),
				})
				.meta({ id: 'Analytics' }),
		},
		errors: [400, 401, 403],
	},
	analyticsLeaders: {
		method: 'GET',
		path: '/api/analytics_leaders',
		access: 'licence',
		scope: 'lists:read',
		summary: 'The twenty tickers whose mentions today have risen most against their 30-day mean',
		query: strictObject(estimateParameter),
		answers: {
			200: z
				.object({
					...intervalHead,
					compared: count.describe('Tickers with a mean to compare with.'),
					items: z.array(attentionRow),
				})
				.meta({ id: 'AnalyticsLeaders' }),
		},
		errors: [400, 401, 403],
	},
	analyticsTicker: {
		method: 'GET',
		path: '/api/analytics_ticker',
		access: 'licence',
		scope: 'lists:read',
		summary: "One ticker's mentions over 30 days by source, with and without retweets, and its usual level",
		query: strictObject({
			ticker_id: tickerIdParameter,
			...estimateParameter,
			...countingParameters,
			timeframe: mentionTimeframe.default('day'),
		}),
		answers: {
			200: z
				.object({
					...intervalHead,
					...countingResponseFields,
					timeframe: mentionTimeframeName,
					...tickerFields,
					name: z.string(),
					now: attentionRow.nullable().describe('The current interval, as in the list; null: no data source.'),
					urgent: z
						.object({ hour: isoTime, ...countedHour, beyond: z.boolean() })
						.nullable()
						.describe(
							"The last counted hour against the ticker's hours of the 30 days before; null where fewer than 480 of them were counted.",
						),
					starts: z.array(isoTime).describe('Starts of the intervals, oldest first; the last interval is still running.'),
					items: z.array(tickerSource),
				})
				.meta({ id: 'AnalyticsTicker' }),
		},
		errors: [400, 401, 403, 404],
	},
	analyticsFollowed: {
		method: 'GET',
		path: '/api/analytics_ticker/followed',
		access: 'licence',
		scope: 'lists:read',
		summary: "What followed hours beyond the 99.5th percentile of a ticker's own mentions, compared with all other sessions, after costs",
		description:
			"Covers the sessions held in memory, at most a year. Market cap tier, costs and comparison ticker are today's. Past results are hypothetical.",
		query: strictObject({ ticker_id: tickerIdParameter, ...countingParameters }),
		answers: {
			200: z
				.object({
					...attentionHead,
					...countingResponseFields,
					...tickerFields,
					from: isoTime
						.nullable()
						.describe(
							'Range of the study: hours from the first to the last counted one, and how many of them were counted; null: no data source.',
						),
					to: isoTime.nullable(),
					hours: count,
					counted: z.array(mentionSource).describe('The sources included in the numbers.'),
					cost: z.number().min(0).describe('Of a round trip, a fraction.'),
					followed: z.array(followedRow).describe('After one session and after five.'),
					total_count: count.describe('Episodes one session apart, before the limit.'),
					items: z.array(spikeRow).describe('The newest twenty.'),
				})
				.meta({ id: 'AnalyticsFollowed' }),
		},
		errors: [400, 401, 403, 404],
	},
	analyticsTime: {
		method: 'GET',
		path: '/api/analytics_time',
		access: 'licence',
		scope: 'lists:read',
		summary: 'The last counted hour of each mention source',
		answers: {
			200: z
				.object({
					simulated: z.boolean(),
					provider: z.string(),
					now: isoTime.describe('On the market clock.'),
					items: z.array(sourceState),
				})
				.meta({ id: 'AnalyticsTime' }),
		},
		errors: [401, 403],
	},
	analyticsUrgent: {
		method: 'GET',
		path: '/api/analytics_urgent',
		access: 'licence',
		scope: 'lists:read',
		summary:
			'Tickers whose last counted hour is beyond the 99.5th percentile of their own previous 30 days, and the number expected by chance',
		description:
			'Returns the first twenty, ordered by distance beyond the percentile. All sources that cover a ticker are added up; retweets are left out.',
		answers: {
			200: z
				.object({
					...attentionHead,
					hour: isoTime.nullable().describe('Start of the hour in question; null: no data source.'),
					tested: count.describe('Tickers with at least 480 counted hours before it.'),
					expected: z.number().min(0).describe('How many of them would exceed their threshold by chance alone.'),
					usual: z
						.object({ days: count, mean: z.number(), most: count })
						.nullable()
						.describe('How many did at the same hour of the 30 days before: mean and maximum; null where no such day was counted.'),
					total_count: count,
					items: z.array(urgentRow),
				})
				.meta({ id: 'AnalyticsUrgent' }),
		},
		errors: [401, 403],
	},
} as const satisfies Area;
