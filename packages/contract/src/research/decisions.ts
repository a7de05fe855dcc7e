import {
	DECISION_STATES,
	DECISIONS,
	DEFAULT_DECISION_HORIZON,
	MAX_DECISION_NOTE_LENGTH,
	MAX_DECISION_TAGS,
	MAX_TAG_LENGTH,
} from '@sw/domain/research/decision';
import { MAX_HORIZON } from '@sw/domain/research/horizons';
import { z } from 'zod';
import {
	integer,
	isoTime,
	MAX_ROW_ID,
	nonEmptyText,
	operation,
	paging,
	possiblyEmptyText,
	strategyTimeframes,
	strictObject,
	tickerIdParameter,
	timeframeName,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { filterId } from '../base/list-schemas.ts';
import { EXPORT_FORMATS } from '../signals/sector-charts.ts';
import { decisionOutcomes } from './schemas.ts';

const kind = z.enum(DECISIONS).describe('Whether the trade was taken, passed over, or is only watched.');
const fraction = z.number().min(0).max(1);
const logReturn = z.number().nullable();

const decision = z
	.object({
		id: z.int(),
		ticker_id: z.int(),
		ticker: z.string(),
		decision: kind,
		operation: operation.describe('The expected direction.'),
		timeframe: timeframeName.describe('The timeframe whose bars the horizon counts.'),
		horizon: z.int().describe('Planned exit, in bars.'),
		filter: z.int().nullable().describe('The saved filter in whose list it was found.'),
		filter_name: z
			.string()
			.nullable()
			.describe('Its name; null where it was deleted.')
			.meta({ examples: ['Heavy openings'] }),
		tags: z
			.array(z.string())
			.describe("The caller's tags; records are also grouped by tag.")
			.meta({ examples: [['breakout']] }),
		note: z
			.string()
			.describe('Why.')
			.meta({ examples: ['Heavy volume, no news.'] }),
		made: isoTime.describe('Market time at which it was entered; it is measured from the next slot on.'),
		entry: isoTime.nullable().describe('Start of the slot of its entry.'),
		exit: isoTime.nullable().describe('End of the bar of its exit.'),
		state: z.enum(DECISION_STATES).describe('unmeasurable: a price is missing at its entry or exit.'),
		hit: z
			.boolean()
			.nullable()
			.describe('Whether it beat the median of its tier after costs, as an occurrence of a record; null while open.'),
		excess: logReturn.describe('Log return after costs minus the mean of its tier, in its direction; null while open.'),
		base_rate: fraction.nullable().describe('Share of the tickers of its tier that would have been hits over the same time.'),
	})
	.meta({ id: 'Decision' });

const outcomesByDecision = {
	took: decisionOutcomes.describe('Trades that were taken.'),
	passed: decisionOutcomes.describe('Trades that were passed over.'),
	watching: decisionOutcomes.describe('Tickers that are only watched.'),
};

export const decisionCalls = {
	decisions: {
		method: 'GET',
		path: '/api/decisions',
		access: 'licence',
		scope: 'account:read',
		summary: "List the caller's decisions with their outcomes, newest first, and their records by decision, tag and filter",
		description:
			'Outcomes are measured like occurrences of a record: entry at the next slot, exit by the horizon, against tickers of the same tier. Hypothetical: no trades are made.',
		query: strictObject({ ...paging }),
		answers: {
			200: z
				.object({
					total_count: z.int().min(0),
					items: z.array(decision),
					allowed: z.int().min(0).describe('Limit of the licence.'),
					deleted: z.int().min(0).describe('Decisions that the caller has deleted; records leave them out.'),
					...outcomesByDecision,
					took_and_passed: decisionOutcomes.describe('What the record would be if all passed trades had been taken.'),
					tags: z
						.array(
							z.object({ tag: z.string().meta({ description: 'A tag of the caller.', examples: ['breakout'] }), ...outcomesByDecision }),
						)
						.describe('Records by tag.'),
					filters: z.array(z.object({ filter: z.int(), name: z.string(), ...outcomesByDecision })),
					hypothetical: z.literal(true),
				})
				.meta({ id: 'Decisions' }),
		},
		errors: [400, 401, 403],
	},
	addDecision: {
		method: 'POST',
		path: '/api/decisions',
		access: 'licence',
		summary: 'Log a decision about a ticker; it is measured from the next slot on',
		body: strictObject({
			ticker_id: tickerIdParameter,
			decision: kind,
			operation,
			timeframes: strategyTimeframes.default('first').describe('The horizon counts bars of the third timeframe.'),
			horizon: z.int().min(1).max(MAX_HORIZON).default(DEFAULT_DECISION_HORIZON).describe('Planned exit, in bars.'),
			filter: filterId.nullable().default(null).describe('The saved filter in whose list it was found.'),
			tags: z
				.array(nonEmptyText(MAX_TAG_LENGTH))
				.max(MAX_DECISION_TAGS)
				.default([])
				.describe('Your own tags; records are also grouped by tag.')
				.meta({ examples: [['breakout']] }),
			note: possiblyEmptyText(MAX_DECISION_NOTE_LENGTH)
				.default('')
				.describe('Why.')
				.meta({ examples: ['Heavy volume, no news.'] }),
		}),
		answers: { 201: decision },
		errors: [400, 401, 403],
	},
	deleteDecision: {
		method: 'DELETE',
		path: '/api/decisions/{id}',
		access: 'licence',
		summary: 'Delete a decision; the number of deleted decisions stays visible to you',
		params: strictObject({ id: integer(1, MAX_ROW_ID) }),
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	exportDecisions: {
		method: 'GET',
		path: '/api/decisions/export',
		access: 'licence',
		scope: 'account:read',
		summary: "Export the caller's decisions with their outcomes, newest first",
		query: strictObject({ format: z.enum(EXPORT_FORMATS).default('csv') }),
		answers: { 200: z.any().meta({ description: 'The file' }) },
		produces: 'application/octet-stream',
		errors: [400, 401, 403],
		rate: 60,
	},
} as const satisfies Area;
