import { DAY } from '@sw/domain/time/units';
import { z } from 'zod';
import { defineJob, type JobDefinition, type JsonObject } from '../../platform/jobs/definition.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { MARKET_LANE } from '../stored/market-lane.ts';

const date = z.string();
const span = { from: date.optional(), to: date.optional() };
const tickerDate = { ticker_id: z.number(), date };

/** Corrections of longer spans, and of spans without an end, run in steps, between which other jobs can run. */
const MAX_SHORT_SPAN = 7 * DAY;

function isLongSpan({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
	return from !== undefined && (to === undefined || Date.parse(to) - Date.parse(from) > MAX_SHORT_SPAN);
}

function defineCorrection<const K extends string, P extends z.ZodRawShape>(kind: K, shape: P) {
	return defineJob({ kind, lane: MARKET_LANE, payload: z.object(shape), runsInSteps: isLongSpan });
}

/** Administrators' corrections of wrong or missing data. */
export const CORRECTIONS = {
	gaps: defineCorrection('gaps', { ...span, fetch: z.boolean().optional() }),
	splits_check: defineCorrection('splits_check', span),
	splits: defineCorrection('splits', {
		apply: z.array(z.object({ ...tickerDate, ratio: z.number() })),
		revoke: z.array(z.object(tickerDate)),
		dismiss: z.array(z.object(tickerDate)),
	}),
	corporate_actions: defineCorrection('corporate_actions', {
		splits: z.array(z.object({ ...tickerDate, ratio: z.number() })),
		dividends: z.array(z.object({ ...tickerDate, amount: z.number() })),
	}),
	history: defineCorrection('history', { from: date, to: date, tickers: z.array(z.number()).optional() }),
	undo_import: defineCorrection('undo_import', { batch: z.number() }),
	remove_ticker: defineCorrection('remove_ticker', { ticker_id: z.number(), ticker: z.string() }),
	rename_ticker: defineCorrection('rename_ticker', { from: z.string(), to: z.string(), date }),
	/** `date` is a report time or a date; otherwise a span of dates. */
	reports: defineCorrection('reports', { date: date.optional(), ...span }),
};

/** Returns a function that submits a correction by its kind. */
export function createCorrectionSubmitter(jobs: Pick<Jobs, 'submit'>) {
	return (kind: keyof typeof CORRECTIONS, request: JsonObject, startedBy: string): Promise<Job> => {
		const definition: JobDefinition<object> = CORRECTIONS[kind];
		return jobs.submit(definition, request, startedBy);
	};
}
