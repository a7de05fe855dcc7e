import { ENTRIES, EXITS, MAX_EXIT_LEVEL, MIN_EXIT_LEVEL } from '@sw/domain/research/backtest/exit-rule';
import { MIN_FOR_CURVE } from '@sw/domain/research/excess-curve';
import { MAX_HORIZON } from '@sw/domain/research/horizons';
import { VERDICTS } from '@sw/domain/research/search-statistics';
import { z } from 'zod';
import { capBucket, createSpanCheck, flag, integer, isoTime, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { recordUniverse } from '../base/report-schemas.ts';
import { EXPORT_FORMATS } from '../signals/sector-charts.ts';
import { questionQuery } from './occurrences.ts';
import { costSource, excessPoints, searchFields, searchQuestion } from './schemas.ts';

const entry = z.enum(ENTRIES).default('slot').describe('At the open of the first slot after the report, or of the first session.');
const exitLevel = z.number().min(MIN_EXIT_LEVEL).max(MAX_EXIT_LEVEL);
const stopDescription = 'Typical moves of the ticker over the horizon against the direction at which it is closed. Default: never.';
const targetDescription = 'The same for the direction.';
const leavesDescription = 'Also close at the first open after the first report in which the ticker has left the list.';

const rule = z
	.object({
		entry: z.enum(ENTRIES),
		horizon: z.int(),
		stop: z.number().nullable().describe(stopDescription),
		target: z.number().nullable().describe(targetDescription),
		leaves: z.boolean().describe(leavesDescription),
	})
	.meta({ id: 'TradeRule' });

const nullableNumber = z.number().nullable();

const positionRecord = z
	.object({
		n: z.int().min(0).describe('Closed positions; overlapping ones count as fewer: n_eff = n / deff.'),
		winners: z
			.int()
			.min(0)
			.describe('Positions with an excess above zero. With a close target and a wide stop, most have one without any skill.'),
		mean: nullableNumber.describe('Mean excess after costs, each within 30 %, and its 95 % interval on n_eff.'),
		interval: z.tuple([z.number(), z.number()]).nullable(),
		blocks: z.int().min(0),
		deff: z.number(),
		n_eff: z.number(),
		detectable: nullableNumber.describe('The smallest mean that the sample detects in four of five cases.'),
		luck: z
			.object({ variants: z.int().min(1), line: nullableNumber, better: z.boolean() })
			.describe(
				'In 95 of 100 draws the best of `variants` trials without skill has a lower mean. Each rule tried is a trial, like each filter.',
			),
		p_value: nullableNumber,
		verdict: z
			.enum(VERDICTS)
			.describe(
				'better: the interval is above zero; lucky: it is, but the luckiest of the trials would be as good; worse: it is below zero; none: it contains zero; few: fewer than 30 positions.',
			),
		hypothetical: z.literal(true),
	})
	.meta({ id: 'PositionRecord' });

/** One position; nulls while it is open, or where it could not be measured. */
const position = z
	.object({
		ticker_id: z.int(),
		ticker: z.string(),
		time: isoTime.describe("The report's time."),
		rate: z.int(),
		tier: capBucket.nullable().describe('Market cap at the entry.'),
		entry: isoTime.describe('Start of the slot at whose open the position is opened.'),
		entry_price: z
			.number()
			.nullable()
			.describe('Adjusted for splits to the newest session, like a chart; dividends count in the return only.'),
		exit: isoTime.describe('When it was closed; while it is open, when it will be at the latest.'),
		exit_price: z.number().nullable().describe('As the entry price.'),
		exit_reason: z.enum(EXITS).nullable().describe('Why it was closed: left means that the ticker had left the list.'),
		own_return: nullableNumber.describe('Log return of the ticker, dividends included, whatever the direction.'),
		peer_return: nullableNumber.describe('Mean of the tier over the same time.'),
		cost: z.number().nullable().describe('Cost of the round trip.'),
		cost_source: costSource,
		excess: nullableNumber.describe("Return minus that of the peers, in the position's direction, minus cost."),
		best: nullableNumber.describe("Largest move in the position's favour between entry and exit."),
		worst: nullableNumber.describe('Largest move against the position between entry and exit.'),
		reconstructed: z.boolean(),
	})
	.meta({ id: 'BacktestPosition' });

const backtest = z
	.object({
		question: searchQuestion,
		rule: rule.describe('Rules for entry and exit.'),
		reports: z.int().min(0).describe('Reports included, which are those that the licence opens.'),
		first: isoTime.nullable(),
		last: isoTime.nullable(),
		record: positionRecord,
		universe: recordUniverse.describe('What the record owes to tickers that have ended; here a hit is an excess above 0.'),
		open: z.int().min(0).describe('Positions that are still open, or could not be measured.'),
		exits: z
			.array(z.object({ how: z.enum(EXITS).describe('The reason.'), record: positionRecord }))
			.describe('By exit reason, which is known only afterwards.'),
		curve: excessPoints.nullable().describe(`Null with an effective sample below ${MIN_FOR_CURVE}.`),
		years: z.array(z.object({ year: z.int().describe('New York year.'), record: positionRecord })).describe('By year of the report.'),
		tiers: z.array(z.object({ tier: capBucket.describe('Market cap at the entry.'), record: positionRecord })).describe('By market cap.'),
		position_count: z.int().min(0).describe('Positions, open ones included.'),
		positions: z.array(position).describe('The newest two hundred, closed ones first.'),
		notice: z.string().describe("What the numbers don't include."),
	})
	.meta({ id: 'Backtest' });

const { horizons: _, ...conditionFields } = searchFields;
const {
	filter: _filter,
	part: _part,
	outcome: _outcome,
	sort_by: _sort,
	sort_dir: _direction,
	horizons: _horizons,
	...conditionsQuery
} = questionQuery;

export const backtestCalls = {
	backtest: {
		method: 'POST',
		path: '/api/indicators/backtest',
		access: 'licence',
		scope: 'lists:read',
		summary:
			'Back-test a filter: every past occurrence is entered at the next open and closed by horizon, stop, target or when the ticker leaves the list',
		body: strictObject({
			...conditionFields,
			rule: strictObject({
				entry,
				horizon: z.int().min(1).max(MAX_HORIZON).default(5).describe("Latest exit: bars of slot 3's timeframe."),
				stop: exitLevel.nullish().describe(stopDescription),
				target: exitLevel.nullish().describe(targetDescription),
				leaves: z.boolean().default(false).describe(leavesDescription),
			}).describe('Rules for entry and exit.'),
		}).check(createSpanCheck()),
		answers: { 200: backtest },
		errors: [400, 401, 403],
	},
	backtestExport: {
		method: 'GET',
		path: '/api/indicators/backtest/export',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Export every position of a back-test, closed ones first, newest first within each group',
		query: strictObject({
			...conditionsQuery,
			entry,
			horizon: integer(1, MAX_HORIZON).default(5),
			stop: z.coerce.number().min(MIN_EXIT_LEVEL).max(MAX_EXIT_LEVEL).optional().describe(stopDescription),
			target: z.coerce.number().min(MIN_EXIT_LEVEL).max(MAX_EXIT_LEVEL).optional().describe(targetDescription),
			leaves: flag.default(false).describe(leavesDescription),
			format: z.enum(EXPORT_FORMATS).default('csv'),
		}).check(createSpanCheck()),
		answers: { 200: z.any().meta({ description: 'The file' }) },
		produces: 'application/octet-stream',
		errors: [400, 401, 403],
		rate: 60,
	},
} as const satisfies Area;
