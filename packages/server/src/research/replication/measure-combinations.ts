import {
	COMBINATIONS,
	type Combination,
	depthConditions,
	type OwnSearch,
	searchCombinations,
} from '@sw/domain/research/evidence/own-combinations';
import { normalizeQuestion, type SearchQuestion } from '@sw/domain/research/search-question';
import type { UtcMs } from '@sw/domain/time/units';
import type { JobContext } from '../../platform/jobs/definition.ts';
import type { ResearchParts } from '../parts.ts';
import { stepEnds } from '../search/run-search.ts';
import { drawBootstraps, newProgress, stepSearch } from '../search/search-step.ts';

const ALGO = 'reverse';

/**
 * Measures the product's own lists on all past reports, at each of their timeframes, depths and horizons, and tests all of these trials together. Only
 * tallies are kept: a list without further conditions has hundreds of thousands of occurrences. Null without reports or occurrences.
 */
export async function measureCombinations(
	parts: ResearchParts,
	{ progress, signal }: Pick<JobContext, 'progress' | 'signal'>,
): Promise<OwnSearch | null> {
	const span = await parts.store.reports.reportSpan(ALGO);
	if (!span) return null;
	const before = (span.from - 1) as UtcMs;
	const ends = stepEnds(parts, before, span.to);
	const measured: Parameters<typeof searchCombinations>[0][number][] = [];
	for (const [done, combination] of COMBINATIONS.entries()) {
		const question = questionOf(parts, combination, span.from);
		const search = newProgress(question);
		let after = before;
		for (const [step, until] of ends.entries()) {
			signal.throwIfAborted();
			await stepSearch(parts, question, search, { after, until });
			after = until;
			progress('Measuring the lists', (done + (step + 1) / ends.length) / COMBINATIONS.length);
		}
		await drawBootstraps(search.tallies);
		measured.push({ combination, horizons: question.horizons, tallies: search.tallies });
	}
	await new Promise(setImmediate);
	return searchCombinations(measured);
}

function questionOf({ parameters }: ResearchParts, combination: Combination, from: UtcMs): SearchQuestion {
	const { tab, operation, strategy } = combination;
	return normalizeQuestion({
		...{ tab, operation, strategy, algo: ALGO, licence: 'pro', filters: depthConditions(combination) },
		...{ marketcap: [], ticker: null, from, to: null, cooldown: parameters().cooldownBars },
	});
}
