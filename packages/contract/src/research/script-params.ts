import { TICKER_TYPES } from '@sw/domain/prices/ticker';
import { SCRIPT_VALUE_NAMES, type ScriptValue } from '@sw/domain/research/script-params';
import { z } from 'zod';
import {
	algo,
	integer,
	isoTime,
	MAX_ROW_ID,
	nonEmptyText,
	operation,
	possiblyEmptyText,
	strategyTimeframes,
	strictObject,
	tab,
	tickerIdParameter,
	timeframe,
	timeframeName,
	timeframes,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';

const id = integer(1, MAX_ROW_ID);
const idParams = strictObject({ id });

const scriptValue = z.number();

function createValueFields<T extends z.ZodType>(value: T) {
	return Object.fromEntries(SCRIPT_VALUE_NAMES.map((name) => [name, value])) as Record<ScriptValue, T>;
}

const changedValues = z.object(createValueFields(scriptValue.optional()));

const scriptEntry = z
	.object({
		id: z.int(),
		timeframes: z.array(timeframeName),
		ticker_type: z.enum(TICKER_TYPES).nullable(),
		ticker_id: z.int().nullable(),
		ticker: z.string().nullable().describe('Its current symbol.'),
		algo: algo.nullable(),
		params: changedValues,
		comment: z.string(),
		created: isoTime,
		updated: isoTime,
		parameters_version: z.int().describe('Version of the parameter set with all pending changes, and of the one in force.'),
		in_force: z.int(),
	})
	.meta({ id: 'ScriptParams' });

const scriptBody = strictObject({
	timeframes: z.array(timeframe).max(5).default([]).describe('Default: all.'),
	ticker_type: z.enum(TICKER_TYPES).nullish(),
	ticker_id: tickerIdParameter.nullish(),
	algo: algo.nullish(),
	params: strictObject(createValueFields(scriptValue.optional())),
	comment: possiblyEmptyText(500).default(''),
});

const nullableTimeframe = timeframeName.nullable();

const trialResult = z
	.object({
		state: z.literal('done'),
		date: isoTime.describe('The report that the change was tried on.'),
		tab,
		operation,
		changes: z
			.array(z.object({ name: z.enum(SCRIPT_VALUE_NAMES), timeframe: nullableTimeframe, from: scriptValue, to: scriptValue }))
			.describe(
				'Values that would differ from the set in force; timeframe is null where all share the value. Empty: no depth would change.',
			),
		before: z.int().describe('Number of tickers in the list before and after the change, and the difference.'),
		after: z.int(),
		entered: z.int(),
		left: z.int(),
		moved: z.int(),
		moves: z
			.array(
				z.object({
					ticker_id: z.int(),
					ticker: z.string(),
					place: z.object({ before: z.int().nullable(), after: z.int().nullable() }),
					weighted_sum: z.object({ before: z.int().nullable(), after: z.int().nullable() }),
				}),
			)
			.describe('The first hundred tickers that entered, left or moved, by rank. Ranks count from 1; null: not in the list.'),
	})
	.meta({ id: 'ScriptParamsTrial' });

const trialProgress = z
	.object({
		state: z.literal('running'),
		progress: z.number().min(0).max(1).describe('Share of the sessions that the engine has processed, 0 to 1.'),
	})
	.meta({ id: 'ScriptParamsTrialProgress' });

const origins = z
	.object({
		version: z.int().describe('Version of the set in force.'),
		ticker: z.object({ ticker_id: z.int(), ticker: z.string(), name: z.string(), type: z.enum(TICKER_TYPES) }).nullable(),
		items: z.array(
			z.object({
				timeframe: timeframeName,
				values: z.array(
					z.object({
						name: z.enum(SCRIPT_VALUE_NAMES),
						value: scriptValue,
						built_in: scriptValue,
						entry: z.int().nullable().describe('The change that set it; null without one.'),
					}),
				),
			}),
		),
	})
	.meta({ id: 'ScriptParamsOrigins' });

const versions = z
	.object({
		items: z.array(
			z.object({
				version: z.int(),
				created: isoTime,
				in_force: z.boolean(),
				values: z
					.object(createValueFields(z.array(scriptValue)))
					.describe('Values that administrators can change, by timeframe (15m to 1d) or one for all.'),
			}),
		),
	})
	.meta({ id: 'ParameterVersions' });

export const scriptCalls = {
	tryScriptParams: {
		method: 'POST',
		path: '/api/script-params/trial',
		access: 'admin',
		summary: 'Preview how a list of the newest report would change with other engine parameters; nothing is saved',
		description:
			'`entry` is the new change and `replaces` the id of the change it replaces; without `entry` that change is removed. 202 with the progress while the preview is computed: repeat the request for the result.',
		body: strictObject({
			entry: scriptBody.nullable(),
			replaces: id.nullish(),
			tab,
			operation: operation.optional(),
			timeframes: strategyTimeframes.optional(),
		}).refine(({ entry, replaces }) => entry !== null || typeof replaces === 'number', {
			message: 'Give a change (`entry`), or name the one to remove (`replaces`).',
			path: ['entry'],
		}),
		answers: { 200: trialResult, 202: trialProgress },
		errors: [400, 401, 403, 404],
		rate: 240,
	},
	scriptOrigins: {
		method: 'GET',
		path: '/api/parameters/origins',
		access: 'admin',
		summary: 'The parameters in effect for a ticker and an algo, each with the change that sets it',
		query: strictObject({
			ticker: nonEmptyText(20).optional().describe('A symbol or the permanent id.'),
			algo: algo.optional(),
		}),
		answers: { 200: origins },
		errors: [400, 401, 403, 404],
	},
	parameterVersions: {
		method: 'GET',
		path: '/api/parameters/versions',
		access: 'admin',
		summary: 'List every parameter set that was ever in effect, newest first',
		answers: { 200: versions },
		errors: [401, 403],
	},
	scriptParams: {
		method: 'GET',
		path: '/api/script-params',
		access: 'admin',
		summary: 'List all changes to the built-in engine parameters',
		answers: { 200: z.object({ total_count: z.int(), items: z.array(scriptEntry) }).meta({ id: 'ScriptParamsList' }) },
		errors: [401, 403],
	},
	createScriptParams: {
		method: 'POST',
		path: '/api/script-params',
		access: 'admin',
		summary:
			'Change engine parameters for timeframes, a ticker type or ticker, and an algo; parameters that affect depths can only be changed for the whole market',
		body: scriptBody,
		answers: { 201: scriptEntry },
		errors: [400, 401, 403],
	},
	scriptParamsTimeframes: {
		method: 'GET',
		path: '/api/script-params/timeframes',
		access: 'public',
		summary: 'The parameters in effect on timeframes, for a ticker and an algo; the most specific change wins',
		query: strictObject({
			timeframes: timeframes.optional(),
			ticker: nonEmptyText(20).optional().describe('A symbol or the permanent id.'),
			algo: algo.optional(),
		}),
		answers: {
			200: z
				.object({ version: z.int(), items: z.array(z.object({ timeframe: timeframeName, ...createValueFields(scriptValue) })) })
				.meta({ id: 'ScriptParamsInForce' }),
		},
		errors: [400],
	},
	scriptParam: {
		method: 'GET',
		path: '/api/script-params/{id}',
		access: 'admin',
		summary: 'Get a change to the engine parameters',
		params: idParams,
		answers: { 200: scriptEntry },
		errors: [400, 401, 403, 404],
	},
	changeScriptParams: {
		method: 'PUT',
		path: '/api/script-params/{id}',
		access: 'admin',
		summary: 'Replace a change to the engine parameters',
		params: idParams,
		body: scriptBody,
		answers: { 200: scriptEntry },
		errors: [400, 401, 403, 404],
	},
	deleteScriptParams: {
		method: 'DELETE',
		path: '/api/script-params/{id}',
		access: 'admin',
		summary: 'Remove a change to the engine parameters',
		params: idParams,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
