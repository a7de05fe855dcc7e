import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyOf } from '@sw/domain/time/timeframe';
import { exchangeDate, SECOND } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { strategyTimeframes } from '../../entities/list-state/settings.ts';
import type { Api } from '../../lib/api/client.ts';
import { etMidnight, msOf } from '../../lib/format/times.ts';
import { POLL_MS, REFRESH_MS } from '../../lib/refresh.ts';
import { type EditedQuestion, EMPTY_QUESTION, type SearchState } from './search-state.ts';

type Research = Contract['research'];
export type SearchTask = AnswerOf<Research['searchTasks']>['items'][number];
export type FullTask = AnswerOf<Research['searchTask']>;
export type Part = AnswerOf<Research['searchParts']>['items'][number];

export const PARTS_PER_PAGE = 25;

export function isUnderWay({ state }: Pick<SearchTask, 'state'>): boolean {
	return state === 'waiting' || state === 'running';
}

/** Requests the reader's searches. Polls faster while one of them is waiting or running. */
export function tasksQuery(api: Api) {
	return queryOptions({
		queryKey: ['signal search', 'tasks'],
		queryFn: () => api.research.searchTasks(),
		refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? POLL_MS : REFRESH_MS),
		staleTime: 0,
	});
}

export function taskQuery(api: Api, id: number) {
	return queryOptions({
		queryKey: ['signal search', 'task', id],
		queryFn: () => api.research.searchTask({ params: { id } }),
		refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? POLL_MS : REFRESH_MS),
		staleTime: 0,
	});
}

/** Requests one page of the occurrences that a search has found so far. */
export function partsQuery(api: Api, { id, scanned_until }: Pick<SearchTask, 'id' | 'scanned_until'>, { sort, dir, page }: SearchState) {
	const query = { task: id, sort_by: sort, sort_dir: dir, skip: (page - 1) * PARTS_PER_PAGE, max: PARTS_PER_PAGE };
	return queryOptions({
		queryKey: ['signal search', 'parts', query, scanned_until],
		queryFn: () => api.research.searchParts({ query }),
		placeholderData: keepPreviousData,
	});
}

export function partQuery(api: Api, id: number) {
	return queryOptions({ queryKey: ['signal search', 'part', id], queryFn: () => api.research.searchPart({ params: { id } }) });
}

type Body = InputOf<Contract['research']['createSearchTask']>['body'];

/** Converts a question to a request body. Dates become instants: the start of the first day, and the last second of the last day. */
export function toRequestBody({ tab, strategy, entries, sectors, from, to }: EditedQuestion) {
	return {
		tab,
		timeframes: strategyTimeframes({ strategy }),
		filters: entries.map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
		...(sectors.length > 0 ? { sector_types: [...sectors] } : {}),
		...(from === undefined ? {} : { from: etMidnight(from) }),
		to: to === undefined ? null : isoSeconds(msOf(etMidnight(addDays(exchangeDate(to), 1))) - SECOND),
	} satisfies Body;
}

type StoredQuestion = Pick<SearchTask['question'], 'tab' | 'timeframes' | 'filters' | 'from' | 'to'> & {
	sector_types: readonly EditedQuestion['sectors'][number][];
};

/** Converts a stored question to its editable form. */
export function toEditedQuestion({ tab, timeframes, filters, sector_types, from, to }: StoredQuestion): EditedQuestion {
	return {
		tab,
		strategy: strategyOf(timeframes)?.name ?? 'first',
		entries: filters,
		sectors: sector_types,
		from: newYorkDate(msOf(from)),
		to: to === null ? undefined : newYorkDate(msOf(to)),
	};
}

/** Builds the request body that changes a stored question. Unchanged days are left out, because the stored question has the exact instants. */
export function buildChanges(storedQuestion: StoredQuestion, editedQuestion: EditedQuestion) {
	const { from, to, ...body } = toRequestBody(editedQuestion);
	const original = toEditedQuestion(storedQuestion);
	return {
		...body,
		sector_types: [...editedQuestion.sectors],
		...(editedQuestion.from === original.from || from === undefined ? {} : { from }),
		...(editedQuestion.to === original.to ? {} : { to }),
	};
}

const EMPTY_QUESTION_JSON = JSON.stringify(EMPTY_QUESTION);

/** Returns the question for the form: the one in the URL, or if that is empty, the question of the open search. */
export function chooseQuestionToEdit(edited: EditedQuestion, question: StoredQuestion | undefined): EditedQuestion {
	return question && JSON.stringify(edited) === EMPTY_QUESTION_JSON ? toEditedQuestion(question) : edited;
}
