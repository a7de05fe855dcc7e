import { RECORD_BEGINS } from '@sw/domain/filters/conditions-since';
import { LICENCES } from '@sw/domain/reports/licence';
import { LONGEST_HORIZON, MOST_HORIZONS } from '@sw/domain/research/search-question';
import { SECTOR_COUNT } from '@sw/domain/signals/sector';
import { z } from 'zod';
import {
	algo,
	capBucket,
	instant,
	isoTime,
	operation,
	sectorKey,
	strategyTimeframes,
	strictObject,
	tab,
	tickerIdParameter,
	timeframe,
	timeframeName,
} from '../base/common.ts';

/** One condition: the sector is at least `value` rings deep on the timeframe. */
export const searchCondition = strictObject({ sector: sectorKey, timeframe, value: z.int().min(1).max(5) });

export const horizons = z.array(z.int().min(1).max(LONGEST_HORIZON)).min(1).max(MOST_HORIZONS);

/** Where to look for occurrences; fields left out do not restrict. */
export const searchPlace = {
	tab: tab.default('free'),
	/** Default: the tab's own direction. */
	operation: operation.nullish(),
	algo: algo.default('reverse'),
	timeframes: strategyTimeframes.default('first'),
	marketcap: z.array(capBucket).max(8).default([]),
	ticker_id: tickerIdParameter.nullish(),
	/** Default: all reports; without `to`, new reports are added to the search as they come. */
	from: instant.nullish(),
	to: instant.nullish(),
};

export const searchFields = {
	...searchPlace,
	filters: z.array(searchCondition).max(SECTOR_COUNT * 5),
	/** Sectors of the rate. Default: the tab's four. */
	sector_types: z.array(sectorKey).max(SECTOR_COUNT).optional(),
	/** How many bars of slot 3's timeframe after an occurrence it is measured. */
	horizons: horizons.optional(),
	/** Bars within which further matches count as the same occurrence. */
	cooldown: z.int().min(1).max(100).optional(),
};

export const searchQuestion = z
	.object({
		tab,
		operation,
		algo,
		timeframes: z.array(timeframeName),
		filters: z.array(z.object({ sector: sectorKey, timeframe: timeframeName, value: z.int() })),
		marketcap: z.array(capBucket),
		ticker_id: z.int().nullable(),
		sector_types: z.array(sectorKey),
		from: isoTime,
		/** null: new reports are added as they come. */
		to: isoTime.nullable(),
		horizons: z.array(z.int()),
		cooldown: z.int(),
		/** Only reports that this licence opens are counted; n and all values derived from it depend on the licence. */
		licence: z.enum(LICENCES),
		/** The timeframe whose bars horizons and cool-down count. */
		timeframe: timeframeName,
	})
	.meta({ id: 'SearchQuestion' });

const rate = z.number().min(0).max(1);
const share = rate.nullable();
const logReturn = z.number().nullable();

/** Results of a search at one horizon. Returns are log returns after costs, in the direction, against tickers of the same tier. */
export const searchStatistics = z
	.object({
		horizon: z.int(),
		/** Closed occurrences; overlapping ones count as fewer: n_eff = n / deff. */
		n: z.int().min(0),
		hits: z.int().min(0),
		blocks: z.int().min(0),
		deff: z.number(),
		n_eff: z.number(),
		hit_rate: share,
		/** 95 %, on n_eff, for a single look. */
		interval: z.tuple([rate, rate]),
		/** 95 %, however often one looks: a confidence sequence over finished blocks. */
		sequence: z.tuple([rate, rate]),
		/** Hit rate of random picks from the same tiers at the same times. */
		base_rate: share,
		/**
		 * The least difference from the base rate that the sample finds in four of five cases, and the excess that causes it (null where a hit is about size); null without
		 * a base rate.
		 */
		detectable: z.object({ difference: z.number(), excess: logReturn }).nullable(),
		mean: logReturn,
		median: logReturn,
		quartiles: z.tuple([z.number(), z.number()]).nullable(),
		/** Whether a higher rate goes with a larger excess within a report. */
		rank_ic: z.object({ mean: z.number(), t: z.number().nullable(), days: z.int() }).nullable(),
		/**
		 * Hit rate that the best of `variants` trials without skill stays below in 95 of 100 draws. A trial is a filter with its ticker, dates, cool-down and horizon that the
		 * account has measured; the line of a single one is where the 95 % interval leaves the base rate.
		 */
		luck: z.object({ variants: z.int().min(1), line: rate, better: z.boolean(), words: z.string() }),
		p_value: share,
		/** False discovery rate over the account's trials (Benjamini and Hochberg). */
		q_value: share,
		/** The same however the trials depend on each other (Benjamini and Yekutieli): trials of one account share occurrences. */
		q_value_dependent: share,
		/** Share of occurrences in reports rebuilt from imported or backfilled bars. */
		reconstructed: rate,
		hypothetical: z.literal(true),
	})
	.meta({ id: 'SearchStatistics' });

/** One ticker's results. Its rate and mean are shrunk towards the search's, because few occurrences say little. */
export const tickerStatistics = z
	.object({
		ticker_id: z.int(),
		ticker: z.string(),
		n: z.int(),
		hits: z.int(),
		shrunken_rate: rate,
		/** The ticker's mean excess, and the same shrunk towards the overall mean with a weight of a hundred occurrences; tickers are sorted by the latter. */
		mean: z.number(),
		shrunken_excess: z.number(),
	})
	.meta({ id: 'TickerStatistics' });

/** Rates calibrated on earlier quarters and judged on later ones. */
export const searchEvidence = z
	.object({
		folds: z.int(),
		n: z.int(),
		brier: z.number(),
		/** Brier score of a constant hit rate: the rate is informative if `brier` is smaller. */
		brier_base: z.number(),
		pinball: z.number(),
		reliability: z.array(z.object({ from: z.number(), to: z.number(), n: z.int(), predicted: rate, observed: rate })),
	})
	.meta({ id: 'SearchEvidence' });

/** The main horizon's results in full. */
export const searchResults = {
	/** Position in `results` of the horizon that is shown first. */
	main: z.int().min(0),
	results: z.array(searchStatistics),
	/** The hundred tickers with the largest shrunken excess, largest first. */
	tickers: z.array(tickerStatistics),
	evidence: searchEvidence.nullable(),
	/** What the numbers leave out. */
	notice: z.string(),
};

export const pathPoint = z.object({ time: isoTime, excess: z.number() });

/** One occurrence at the main horizon; nulls while it is open, or where it could not be measured. */
export const occurrence = z
	.object({
		ticker_id: z.int(),
		ticker: z.string(),
		/** The report's time. */
		time: isoTime,
		rate: z.int(),
		hit: z.boolean().nullable(),
		excess: z.number().nullable(),
		reconstructed: z.boolean(),
		/** Whether its report came out live after the saved filter was saved; null without a saved filter. */
		since_saved: z.boolean().nullable(),
	})
	.meta({ id: 'Occurrence' });

export const RECORD_PARTS = ['before', 'since'] as const;

const recordPart = z.object({
	/** Reports in which occurrences could begin, and occurrences, including open ones. */
	reports: z.int().min(0),
	occurrences: z.int().min(0),
	/** At the main horizon. */
	result: searchStatistics,
});

/** The record of a saved filter, split at the time it was saved: conditions chosen by looking at the past prove nothing about that past. */
export const savedRecord = z
	.object({
		filter: z.int(),
		name: z.string(),
		/** When the current conditions were set (wall clock). */
		at: isoTime,
		/** saved: when the filter was saved; changed: when its conditions were changed; unknown: changed before the reason was recorded. */
		begins: z.enum(RECORD_BEGINS),
		/** Reports from before, and those that did not come out live. */
		before: recordPart,
		/** Only reports that came out live after `at`. */
		since: recordPart,
	})
	.meta({ id: 'SavedRecord' });
