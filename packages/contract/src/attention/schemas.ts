import { MENTION_TIMEFRAMES } from '@sw/domain/attention/interval';
import { MENTION_COUNTERS, MENTION_SOURCES } from '@sw/domain/prices/blocks';
import { parseTimeframe } from '@sw/domain/time/timeframe';
import { z } from 'zod';
import { capBucket, isoTime, type SchemaPart } from '../base/common.ts';
import { mentionBucket } from '../base/list-schemas.ts';

export const mentionSource = z.enum(MENTION_SOURCES);

export const mentionTimeframeName = z.enum(MENTION_TIMEFRAMES, {
	error: `Mentions are counted by the hour: use one of ${MENTION_TIMEFRAMES.join(', ')}.`,
});

/** Mentions are counted by the hour: one_hour, four_hours or day, by name or by code. */
export const mentionTimeframe: SchemaPart<(typeof MENTION_TIMEFRAMES)[number]> = z.preprocess(
	(value) => (typeof value === 'string' ? (parseTimeframe(value) ?? value) : value),
	mentionTimeframeName,
) as unknown as SchemaPart<(typeof MENTION_TIMEFRAMES)[number]>;

const count = z.int().min(0);

const lastHourFields = {
	time: isoTime.nullable().describe('End of the last counted hour; null: no data source.'),
	age: count.nullable().describe('Its age by the market clock, in seconds.'),
};

const sourceFields = {
	source: mentionSource,
	counter: z.enum(MENTION_COUNTERS).nullable().describe('The provider that counts it; null: no data source.'),
	...lastHourFields,
};

/** State of one source of mentions. */
export const sourceState = z
	.object({
		...sourceFields,
		tickers: count.describe('Tickers that were counted in that hour.'),
		authors: z.boolean().describe('Whether the source reports the number of authors.'),
	})
	.meta({ id: 'MentionSourceState' });

/** Fields of every response about mentions. */
export const attentionHead = {
	simulated: z.boolean(),
	provider: z.string(),
	...lastHourFields,
	sources: z.array(sourceState).describe('Every known source, including those that no provider counts.'),
};

/** An interval of the New York day, `from` to `to`, and how far it has been counted (`until`). */
export const attentionInterval = {
	from: isoTime.nullable(),
	until: isoTime.nullable(),
	to: isoTime.nullable(),
	share: z
		.number()
		.nullable()
		.describe(
			"The usual share of the interval's mentions that is written by `until`; 1 when the interval is over; null where too little is known.",
		),
	share_days: count.describe('Days of the same kind (weekdays or weekends) that `share` is measured on.'),
};

/** The ticker that a row is about. */
const tickerFields = {
	ticker: z.string(),
	ticker_id: z.int(),
	name: z.string(),
	marketcap: capBucket,
	capitalization: z.number().nullable().describe('Dollars; null when unknown.'),
	sources: z.array(mentionSource).describe('The sources included in the numbers.'),
};

/** A ticker's last counted hour compared with its own hours before. */
export const countedHour = {
	mentions: count,
	threshold: z
		.number()
		.min(0)
		.describe("The 99.5th percentile of the ticker's hours of the 30 days before, and how many of them were counted."),
	hours: count,
};

/** One ticker's mentions in the interval, compared with the same hours of the 30 days before. */
export const attentionRow = z
	.object({
		...tickerFields,
		mentions: z
			.number()
			.min(0)
			.nullable()
			.describe('Counted so far, or (is_approximated) the estimate for the whole interval; null where it cannot be estimated.'),
		error: z.number().min(0).nullable().describe('Standard error of the estimate; null for counted mentions.'),
		counted: count.describe('Counted so far, even where `mentions` is an estimate.'),
		authors: count.nullable().describe('Authors, counted once an hour each; null where a source does not report them.'),
		mean: z
			.number()
			.nullable()
			.describe(
				'Mean and standard deviation over the 30 days before, up to the same point, or (is_approximated) of whole intervals; null where fewer than 20 days are known.',
			),
		sd: z.number().nullable(),
		days: count.describe('Days that the mean and deviation cover.'),
		change: z.number().nullable().describe('Mentions / mean - 1, a fraction; null where either is unknown or the mean is 0.'),
		lift: z.number().nullable().describe('(mentions + 5) / (mean + 5), by which leaders rank: 1 is usual.'),
		bucket: mentionBucket.nullable().describe('The bucket of `mentions`.'),
	})
	.meta({ id: 'AttentionRow' });

export const urgentRow = z
	.object({
		...tickerFields,
		...countedHour,
		authors: count.nullable().describe('Authors of that hour; null where a source does not report them.'),
		lift: z.number().describe('(mentions + 5) / (threshold + 5), the ranking key.'),
	})
	.meta({ id: 'UrgentRow' });

const fraction = z.number().min(0).max(1);
/** Share of hits with its 95% confidence interval. `p` is null without an episode. */
const hitRate = z.object({ hits: count, p: fraction.nullable(), low: fraction, high: fraction });

/** What a ticker's price did within a number of sessions after its spikes. Past results are hypothetical. */
export const followedRow = z
	.object({
		sessions: count.describe('Sessions from entry to exit, both at the close.'),
		n: count.describe('Episodes whose horizon is over; they are at least one horizon apart.'),
		rose: hitRate.describe('Rose, and fell, further than the median ticker of its tier after costs.'),
		fell: hitRate,
		base: z
			.object({ n: count, rose: fraction.nullable(), fell: fraction.nullable() })
			.describe('The same for every session of the span, with or without a spike.'),
		mean: z.number().nullable().describe("Mean log return beyond the median ticker's, before costs."),
		median: z.number().nullable(),
		size: z
			.object({ after: z.number().nullable().describe('After spikes.'), base: z.number().nullable().describe('Over all sessions.') })
			.describe('Mean absolute return: after spikes, and over all sessions.'),
	})
	.meta({ id: 'FollowedSpikes' });

export const spikeRow = z
	.object({
		hour: isoTime.describe('The hour starts here.'),
		mentions: count,
		threshold: z.number().min(0),
		entry: isoTime.describe('The first close at which one could have traded.'),
		after: z
			.array(z.number().nullable())
			.describe(
				"Log return beyond the median ticker's, one for each horizon in order; null while the horizon is not over, or where unknown.",
			),
	})
	.meta({ id: 'Spike' });

const counts = z.array(count.nullable());

/** One ticker's mentions in one source. Index i of each array is interval i of the response; null: the source didn't count the interval. */
export const tickerSource = z
	.object({
		/** All fields except `source` are null if no provider counts this ticker. */
		...sourceFields,
		/** Without retweets. */
		mentions: counts,
		retweets: counts,
		authors: counts.describe('One for each author and hour.'),
		usual: z
			.array(z.object({ hour: z.int().min(0).max(23), days: count, mean: z.number(), low: z.number(), high: z.number() }))
			.describe(
				'The usual count by hour of the New York day at which an interval begins: mean, and the tenth and ninetieth percentiles over the days.',
			),
	})
	.meta({ id: 'TickerMentions' });
