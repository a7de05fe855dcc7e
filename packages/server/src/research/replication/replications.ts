import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import type { OwnSearch } from '@sw/domain/research/evidence/own-combinations';
import { decideEffectVerdict, PUBLISHED_EFFECTS } from '@sw/domain/research/evidence/published-effects';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import { z } from 'zod';
import { notFound, Problem } from '../../platform/errors.ts';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { ResearchParts } from '../ports.ts';
import { fourDecimals } from '../search/search-answers.ts';
import { measureCombinations, measureReplication, type ReplicationResults } from './measure-replication.ts';

type StateAnswer = AnswerOf<(typeof research)['measuredReplication']>;
type PublishedAnswer = AnswerOf<(typeof research)['replication'], 200>;

/** Job that measures published effects on the stored prices, and the product's own lists on its reports. */
export const REPLICATION = defineJob({ kind: 'replication', lane: 'replication', payload: z.object({}) });

interface Results extends ReplicationResults {
	readonly measured: UtcMs;
	/** Absent in results of earlier versions. */
	readonly combinations?: OwnSearch | null;
}

/** The stored form. Published results stay as they were reviewed, whatever is measured later. */
interface StoredReplications {
	readonly latest: Results | null;
	readonly published: (Results & { readonly published: UtcMs }) | null;
}

const EMPTY: StoredReplications = { latest: null, published: null };

export interface Replications {
	/** Returns undefined unless an administrator has published results. */
	readPublished(): Promise<PublishedAnswer | undefined>;
	readState(): Promise<StateAnswer>;
	measure(startedBy: string): Promise<StateAnswer>;
	/** Publishes the results measured at `measured` (ISO time). Throws a conflict if newer results have replaced them. */
	publish(measured: string): Promise<StateAnswer>;
	/** Throws not_found if none have been published. */
	withdraw(): Promise<StateAnswer>;
}

interface ReplicationJobs {
	submit(startedBy: string): Promise<unknown>;
	findNewest(): Promise<Job | undefined>;
}

/** Replications of published effects: measured by a job, reviewed by administrators, and shown to all accounts once published. */
export function createReplications(parts: ResearchParts, jobs: ReplicationJobs): Replications {
	const { values } = parts.store;
	const key = createSettingKey(parts);
	const readStored = async (): Promise<StoredReplications> => ((await values.setting(key)) as StoredReplications | undefined) ?? EMPTY;
	const present = (results: Results) => presentResults(results, parts.provider);
	const readState = async (): Promise<StateAnswer> => {
		const [{ latest, published }, job] = await Promise.all([readStored(), jobs.findNewest()]);
		return {
			latest: latest && present(latest),
			published: published && { ...present(published), published: isoSeconds(published.published) },
			job: job ? { id: job.id, state: job.state, phase: job.phase, progress: job.progress, error: job.error } : null,
		};
	};
	return {
		readState,
		readPublished: async () => {
			const { published } = await readStored();
			return published === null ? undefined : { ...present(published), published: isoSeconds(published.published) };
		},
		measure: async (startedBy) => {
			await jobs.submit(startedBy);
			return readState();
		},
		publish: async (measured) => {
			let isCurrent = false;
			await values.changeSetting(key, (value) => {
				const { latest } = (value as StoredReplications | undefined) ?? EMPTY;
				isCurrent = latest !== null && isoSeconds(latest.measured) === measured;
				return isCurrent ? { latest, published: { ...latest, published: parts.wallNow() } } : undefined;
			});
			if (!isCurrent) throw new Problem('conflict', { detail: 'These are not the latest results: review those first.' });
			return readState();
		},
		withdraw: async () => {
			let wasPublished = false;
			await values.changeSetting(key, (value) => {
				const stored = (value as StoredReplications | undefined) ?? EMPTY;
				wasPublished = stored.published !== null;
				return wasPublished ? { ...stored, published: null } : undefined;
			});
			if (!wasPublished) throw notFound('No replication has been published.');
			return readState();
		},
	};
}

/** Creates the job that measures and replaces the latest results. Published results stay. */
export function createReplicationJob(parts: ResearchParts): BoundJob {
	return bindJob(REPLICATION, async (_request, context) => {
		const results = await measureReplication(parts, context);
		const combinations = await measureCombinations(parts, context);
		context.signal.throwIfAborted();
		const latest: Results = { ...results, combinations, measured: parts.wallNow() };
		await parts.store.values.changeSetting(createSettingKey(parts), (value) => ({
			...EMPTY,
			...((value as StoredReplications | undefined) ?? {}),
			latest,
		}));
		return { tickers: results.tickers, sessions: results.sessions };
	});
}

/** Results belong to one market, so each provider has its own. */
function createSettingKey({ provider }: Pick<ResearchParts, 'provider'>): string {
	return `replication.${provider.name}`;
}

function presentResults({ measured, tickers, sessions, effects, combinations }: Results, { label, simulated }: ResearchParts['provider']) {
	return {
		measured: isoSeconds(measured),
		provider: label,
		simulated,
		tickers,
		sessions,
		items: effects.map(({ effect, found, span, r2 }) => {
			const { title, study, published, unit } = PUBLISHED_EFFECTS[effect];
			const [low, high] = found?.interval ?? [];
			return {
				effect,
				title,
				study,
				published,
				unit,
				found: found && low !== undefined && high !== undefined ? { value: found.value, low, high, n: found.n } : null,
				span: span && { ...span },
				r_squared: r2,
				verdict: decideEffectVerdict({ effect, found, r2 }),
			};
		}),
		combinations: combinations ? presentSearch(combinations) : null,
	};
}

function presentSearch({ sessions, tooFew, spa, overfit, trials }: OwnSearch) {
	return {
		sessions,
		too_few: tooFew,
		spa: fourDecimals(spa),
		overfitting: overfit === null ? null : fourDecimals(overfit),
		items: trials.map(({ tab, operation, strategy, depth, horizon, n, hitRate, interval, base, t, alone, together }) => ({
			...{ tab_type: tab, operation, depth, horizon, n },
			timeframes: strategyNamed(strategy).rated.map((slot) => TIMEFRAMES[slot].name),
			hit_rate: fourDecimals(hitRate),
			interval: interval.map(fourDecimals) as [number, number],
			base_rate: fourDecimals(base),
			t: Math.round(100 * t) / 100,
			p_alone: fourDecimals(alone),
			p_together: fourDecimals(together),
		})),
	};
}
