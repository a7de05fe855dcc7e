import type { SearchQuestion } from '@sw/domain/research/search-question';
import type { UtcMs } from '@sw/domain/time/units';
import type { ResearchParts } from '../parts.ts';
import { gridFor } from './search-grid.ts';
import { type Episode, unmeasuredOutcomes } from './search-scan.ts';
import { walkEpisodes } from './search-walk.ts';

/** Excess of an episode after costs at the end of every bar from its entry to its longest horizon, as far as there are reports. */
export async function pathOf(parts: ResearchParts, question: SearchQuestion, episode: Episode): Promise<{ time: UtcMs; excess: number }[]> {
	const known = await parts.store.reports.reportSpan(question.algo);
	const longest = question.horizons.at(-1);
	if (!known || longest === undefined) return [];
	const grid = gridFor(parts, question);
	const bar = grid.barAt(episode.time);
	const every = Array.from({ length: longest }, (_, i) => i + 1);
	const walker: Episode = { ...episode, exits: every.map((horizon) => grid.endOf(bar + horizon)), ...unmeasuredOutcomes(longest) };
	const span = { after: (episode.entry - 1) as UtcMs, until: known.to };
	await walkEpisodes(parts, { ...question, horizons: every }, [walker], span, () => {});
	return walker.exits.flatMap((time, i) => {
		const excess = walker.excess[i] as number;
		return Number.isNaN(excess) ? [] : [{ time, excess }];
	});
}
