import { MENTION_TIMEFRAMES } from '@sw/domain/attention/interval';
import { MENTION_COUNTERS, MENTION_SOURCES } from '@sw/domain/prices/blocks';
import { parseTimeframe } from '@sw/domain/time/timeframe';
import { z } from 'zod';
import { capBucket, isoTime, type Piece } from './common.ts';
import { mentionBucket } from './list-pieces.ts';

export const mentionSource = z.enum(MENTION_SOURCES);

export const mentionTimeframeName = z.enum(MENTION_TIMEFRAMES, {
	error: `Mentions are counted by the hour: use one of ${MENTION_TIMEFRAMES.join(', ')}.`,
});

/** Mentions are counted by the hour: one_hour, four_hours or day, by name or by code. */
export const mentionTimeframe: Piece<(typeof MENTION_TIMEFRAMES)[number]> = z.preprocess(
	(value) => (typeof value === 'string' ? (parseTimeframe(value) ?? value) : value),
	mentionTimeframeName,
) as unknown as Piece<(typeof MENTION_TIMEFRAMES)[number]>;

const count = z.int().min(0);

const lastHour = {
	/** End of the last counted hour; null: no data source. */
	time: isoTime.nullable(),
	/** Its age by the market clock, in seconds. */
	age: count.nullable(),
};

const countedBy = {
	source: mentionSource,
	/** Who counts it; null: no data source. */
	counter: z.enum(MENTION_COUNTERS).nullable(),
	...lastHour,
};

/** What is known of a source of mentions. */
export const sourceState = z
	.object({
		...countedBy,
		/** Tickers that it was counted for in that hour. */
		tickers: count,
		/** Whether it says how many people wrote. */
		authors: z.boolean(),
	})
	.meta({ id: 'MentionSourceState' });

/** What mentions are told of, in every answer. */
export const attentionHead = {
	simulated: z.boolean(),
	provider: z.string(),
	...lastHour,
	/** Every source there is, also those that nobody counts. */
	sources: z.array(sourceState),
};

/** Part of the New York day that is counted: `from` to `until`, of `to`. */
export const attentionInterval = {
	from: isoTime.nullable(),
	until: isoTime.nullable(),
	to: isoTime.nullable(),
	/** The usual part of the interval's mentions that is written by `until`; 1 when it is over; null where too little is known to say. */
	share: z.number().nullable(),
	/** Days of the same kind (weekdays or weekends) that `share` is measured on. */
	share_days: count,
};

/** Whose mentions a row tells. */
const subject = {
	ticker: z.string(),
	ticker_id: z.int(),
	name: z.string(),
	marketcap: capBucket,
	/** Dollars; null when unknown. */
	capitalization: z.number().nullable(),
	/** The sources that the numbers are of. */
	sources: z.array(mentionSource),
};

/** A ticker's last counted hour against its own hours. */
export const countedHour = {
	mentions: count,
	/** The 99.5th percentile of its own hours of the 30 days before, and how many of them were counted. */
	threshold: z.number().min(0),
	hours: count,
};

/** One ticker's mentions in the interval, beside those of the same hours of the 30 days before. */
export const attentionRow = z
	.object({
		...subject,
		/** Counted so far, or (is_approximated) what the whole interval comes to; null where it cannot be told. */
		mentions: z.number().min(0).nullable(),
		/** Standard error of the approximation; null of what is counted. */
		error: z.number().min(0).nullable(),
		/** Counted so far, whatever is shown. */
		counted: count,
		/** Authors, one for each and hour; null where a source does not say. */
		authors: count.nullable(),
		/** Mean and standard deviation over the 30 days before, up to the same point, or (is_approximated) of whole intervals; null where fewer than 20 days are known. */
		mean: z.number().nullable(),
		sd: z.number().nullable(),
		/** Days that they are of. */
		days: count,
		/** mentions / mean - 1, a fraction; null where either is unknown or the mean is 0. */
		change: z.number().nullable(),
		/** (mentions + 5) / (mean + 5), by which leaders rank: 1 is usual. */
		lift: z.number().nullable(),
		/** Which bucket `mentions` falls into. */
		bucket: mentionBucket.nullable(),
	})
	.meta({ id: 'AttentionRow' });

export const urgentRow = z
	.object({
		...subject,
		...countedHour,
		/** Who wrote in that hour; null where a source does not say. */
		authors: count.nullable(),
		/** (mentions + 5) / (threshold + 5), by which they rank. */
		lift: z.number(),
	})
	.meta({ id: 'UrgentRow' });

const share = z.number().min(0).max(1);
/** A rate with its 95% interval; null of no episode. */
const rate = z.object({ hits: count, p: share.nullable(), low: share, high: share });

/** What followed spikes of a ticker so many sessions later. Past results are hypothetical. */
export const followedRow = z
	.object({
		/** Sessions from entry to exit, both at the close. */
		sessions: count,
		/** Episodes whose horizon is over; they lie a horizon apart. */
		n: count,
		/** Rose, and fell, further than the middle ticker of its tier after costs. */
		rose: rate,
		fell: rate,
		/** The same of every session of the span, spike or none. */
		base: z.object({ n: count, rose: share.nullable(), fell: share.nullable() }),
		/** Of the log returns beyond the middle ticker's, before costs. */
		mean: z.number().nullable(),
		median: z.number().nullable(),
		/** Mean size, whichever way: after spikes and in every session. */
		size: z.object({ after: z.number().nullable(), base: z.number().nullable() }),
	})
	.meta({ id: 'FollowedSpikes' });

export const spikeRow = z
	.object({
		/** The hour starts here. */
		hour: isoTime,
		mentions: count,
		threshold: z.number().min(0),
		/** The close at which one could have acted. */
		entry: isoTime,
		/** Log return beyond the middle ticker's after each horizon, in their order; null while it is not over, or unknown. */
		after: z.array(z.number().nullable()),
	})
	.meta({ id: 'Spike' });

const counts = z.array(count.nullable());

/** One source of one ticker; index i of each array is interval i of the answer. null: not counted. */
export const tickerSource = z
	.object({
		/** All null where nobody counts this ticker. */
		...countedBy,
		/** Without retweets. */
		mentions: counts,
		retweets: counts,
		/** One for each author and hour. */
		authors: counts,
		/** What is usual by hour of the New York day at which an interval begins: mean, and the values below which a tenth and nine tenths of the days lie. */
		usual: z.array(z.object({ hour: z.int().min(0).max(23), days: count, mean: z.number(), low: z.number(), high: z.number() })),
	})
	.meta({ id: 'TickerMentions' });
