import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import { RECORD_START_REASONS } from '@sw/domain/filters/filter-record';
import { LICENCES } from '@sw/domain/reports/licence';
import { MAX_HORIZON, MAX_HORIZONS } from '@sw/domain/research/horizons';
import { VERDICTS } from '@sw/domain/research/search-statistics';
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
import { groups, groupsText, responseGroups } from '../base/groups.ts';

/** A condition: the sector's depth on the timeframe must be at least `value`. */
export const searchCondition = strictObject({ sector: sectorKey, timeframe, value: z.int().min(1).max(5) });

export const horizons = z.array(z.int().min(1).max(MAX_HORIZON)).min(1).max(MAX_HORIZONS);

/** Which tickers and reports to search. Omitted fields do not restrict the search. */
export const searchScope = {
	tab: tab.default('free'),
	operation: operation.nullish().describe("Default: the tab's own direction."),
	algo: algo.default('reverse'),
	timeframes: strategyTimeframes.default('first'),
	marketcap: z.array(capBucket).max(8).default([]),
	information: z
		.enum(INFORMATION_CHOICES)
		.nullish()
		.describe('Only matches with a filing, without one, or with either known. Default: all.'),
	ticker_id: tickerIdParameter.nullish(),
	from: instant.nullish().describe('Default: all reports; without `to`, new reports are added to the search as they come.'),
	to: instant.nullish(),
};

export const searchFields = {
	...searchScope,
	filters: z.array(searchCondition).max(SECTOR_COUNT * 5),
	groups: z
		.union([groups, groupsText])
		.optional()
		.describe('Groups of tests that must also hold, as objects or as the text of an address.'),
	sector_types: z.array(sectorKey).max(SECTOR_COUNT).optional().describe("Sectors of the rate. Default: the tab's four."),
	horizons: horizons.optional().describe("Bars of slot 3's timeframe from an occurrence to its measurement."),
	cooldown: z.int().min(1).max(100).optional().describe('Bars within which further matches count as the same occurrence.'),
};

export const searchQuestion = z
	.object({
		tab,
		operation,
		algo,
		timeframes: z.array(timeframeName),
		filters: z.array(z.object({ sector: sectorKey, timeframe: timeframeName, value: z.int() })),
		groups: responseGroups,
		marketcap: z.array(capBucket),
		information: z
			.enum(INFORMATION_CHOICES)
			.nullable()
			.describe('Only matches with a filing, without one, or with either known; null: all.'),
		ticker_id: z.int().nullable(),
		sector_types: z.array(sectorKey),
		from: isoTime,
		to: isoTime.nullable().describe('Null: new reports are added as they come.'),
		horizons: z.array(z.int()),
		cooldown: z.int(),
		licence: z
			.enum(LICENCES)
			.describe('Only reports that this licence opens are counted; n and all values derived from it depend on the licence.'),
		timeframe: timeframeName.describe('The timeframe whose bars horizons and cool-down count.'),
	})
	.meta({ id: 'SearchQuestion' });

const fraction = z.number().min(0).max(1);
const nullableFraction = fraction.nullable();
const logReturn = z.number().nullable();

export const costSource = z
	.enum(['edge', 'default'])
	.nullable()
	.describe(
		'edge: spread estimated from the bars of the 21 sessions before the session of the entry; default: by tier, where it cannot be estimated.',
	);

const detectable = z
	.object({ difference: z.number(), excess: logReturn })
	.nullable()
	.describe(
		'The smallest difference from the base rate that the sample detects in four of five cases, and the excess that causes it (null where a hit is about size); null without a base rate.',
	);

/** Results of a search at one horizon. Returns are log returns in the search's direction, after costs and relative to tickers of the same tier. */
export const searchStatistics = z
	.object({
		horizon: z.int(),
		n: z.int().min(0).describe('Closed occurrences; overlapping ones count as fewer: n_eff = n / deff.'),
		hits: z.int().min(0),
		blocks: z.int().min(0),
		deff: z.number(),
		n_eff: z.number(),
		hit_rate: nullableFraction,
		interval: z.tuple([fraction, fraction]).describe('95 %, for a single look: Wilson’s on n_eff or the bootstrap’s, the wider.'),
		sequence: z.tuple([fraction, fraction]).describe('95 %, however often one looks: a confidence sequence over finished blocks.'),
		base_rate: nullableFraction.describe('Hit rate of random picks from the same tiers at the same times.'),
		detectable,
		mean: logReturn,
		median: logReturn,
		before_costs: z
			.object({
				hits: z.int().min(0),
				mean: z.number(),
				cost: z.number().meta({ description: 'Mean cost of a round trip, as a log return.', examples: [0.0012] }),
				edge: fraction.meta({ description: 'Share of costs from estimated spreads.', examples: [0.4] }),
			})
			.nullable()
			.describe(
				'Hits and mean excess of the same occurrences without costs, the mean cost of a round trip, and the share of costs from estimated spreads; null where not known of all.',
			),
		quartiles: z.tuple([z.number(), z.number()]).nullable(),
		rank_ic: z
			.object({ mean: z.number(), t: z.number().nullable(), days: z.int() })
			.nullable()
			.describe('Whether a higher rate goes with a larger excess within a report.'),
		luck: z
			.object({ variants: z.int().min(1), line: fraction, better: z.boolean() })
			.describe(
				'In 95 of 100 draws the best of `variants` trials without skill has a lower hit rate. A trial is a filter with its ticker, dates, cool-down and horizon that the account has measured; the line of a single one is where the 95 % interval leaves the base rate.',
			),
		verdict: z
			.enum(VERDICTS)
			.describe(
				'better: the interval is above the base rate; lucky: it is, but the luckiest of the trials would be as good; worse: it is below; none: it contains the base rate; unseen: it does, but differences of 5 points could not be detected; few: fewer than 30 occurrences.',
			),
		p_value: nullableFraction,
		q_value: nullableFraction.describe("False discovery rate over the account's trials (Benjamini and Hochberg)."),
		q_value_dependent: nullableFraction.describe(
			'The same however the trials depend on each other (Benjamini and Yekutieli): trials of one account share occurrences.',
		),
		reconstructed: fraction.describe('Share of occurrences in reports rebuilt from imported or backfilled bars.'),
		hypothetical: z.literal(true),
	})
	.meta({ id: 'SearchStatistics' });

/** One ticker's results. Hit rate and mean are shrunk towards those of the whole search, because few occurrences say little. */
export const tickerStatistics = z
	.object({
		ticker_id: z.int(),
		ticker: z.string(),
		n: z.int(),
		hits: z.int(),
		shrunken_rate: fraction,
		mean: z
			.number()
			.describe(
				"The ticker's mean excess, and the same shrunk towards the overall mean with a weight of a hundred occurrences; tickers are sorted by the latter.",
			),
		shrunken_excess: z.number(),
	})
	.meta({ id: 'TickerStatistics' });

/** Hit rates predicted from earlier quarters and evaluated on later ones. */
export const searchEvidence = z
	.object({
		folds: z.int(),
		n: z.int(),
		brier: z.number(),
		brier_base: z.number().describe('Brier score of a constant hit rate: the rate is informative if `brier` is smaller.'),
		pinball: z.number(),
		reliability: z.array(z.object({ from: z.number(), to: z.number(), n: z.int(), predicted: fraction, observed: fraction })),
	})
	.meta({ id: 'SearchEvidence' });

/** Results at every horizon, with details at the main one. */
export const searchResults = {
	main: z.int().min(0).describe('Position in `results` of the horizon that is shown first.'),
	results: z.array(searchStatistics),
	tickers: z.array(tickerStatistics).describe('The hundred tickers with the largest shrunken excess, largest first.'),
	evidence: searchEvidence.nullable(),
	notice: z.string().describe("What the numbers don't include."),
};

export const pathPoint = z.object({ time: isoTime, excess: z.number() });

/** One occurrence at the main horizon. Fields are null while the occurrence is open, or if it could not be measured. */
export const occurrence = z
	.object({
		ticker_id: z.int(),
		ticker: z.string(),
		time: isoTime.describe("The report's time."),
		rate: z.int(),
		hit: z.boolean().nullable(),
		excess: z.number().nullable(),
		entry: isoTime.describe('Start of the slot at whose open the position is opened.'),
		entry_price: z
			.number()
			.nullable()
			.describe('Adjusted for splits to the newest session, like a chart; dividends count in the return only.'),
		exit: isoTime.describe('End of the bar at whose close the position is closed.'),
		exit_price: z.number().nullable().describe('As the entry price.'),
		own_return: logReturn.describe('Log return of the ticker, dividends included, whatever the direction.'),
		peer_return: logReturn.describe('Mean of the tier over the same time.'),
		cost: z.number().nullable().describe('Of the round trip: excess is the own return less that of the peers in the direction, less this.'),
		cost_source: costSource,
		best: logReturn.describe("Largest move in the position's favour between entry and exit."),
		worst: logReturn.describe('Largest move against the position between entry and exit.'),
		reconstructed: z.boolean(),
		since_saved: z
			.boolean()
			.nullable()
			.describe('Whether its report was published live after the saved filter was saved; null without a saved filter.'),
	})
	.meta({ id: 'Occurrence' });

/** Running sum of the excess returns of equal stakes, ordered by exit, with its 95 % band. */
export const excessPoints = z
	.array(
		z.object({
			time: isoTime,
			n: z.int().min(1),
			sum: z.number().describe('Sum of the excess log returns up to here, each within 30 %.'),
			low: z.number(),
			high: z.number(),
		}),
	)
	.meta({ id: 'ExcessCurve' });

/** Outcomes of one group of decisions, such as the trades that were taken. */
export const decisionOutcomes = z
	.object({
		count: z.int().min(0).describe('Decisions, open and unmeasurable ones included.'),
		open: z.int().min(0).describe('Decisions whose exit is still to come.'),
		n: z.int().min(0).describe('Measured decisions.'),
		hits: z.int().min(0).describe('Measured decisions that beat the median of their tier after costs.'),
		hit_rate: nullableFraction,
		interval: z.tuple([fraction, fraction]).describe('95 %, for decisions of neighbouring sessions as far as they depend on each other.'),
		base_rate: nullableFraction.describe('Hit rate of random picks from the same tiers at the same times.'),
		detectable,
		mean: logReturn,
		median: logReturn,
	})
	.meta({ id: 'DecisionPile' });

export const RECORD_PARTS = ['before', 'since'] as const;

const recordPart = z.object({
	reports: z.int().min(0).describe('Reports in which occurrences could begin, and occurrences, including open ones.'),
	occurrences: z.int().min(0),
	result: searchStatistics.describe('At the main horizon.'),
});

const informationPart = recordPart.omit({ reports: true });

/** The record, split by whether the issuer had filed something within the look-back before the report in which an occurrence begins. */
export const informationRecord = z
	.object({
		with: informationPart.describe('The issuer had filed something.'),
		without: informationPart.describe('It had filed nothing.'),
		unknown: informationPart.describe('Its filings were not known, as in all reports from before they were read.'),
	})
	.meta({ id: 'InformationRecord' });

/** The record of a saved filter, split at the time of saving: only later reports test conditions that were chosen by looking at earlier ones. */
export const savedRecord = z
	.object({
		filter: z.int(),
		name: z.string(),
		at: isoTime.describe('When the current conditions were set (wall clock).'),
		begins: z
			.enum(RECORD_START_REASONS)
			.describe(
				'Saved: when the filter was saved; changed: when its conditions were changed; unknown: changed before the reason was recorded.',
			),
		before: recordPart.describe("Reports from before, and those that weren't published live."),
		since: recordPart.describe('Only reports published live after `at`.'),
		decisions: z
			.object({
				took: decisionOutcomes.describe('Trades that were taken.'),
				passed: decisionOutcomes.describe('Trades that were passed over.'),
			})
			.nullable()
			.describe("What followed the caller's own decisions in the filter's list; null without any."),
	})
	.meta({ id: 'SavedRecord' });
