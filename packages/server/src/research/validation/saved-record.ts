import { asksTheSame, recordBegin } from '@sw/domain/filters/conditions-since';
import type { Filter } from '@sw/domain/filters/filter';
import { tallyOf } from '@sw/domain/research/measured-episodes';
import type { SearchQuestion } from '@sw/domain/research/search-question';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { ResearchParts } from '../parts.ts';
import { type Luck, resultsAnswer, type ValidationAnswer } from '../search/search-answers.ts';
import { blockAt } from '../search/search-step.ts';
import type { Measured } from './measure.ts';

/** Whether a question is what a saved filter asks, whatever sizes, dates or ticker it is narrowed to. */
export const isAskedBy = (filter: Filter, { tab, strategy, operation, filters }: SearchQuestion): boolean =>
	asksTheSame(filter, { tab, strategy, operation, entries: filters });

/** Whether the report of a time came out live after an instant of the wall. */
export const isSince =
	({ liveAt }: Pick<Measured, 'liveAt'>, at: UtcMs): ((time: number) => boolean) =>
	(time) =>
		(liveAt.get(time) ?? Number.NEGATIVE_INFINITY) > at;

/** The record of a filter before and since it was saved; each occurrence belongs to the report in which it begins. */
export const savedRecord = (
	{ calendar }: Pick<ResearchParts, 'calendar'>,
	found: Measured,
	filter: Filter,
	luck: Luck,
): NonNullable<ValidationAnswer['saved']> => {
	const { question, episodes, reports } = found;
	const since = isSince(found, filter.conditionsAt);
	const part = (wanted: boolean) => {
		const takes = (i: number): boolean => since(episodes.times[i] as number) === wanted;
		const tallies = question.horizons.map((_, horizon) =>
			tallyOf(episodes, horizon, takes, (time) => blockAt(calendar, question, horizon, time)),
		);
		return {
			reports: reports.filter((time) => since(time) === wanted).length,
			occurrences: Array.from(episodes.times).filter((time) => since(time) === wanted).length,
			results: resultsAnswer(question, tallies, luck),
		};
	};
	return {
		filter: filter.id,
		name: filter.name,
		at: isoSeconds(filter.conditionsAt),
		begins: recordBegin(filter),
		before: part(false),
		since: part(true),
	};
};
