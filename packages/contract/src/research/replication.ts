import { JOB_STATES } from '@sw/domain/access/job';
import { EFFECT_VERDICTS, EFFECTS } from '@sw/domain/research/evidence/published-effects';
import { z } from 'zod';
import { isoDate, isoTime, operation, strictObject, tab, timeframeName } from '../base/common.ts';
import type { Area } from '../base/define.ts';

const effect = z
	.object({
		effect: z.enum(EFFECTS).describe('Key of the published effect.'),
		title: z.string().meta({ examples: ['End-of-day reversal'] }),
		study: z.string().meta({ description: 'Authors and year.', examples: ['Miwa 2018'] }),
		published: z
			.string()
			.meta({ description: 'The direction that the authors report, and its size where known.', examples: ['losers earn more'] }),
		unit: z
			.enum(['return', 'slope'])
			.describe('return: mean log return of losers minus winners (of winners minus losers for a continuation).'),
		found: z
			.object({ value: z.number(), low: z.number(), high: z.number(), n: z.int().describe('Weeks, months or days without overlap.') })
			.nullable()
			.describe('On the stored data, with its 95 % interval; null where it could not be measured.'),
		span: z.object({ from: isoDate, to: isoDate }).nullable().describe('First and last day measured; null where nothing was.'),
		r_squared: z.number().nullable().describe('Share of the variance that a slope explains; null for returns.'),
		verdict: z
			.enum(EFFECT_VERDICTS)
			.describe(
				'agrees and opposite: the interval leaves 0 out. weaker: it stays below the published size. not_found: it contains 0; ' +
					'undecided: the published size, too. no_effect: none, as published.',
			),
	})
	.meta({ id: 'ReplicatedEffect' });

const combination = z
	.object({
		tab_type: tab,
		operation: operation.describe('The direction in which its tickers count as hits.'),
		timeframes: z.array(timeframeName).describe('The three rated timeframes.'),
		depth: z.int().min(0).describe('Least depth of the price on the third timeframe; 0: any.'),
		horizon: z.int().describe('Bars of the third timeframe.'),
		n: z.int().describe('Closed occurrences.'),
		hit_rate: z.number(),
		interval: z.tuple([z.number(), z.number()]).describe('95 % interval of the hit rate.'),
		base_rate: z.number().describe('Hit rate of random picks from the same tiers over the same bars.'),
		t: z.number().describe('Hits above the base rate over their standard error, by bootstrap of sessions.'),
		p_alone: z.number().describe('One-sided, as if nothing else had been tried.'),
		p_together: z.number().describe('Step-down p-value among all items (Romano and Wolf 2005).'),
	})
	.meta({ id: 'TriedCombination' });

const combinations = z
	.object({
		sessions: z.int().describe('From the first occurrence to the last.'),
		too_few: z.int().describe('Combinations left out since they have fewer than 30 occurrences.'),
		spa: z.number().describe('Chance that the best of as many combinations without an effect is as good (Hansen 2005).'),
		overfitting: z
			.number()
			.nullable()
			.describe('Chance that the best in one half of the sessions is below the median in the other (PBO); null with few sessions.'),
		items: z.array(combination).describe('The largest t first.'),
	})
	.meta({ id: 'OwnCombinations' });

const results = z
	.object({
		measured: isoTime.describe('Wall clock.'),
		provider: z.string(),
		simulated: z.boolean(),
		tickers: z.int().min(0),
		sessions: z.int().min(0),
		items: z.array(effect),
		combinations: combinations
			.nullable()
			.describe(
				"The product's own lists at all timeframes, depths and horizons, tested together; null where they weren't or lack occurrences.",
			),
	})
	.meta({ id: 'Replication' });

const publishedResults = results.extend({ published: isoTime.describe('Wall clock.') }).meta({ id: 'PublishedReplication' });

const replicationState = z
	.object({
		latest: results.nullable().describe('The latest results; null before the first measurement.'),
		published: publishedResults.nullable().describe('What all accounts see; null while nothing is published.'),
		job: z
			.object({
				id: z.uuid(),
				state: z.enum(JOB_STATES),
				phase: z.string().meta({ description: 'The current phase, in plain language.', examples: ['Reading sessions'] }),
				progress: z.number().min(0).max(1).nullable().describe('Share of the phase that is done; null where unknown.'),
				error: z.string().nullable(),
			})
			.nullable()
			.describe('The last measurement; null before the first.'),
	})
	.meta({ id: 'ReplicationState' });

/** Effects published in studies, and the product's own lists, measured on this market's data. */
export const replicationCalls = {
	replication: {
		method: 'GET',
		path: '/api/replication',
		access: 'user',
		summary: 'Published effects measured on the data of this market; 204 until an administrator has published the results',
		answers: { 200: publishedResults, 204: z.undefined() },
		errors: [401, 403],
	},
	measuredReplication: {
		method: 'GET',
		path: '/api/replication/measured',
		access: 'admin',
		summary: 'Get the latest replication of published effects, the published one, and the job that measures',
		answers: { 200: replicationState },
		errors: [401, 403],
	},
	measureReplication: {
		method: 'POST',
		path: '/api/replication/measured',
		access: 'admin',
		summary: 'Measure published effects on the stored prices, in the background; what is published stays',
		answers: { 200: replicationState },
		errors: [401, 403],
	},
	publishReplication: {
		method: 'PUT',
		path: '/api/replication/published',
		access: 'admin',
		summary: 'Show the latest results to all accounts; 409 if they were measured again since',
		body: strictObject({ measured: isoTime.describe('When the reviewed results were measured.') }),
		answers: { 200: replicationState },
		errors: [400, 401, 403, 409],
	},
	withdrawReplication: {
		method: 'DELETE',
		path: '/api/replication/published',
		access: 'admin',
		summary: 'Stop showing the published results; they stay as the latest ones unless measured again',
		answers: { 200: replicationState },
		errors: [401, 403, 404],
	},
} as const satisfies Area;
