import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type FilterList, type FilterSetting, filtersQuery } from '../../entities/filters/saved-filters.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { fieldErrorsOf } from '../../ui/use-submit.ts';
import { type Draft, toRequestBody } from './draft.ts';
import { words } from './words.ts';

/** Form fields that can be named in the server's refusal. */
export const FILTER_FIELDS = ['name', 'comment'] as const;

/** Replaces a filter in the list, or adds it and increases the count. */
export function withFilter(list: FilterList, setting: FilterSetting): FilterList {
	const isKnown = list.items.some(({ id }) => id === setting.id);
	return {
		...list,
		items: isKnown ? list.items.map((item) => (item.id === setting.id ? setting : item)) : [...list.items, setting],
		limit: isKnown ? list.limit : list.limit + 1,
		total_count: isKnown ? list.total_count : list.total_count + 1,
	};
}

export function withoutFilter(list: FilterList, id: number): FilterList {
	const removed = list.items.find((item) => item.id === id);
	if (!removed) return list;
	return {
		...list,
		items: list.items.filter((item) => item !== removed),
		limit: removed.is_branded ? list.limit : list.limit - 1,
		total_count: list.total_count - 1,
	};
}

/**
 * Returns the reader's filters, and functions to save and remove a filter. On errors, both functions show a message and return undefined or false. `save`
 * rejects if the error concerns a form field, because the form shows such errors itself.
 */
export function useFilters() {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const query = useQuery(filtersQuery(api));
	const { isError } = query;
	useEffect(() => {
		if (isError) snack.error(words.loadFailed, words.loadFailedNext);
	}, [isError]);
	const updateList = (change: (list: FilterList) => FilterList): void => {
		queryClient.setQueryData(filtersQuery(api).queryKey, (list) => list && change(list));
		void queryClient.invalidateQueries({ queryKey: ['filters', 'list'] });
		void queryClient.invalidateQueries({ queryKey: ['filters', 'matches'] });
	};
	return {
		query,
		save: async (draft: Draft): Promise<FilterSetting | undefined> => {
			try {
				const body = toRequestBody(draft);
				const saved =
					draft.id === undefined
						? await api.filters.createFilter({ body })
						: await api.filters.changeFilter({ params: { id: draft.id }, body });
				updateList((list) => withFilter(list, saved));
				await Promise.all(
					[
						['signals', 'list'],
						['signals', 'place'],
					].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
				);
				return saved;
			} catch (error) {
				if (fieldErrorsOf(error, FILTER_FIELDS)) throw error;
				snack.error(words.failed, formatError(error));
				return undefined;
			}
		},
		remove: async ({ id, name }: Pick<FilterSetting, 'id' | 'name'>): Promise<boolean> => {
			try {
				await api.filters.deleteFilter({ params: { id } });
				updateList((list) => withoutFilter(list, id));
				snack.info(words.deleted, words.deletedDetail(name));
				return true;
			} catch (error) {
				snack.error(words.failed, formatError(error));
				return false;
			}
		},
	};
}

/** Returns the message of an error, preferably the one in the response. */
function formatError(error: unknown): string {
	const problem = error instanceof ApiError ? error.problem : undefined;
	return problem?.errors[0]?.message || problem?.detail || words.failed;
}

export type Filters = ReturnType<typeof useFilters>;
