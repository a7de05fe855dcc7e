import { randomUUID } from 'node:crypto';
import { research } from '@sw/contract/research/research';
import type { CallerAccount } from '@sw/domain/access/caller';
import { nyse } from '@sw/domain/time/calendar';
import { utcMs } from '@sw/domain/time/units';
import { sql } from '@sw/store/postgres/orm/drizzle';
import type { FastifyInstance } from 'fastify';
import { visitorCaller } from '../../areas/guard.ts';
import { implement } from '../../areas/handlers.ts';
import { createResearchHandlers } from '../../areas/research/handlers.ts';
import { createResearchStore, createVerifyParts } from '../../compose/core/research-store.ts';
import { createApp } from '../../http/app.ts';
import { HTTP_DEFAULTS } from '../../http/config.ts';
import { createDefaultSlots } from '../../market/timetable/slot-times.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { Problem } from '../../platform/errors.ts';
import { scoreTable } from '../../reports/recompute/recompute.ts';
import { createVerifications } from '../../reports/recompute/verifications.ts';
import { createBacktests } from '../backtest/backtests.ts';
import { createDecisionLog } from '../decisions/decisions.ts';
import { createCalibrations } from '../forecast/calibrations.ts';
import { createForecasts } from '../forecast/forecasts.ts';
import { createParameterTrials } from '../parameter-trial.ts';
import type { ResearchParts } from '../ports.ts';
import { createReplicationJob, createReplications } from '../replication/replications.ts';
import { createScriptParams, openCurrentParameters, parseEntry } from '../script-params.ts';
import { runTask } from '../search/search-jobs.ts';
import { createSearches } from '../search/searches.ts';
import { createValidation } from '../validation/validate.ts';
import type { MarketStores } from './market-stores.ts';

export interface ResearchApp {
	app: FastifyInstance;
	parts: ResearchParts;
	/** Adds an account and makes later calls as this account. */
	signIn(account?: Partial<CallerAccount>): Promise<CallerAccount>;
	/** Simulates an import or a correction that the process has loaded. */
	simulateCorrection(): void;
	call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<{ status: number; body: never }>;
	/** Searches waiting for the background. */
	readonly waiting: { id: number; run: number }[];
	/** Entries that the audit log would contain. */
	readonly acts: readonly { act: string; target: string; detail: Readonly<Record<string, unknown>> }[];
	/** Runs the measurement of published effects, since no background jobs run here. */
	replicate(): Promise<void>;
	/** Runs the searches in `waiting`. */
	runPendingSearches(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 1);

/** Creates an app with the research calls on a stored market; `signIn` replaces the access check. */
export async function createResearchApp({ stores, provider, market }: MarketStores): Promise<ResearchApp> {
	let caller: CallerAccount | null = null;
	const waiting: { id: number; run: number }[] = [];
	const acts: ResearchApp['acts'][number][] = [];
	let corrections = 0;
	const store = createResearchStore(stores, provider);
	const currentParameters = await openCurrentParameters(store.parameters);
	const parts: ResearchParts = {
		store,
		provider,
		calendar: nyse,
		industries: () => market.directory.industries(),
		slotsOn: createDefaultSlots(nyse),
		parameters: currentParameters.get,
		now: market.now,
		wallNow: () => utcMs(NOW),
		barsVersion: () => corrections,
	};
	const runLimited = createSemaphore();
	const decisions = createDecisionLog(parts);
	const app = await createApp({
		config: { ...HTTP_DEFAULTS, origin: 'http://localhost:8080', callsPerMinute: 100_000 },
		version: '1.2.3',
		guard: (request, { access }) => {
			if (caller === null && access !== 'public') throw new Problem('unauthenticated');
			if (access === 'admin' && caller?.role !== 'admin') throw new Problem('denied');
			if (access === 'licence' && !caller?.licence && caller?.role !== 'admin') throw new Problem('denied');
			return { ...visitorCaller(request), account: caller };
		},
		areas: [
			implement(
				research,
				createResearchHandlers({
					searches: createSearches(parts, async ({ id, run }) => void waiting.push({ id, run })),
					validation: createValidation(parts, runLimited, decisions.measureFilter),
					backtests: createBacktests(parts, runLimited),
					decisions,
					verify: createVerifications({
						...createVerifyParts({ stores, provider, calendar: nyse }),
						reports: market.reports,
						wallNow: parts.wallNow,
						barsVersion: parts.barsVersion,
					}),
					scripts: createScriptParams({
						...parts,
						records: parts.store.parameters,
						onChanged: async () => void (await currentParameters.refresh()),
					}),
					tryParameters: createParameterTrials({
						...parts,
						validateEntry: (form) => parseEntry(parts, form, 404),
						scoreTable: (record, set, onProgress) => scoreTable({ stores, provider, calendar: nyse }, record, set, onProgress),
					}),
					forecasts: createForecasts(parts, createCalibrations(parts)),
					replications: createReplications(parts, { submit: async () => {}, findNewest: async () => undefined }),
					audit: async (_caller, act, target, detail) => void acts.push({ act, target, detail }),
					emailOf: async () => '',
				}),
			),
		],
	});
	return {
		app,
		parts,
		waiting,
		acts,
		simulateCorrection: () => void corrections++,
		signIn: async (account = {}) => {
			const id = account.id ?? randomUUID();
			await stores.records.db.execute(sql`insert into users (id, email, email_key, role, status, created_at)
				values (${id}, ${id}, ${id}, 'user', 'active', now()) on conflict do nothing`);
			caller = { role: 'user', licence: 'pro', session: 's', ...account, id };
			return caller;
		},
		call: async (method, url, body) => {
			const answer = await app.inject({ method, url, ...(body ? { payload: body } : {}) });
			return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as never };
		},
		replicate: async () => {
			await createReplicationJob(parts).run(
				{},
				{ progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true },
			);
		},
		runPendingSearches: async () => {
			for (const { id, run } of waiting.splice(0)) await runTask(parts, id, run, new AbortController().signal);
		},
	};
}
