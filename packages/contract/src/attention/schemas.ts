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

const lastHour = {
	/** End of the last counted hour; null: no data source. */
	time: isoTime.nullable(),
	/** Its age by the market clock, in seconds. */
	age: count.nullable(),
};

const countedBy = {
	source: mentionSource,
	/** The provider that counts it; null: no data source. */
	counter: z.enum(MENTION_COUNTERS).nullable(),
	...lastHour,
};

/** What is known of a source of mentions. */
export const sourceState = z
	.object({
		...countedBy,
		/** Tickers that were counted in that hour. */
		tickers: count,
		/** Whether the source reports the number of authors. */
		authors: z.boolean(),
	})
	.meta({ id: 'MentionSourceState' });

/** Fields of every answer about mentions. */
export const attentionHead = {
	simulated: z.boolean(),
	provider: z.string(),
	...lastHour,
	/** Every known source, including those that no provider counts. */
	sources: z.array(sourceState),
};

/** Part of the New York day that is counted: `from` to `until`, of `to`. */
export const attentionInterval = {
	from: isoTime.nullable(),
	until: isoTime.nullable(),
	to: isoTime.nullable(),
	/** The usual share of the interval's mentions that is written by `until`; 1 when the interval is over; null where too little is known. */
	share: z.number().nullable(),
	/** Days of the same kind (weekdays or weekends) that `share` is measured on. */
	share_days: count,
};

/** The ticker that a row is about. */
const subject = {
	ticker: z.string(),
	ticker_id: z.int(),
	name: z.string(),
	marketcap: capBucket,
	/** Dollars; null when unknown. */
	capitalization: z.number().nullable(),
	/** The sources included in the numbers. */
	sources: z.array(mentionSource),
};

/** A ticker's last counted hour against its own hours. */
export const countedHour = {
	mentions: count,
	/** The 99.5th percentile of the ticker's hours of the 30 days before, and how many of them were counted. */
	threshold: z.number().min(0),
	hours: count,
};

/** One ticker's mentions in the interval, compared with the same hours of the 30 days before. */
export const attentionRow = z
	.object({
		...subject,
		/** Counted so far, or (is_approximated) the estimate for the whole interval; null where it cannot be estimated. */
		mentions: z.number().min(0).nullable(),
		/** Standard error of the estimate; null for counted mentions. */
		error: z.number().min(0).nullable(),
		/** Counted so far, even where `mentions` is an estimate. */
		counted: count,
		/** Authors, counted once an hour each; null where a source does not report them. */
		authors: count.nullable(),
		/** Mean and standard deviation over the 30 days before, up to the same point, or (is_approximated) of whole intervals; null where fewer than 20 days are known. */
		mean: z.number().nullable(),
		sd: z.number().nullable(),
		/** Days that the mean and deviation cover. */
		days: count,
		/** mentions / mean - 1, a fraction; null where either is unknown or the mean is 0. */
		change: z.number().nullable(),
		/** (mentions + 5) / (mean + 5), by which leaders rank: 1 is usual. */
		lift: z.number().nullable(),
		/** The bucket of `mentions`. */
		bucket: mentionBucket.nullable(),
	})
	.meta({ id: 'AttentionRow' });

export const urgentRow = z
	.object({
		...subject,
		...countedHour,
		/** Authors of that hour; null where a source does not report them. */
		authors: count.nullable(),
		/** (mentions + 5) / (threshold + 5), the ranking key. */
		lift: z.number(),
	})
	.meta({ id: 'UrgentRow' });

const share = z.number().min(0).max(1);
/** A rate with its 95% interval; null without an episode. */
const rate = z.object({ hits: count, p: share.nullable(), low: share, high: share });

/** Returns a number of sessions after a ticker's spikes. Past results are hypothetical. */
export const followedRow = z
	.object({
		/** Sessions from entry to exit, both at the close. */
		sessions: count,
		/** Episodes whose horizon is over; they are at least one horizon apart. */
		n: count,
		/** Rose, and fell, further than the middle ticker of its tier after costs. */
		rose: rate,
		fell: rate,
		/** The same for every session of the span, with or without a spike. */
		base: z.object({ n: count, rose: share.nullable(), fell: share.nullable() }),
		/** Mean log return beyond the middle ticker's, before costs. */
		mean: z.number().nullable(),
		median: z.number().nullable(),
		/** Mean absolute return: after spikes, and over all sessions. */
		size: z.object({ after: z.number().nullable(), base: z.number().nullable() }),
	})
	.meta({ id: 'FollowedSpikes' });

export const spikeRow = z
	.object({
		/** The hour starts here. */
		hour: isoTime,
		mentions: count,
		threshold: z.number().min(0),
		/** The first close at which one could have traded. */
		entry: isoTime,
		/** Log return beyond the middle ticker's, one for each horizon in order; null while the horizon is not over, or where unknown. */
		after: z.array(z.number().nullable()),
	})
	.meta({ id: 'Spike' });

const counts = z.array(count.nullable());

/** One source of one ticker; index i of each array is interval i of the answer. null: not counted. */
export const tickerSource = z
	.object({
		/** All null where no provider counts this ticker. */
		...countedBy,
		/** Without retweets. */
		mentions: counts,
		retweets: counts,
		/** One for each author and hour. */
		authors: counts,
		/** The usual count by hour of the New York day at which an interval begins: mean, and the tenth and ninetieth percentiles over the days. */
		usual: z.array(z.object({ hour: z.int().min(0).max(23), days: count, mean: z.number(), low: z.number(), high: z.number() })),
	})
	.meta({ id: 'TickerMentions' });
