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
	only,
	operation,
	sectorKey,
	strategyTimeframes,
	tab,
	tickerIdParameter,
	timeframe,
	timeframeName,
} from './common.ts';

/** One condition: the sector stands at least `value` rings deep on the timeframe. */
export const searchCondition = only({ sector: sectorKey, timeframe, value: z.int().min(1).max(5) });

export const horizons = z.array(z.int().min(1).max(LONGEST_HORIZON)).min(1).max(MOST_HORIZONS);

/** Where occurrences are looked for; anything left out does not restrict. */
export const searchPlace = {
	tab: tab.default('free'),
	/** The tab's own direction unless told. */
	operation: operation.nullish(),
	algo: algo.default('reverse'),
	timeframes: strategyTimeframes.default('first'),
	marketcap: z.array(capBucket).max(8).default([]),
	ticker_id: tickerIdParameter.nullish(),
	/** All reports unless told; without `to` a search goes on with every new report. */
	from: instant.nullish(),
	to: instant.nullish(),
};

export const searchFields = {
	...searchPlace,
	filters: z.array(searchCondition).max(SECTOR_COUNT * 5),
	/** Sectors of the rate; the tab's four unless told. */
	sector_types: z.array(sectorKey).max(SECTOR_COUNT).optional(),
	/** Bars of slot 3's timeframe after which an occurrence is measured. */
	horizons: horizons.optional(),
	/** Bars in which further matches belong to the same occurrence. */
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
		/** null: goes on with every new report. */
		to: isoTime.nullable(),
		horizons: z.array(z.int()),
		cooldown: z.int(),
		/** Reports that this licence opens are counted: with another one n and all that follows from it differ. */
		licence: z.enum(LICENCES),
		/** The timeframe whose bars horizons and cool-down count. */
		timeframe: timeframeName,
	})
	.meta({ id: 'SearchQuestion' });

const rate = z.number().min(0).max(1);
const share = rate.nullable();
const logReturn = z.number().nullable();

/** What happened after the occurrences of a search at one horizon. Returns are log returns after costs, in the direction, against tickers of the same tier. */
export const searchStatistics = z
	.object({
		horizon: z.int(),
		/** Closed occurrences; those that overlap count as fewer: n_eff = n / deff. */
		n: z.int().min(0),
		hits: z.int().min(0),
		blocks: z.int().min(0),
		deff: z.number(),
		n_eff: z.number(),
		hit_rate: share,
		/** 95 %, on n_eff. */
		interval: z.tuple([rate, rate]),
		/** What picks by chance from the same tiers at the same times hit. */
		base_rate: share,
		mean: logReturn,
		median: logReturn,
		quartiles: z.tuple([z.number(), z.number()]).nullable(),
		/** Does a higher rate mean a larger excess within a report? */
		rank_ic: z.object({ mean: z.number(), t: z.number().nullable(), days: z.int() }).nullable(),
		/** Hit rate that the best of as many filters without skill as the account has evaluated stays below in 95 of 100 draws. */
		luck: z.object({ variants: z.int().min(1), line: rate, better: z.boolean(), words: z.string() }),
		p_value: share,
		/** False discovery rate over the account's filters (Benjamini and Hochberg); of the main horizon alone. */
		q_value: share,
		/** Share of occurrences in reports rebuilt from imported or backfilled bars. */
		reconstructed: rate,
		hypothetical: z.literal(true),
	})
	.meta({ id: 'SearchStatistics' });

/** One ticker's occurrences. Its own rate and mean are drawn towards the search's: few occurrences say little. */
export const tickerStatistics = z
	.object({
		ticker_id: z.int(),
		ticker: z.string(),
		n: z.int(),
		hits: z.int(),
		shrunken_rate: rate,
		/** Mean excess of its own, and drawn towards that of all by a hundred occurrences' worth: tickers stand in the order of the latter. */
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
		/** The same of a constant hit rate: a smaller Brier score above means that the rate tells something. */
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
	/** What is not in the numbers. */
	notice: z.string(),
};

export const pathPoint = z.object({ time: isoTime, excess: z.number() });

/** One occurrence at the main horizon; nulls while it is not over or where it could not be measured. */
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
		/** Whether its report came out live after the saved filter of the question was saved; null where none was named. */
		since_saved: z.boolean().nullable(),
	})
	.meta({ id: 'Occurrence' });

export const RECORD_PARTS = ['before', 'since'] as const;

const recordPart = z.object({
	/** Reports in which occurrences could begin, and occurrences, also those that are not over. */
	reports: z.int().min(0),
	occurrences: z.int().min(0),
	/** At the main horizon. */
	result: searchStatistics,
});

/** The record of a saved filter cut where it was saved: conditions that were chosen by looking at the past prove nothing about that past. */
export const savedRecord = z
	.object({
		filter: z.int(),
		name: z.string(),
		/** Since when it asks what it asks, by the wall. */
		at: isoTime,
		/** saved: since it was saved; changed: its conditions were changed then; unknown: it was changed then, before it was kept what of it. */
		begins: z.enum(RECORD_BEGINS),
		/** Reports from before, and those that did not come out live. */
		before: recordPart,
		/** Reports that came out live after `at`, and nothing else. */
		since: recordPart,
	})
	.meta({ id: 'SavedRecord' });
