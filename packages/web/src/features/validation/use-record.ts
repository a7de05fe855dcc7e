import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type FilterSetting, filtersQuery } from '../../entities/filters/saved-filters.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { ValidationState } from '../../entities/ticker/validation-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Validation } from '../../lib/api/types.ts';
import { validationProgressQuery, validationQuery } from './queries.ts';
import { type Question, questionOf } from './question.ts';

const NOTHING: ValidationState = { of: 'market', condition: undefined };

export interface Record {
	/** The question; meaningless while there is none. */
	question: Question;
	data: Validation | undefined;
	/** The saved filter of the list, if it has one. */
	filter: FilterSetting | undefined;
	/** Progress while it is computed. */
	progress: { state: 'idle' | 'waiting' | 'running'; progress: number } | undefined;
	error: boolean;
	/** The server's message about the question. */
	refusal: string | undefined;
	retry: () => void;
}

/** The record of signals like a ticker's over all past reports. For a list with a saved filter, the question waits for the filter. */
export function useRecord(id: number, state: TickerState, validationQuestion: ValidationState | undefined, enabled = true): Record {
	const { api } = useRouteContext({ from: '__root__' });
	const wanted = state.list.filter;
	const filters = useQuery({ ...filtersQuery(api), enabled: wanted !== undefined });
	const filter = filters.data?.items.find((one) => one.id === wanted);
	const ready = enabled && validationQuestion !== undefined && (wanted === undefined || filters.data !== undefined);
	const question = questionOf(id, state, validationQuestion ?? NOTHING, filter);
	const query = useQuery({ ...validationQuery(api, question), enabled: ready });
	const working = ready && query.isFetching && !query.data;
	const progress = useQuery({ ...validationProgressQuery(api), enabled: working });
	return {
		question,
		data: query.data,
		filter,
		progress: working ? progress.data : undefined,
		refusal: query.error instanceof ApiError && query.error.status === 400 ? query.error.message : undefined,
		error: (query.isError && !query.data) || (filters.isError && wanted !== undefined),
		retry: () => void (filters.isError ? filters.refetch() : query.refetch()),
	};
}
