import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { LOOK_MS, REFRESH_MS } from '../../lib/refresh.ts';
import type { SearchState } from './search-state.ts';

type Research = Contract['research'];
export type SearchTask = AnswerOf<Research['searchTasks']>['items'][number];
export type FullTask = AnswerOf<Research['searchTask']>;
export type Part = AnswerOf<Research['searchParts']>['items'][number];

export const PARTS_SHOWN = 25;

export function isUnderWay({ state }: Pick<SearchTask, 'state'>): boolean {
	return state === 'waiting' || state === 'running';
}

/** The reader's searches; polled while one is running. */
export function tasksQuery(api: Api) {
	return queryOptions({
		queryKey: ['signal search', 'tasks'],
		queryFn: () => api.research.searchTasks(),
		refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LOOK_MS : REFRESH_MS),
		staleTime: 0,
	});
}

export function taskQuery(api: Api, id: number) {
	return queryOptions({
		queryKey: ['signal search', 'task', id],
		queryFn: () => api.research.searchTask({ params: { id } }),
		refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? LOOK_MS : REFRESH_MS),
		staleTime: 0,
	});
}

/** One page of the occurrences a search has found so far. */
export function partsQuery(api: Api, { id, scanned_until }: Pick<SearchTask, 'id' | 'scanned_until'>, { sort, dir, page }: SearchState) {
	const query = { task: id, sort_by: sort, sort_dir: dir, skip: (page - 1) * PARTS_SHOWN, max: PARTS_SHOWN };
	return queryOptions({
		queryKey: ['signal search', 'parts', query, scanned_until],
		queryFn: () => api.research.searchParts({ query }),
		placeholderData: keepPreviousData,
	});
}

export function partQuery(api: Api, id: number) {
	return queryOptions({ queryKey: ['signal search', 'part', id], queryFn: () => api.research.searchPart({ params: { id } }) });
}
