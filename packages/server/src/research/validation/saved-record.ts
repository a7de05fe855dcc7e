import { hasSameConditions, recordBegin } from '@sw/domain/filters/conditions-since';
import type { Filter } from '@sw/domain/filters/filter';
import { tallyEpisodes } from '@sw/domain/research/measured-episodes';
import { mainHorizon, type SearchQuestion } from '@sw/domain/research/search-question';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { runInSteps } from '../../platform/concurrency/run-in-steps.ts';
import type { ResearchParts } from '../parts.ts';
import { type Luck, mainAnswer, type ValidationAnswer } from '../search/search-answers.ts';
import { blockAt } from '../search/search-step.ts';
import type { Measured } from './measure.ts';

/** Whether a question asks the same as a saved filter, ignoring sizes, dates and ticker. */
export function isAskedBy(filter: Filter, { tab, strategy, operation, filters, groups }: SearchQuestion): boolean {
	return hasSameConditions(filter, { tab, strategy, operation, entries: filters, groups });
}

/** Whether the report of a time was published live after a wall-clock instant. */
export function isSince({ liveAt }: Pick<Measured, 'liveAt'>, at: UtcMs): (time: number) => boolean {
	return (time) => (liveAt.get(time) ?? Number.NEGATIVE_INFINITY) > at;
}

/**
 * The record of a filter before and since it was saved, at the main horizon; each occurrence belongs to the report in which it begins. Yields to other
 * requests.
 */
export async function savedRecord(
	{ calendar }: Pick<ResearchParts, 'calendar'>,
	found: Measured,
	filter: Filter,
	luck: Luck,
): Promise<Omit<NonNullable<ValidationAnswer['saved']>, 'decisions'>> {
	const { question, episodes, reports } = found;
	const since = isSince(found, filter.conditionsAt);
	const horizon = mainHorizon(question);
	const part = async (wanted: boolean) => {
		let occurrences = 0;
		for (const time of episodes.times) if (since(time) === wanted) occurrences++;
		const takes = (i: number): boolean => since(episodes.times[i] as number) === wanted;
		const tally = tallyEpisodes(episodes, horizon, takes, (time) => blockAt(calendar, question, horizon, time));
		const counted = await runInSteps(tally);
		return {
			reports: reports.filter((time) => since(time) === wanted).length,
			occurrences,
			result: mainAnswer(question, counted, luck),
		};
	};
	return {
		filter: filter.id,
		name: filter.name,
		at: isoSeconds(filter.conditionsAt),
		begins: recordBegin(filter),
		before: await part(false),
		since: await part(true),
	};
}
