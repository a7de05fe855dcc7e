import { z } from 'zod';
import { instant, integer, isoTime, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';

const difference = z.object({
	ticker_id: z.int(),
	ticker: z.string(),
	cell: z.string().meta({
		description: "Such as 'volume 1h', 'price', 'mentions'; 'row' where one side does not have the ticker.",
		examples: ['volume 1h'],
	}),
	stored: z.string().meta({ description: 'Value as stored.', examples: ['3'] }),
	recomputed: z.string().meta({ description: 'Value as recomputed.', examples: ['4'] }),
});

const verdict = z
	.object({
		state: z.literal('done'),
		date: isoTime,
		version: z.int().min(1),
		identical: z.boolean(),
		recomputed: z
			.boolean()
			.describe('False for a forecast whose report or coefficients are no longer stored: only the hash of its stored rows is checked.'),
		same_inputs: z.boolean().nullable().describe('Whether the bars are unchanged; null for a report that did not record them.'),
		same_engine: z.boolean().describe('Whether the present engine has the same rules as the one that built it.'),
		content_hash: z.string().meta({
			description: 'As recorded, of the stored rows, and of the recomputed rows.',
			examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
		}),
		stored_hash: z.string(),
		recomputed_hash: z.string(),
		faults: z.array(z.string()).meta({
			description: "Faults in the report's record: its position, instants or versions.",
			examples: [['The position does not follow the one before']],
		}),
		witnesses: z
			.array(z.object({ by: z.string(), before: isoTime }))
			.describe("Outside witnesses of the report: it existed before these times. Empty where the chain isn't stamped yet."),
		difference_count: z.int().min(0).describe('Total number, and the first hundred.'),
		differences: z.array(difference),
	})
	.meta({ id: 'ReportVerdict' });

const verificationProgress = z
	.object({
		state: z.literal('running'),
		progress: z.number().min(0).max(1).describe('Share of the sessions that the engine has processed, 0 to 1.'),
	})
	.meta({ id: 'VerificationProgress' });

export const verificationCalls = {
	verifyReport: {
		method: 'POST',
		path: '/api/sector-charts/history/verify',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Recompute a report from the stored bars and compare it with the published one',
		description:
			"202 with the progress while it is computed: repeat the request for the result. 403 if its slot needs a higher licence, 404 if the report doesn't exist.",
		body: strictObject({ date: instant, version: integer(1, 10_000).optional() }),
		answers: { 200: verdict, 202: verificationProgress },
		errors: [400, 401, 403, 404],
		rate: 240,
	},
} as const satisfies Area;
