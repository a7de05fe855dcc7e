import { useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate, useRouteContext } from '@tanstack/react-router';
import { snack } from '../../ui/snackbars/snack.ts';
import { buildChanges, type SearchTask, toRequestBody } from './queries.ts';
import { type EditedQuestion, type SearchState, writeSearchState } from './search-state.ts';
import { words } from './words.ts';

/** Returns the actions on searches. Each action rejects if the API call fails. */
export function useSearches() {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['signal search'] });
	return {
		start: async (question: EditedQuestion, name: string): Promise<SearchTask> => {
			const task = await api.research.createSearchTask({ body: { ...toRequestBody(question), ...(name === '' ? {} : { name }) } });
			snack.info(words.started, words.startedDetail(task.name));
			await refresh();
			return task;
		},
		/** Changes the conditions of a search. Shows a message if the search already has these conditions (304). */
		changeQuestion: async ({ id, question }: SearchTask, editedQuestion: EditedQuestion, name: string): Promise<void> => {
			const changedTask = await api.research.changeSearchTask({
				params: { id },
				body: { ...buildChanges(question, editedQuestion), ...(name === '' ? {} : { name }) },
			});
			if (changedTask) snack.info(words.started, words.startedDetail(changedTask.name));
			else snack.info(words.same, words.sameDetail);
			await refresh();
		},
		setTaskState: async (id: number, state: 'canceled' | 'running'): Promise<void> => {
			await api.research.changeSearchTask({ params: { id }, body: { state } });
			await refresh();
		},
		remove: async (id: number): Promise<void> => {
			await api.research.deleteSearchTask({ params: { id } });
			await refresh();
		},
	};
}

/** Links to a state of the page. */
export function searchLink(state: SearchState) {
	return { to: '/signal-search', search: writeSearchState(state) } satisfies Pick<LinkProps, 'to' | 'search'>;
}

/** Returns a function that opens a state of the page. By default it replaces the history entry. */
export function useSearchNavigation() {
	const navigate = useNavigate();
	return (state: SearchState, replace = true): void => void navigate({ ...searchLink(state), replace, resetScroll: false });
}
