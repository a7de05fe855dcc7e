import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { formatCondition } from '@sw/domain/filters/entries';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type FilterSetting, filtersQuery } from '../../entities/filters/saved-filters.ts';
import { strategyTimeframes } from '../../entities/list-state/settings.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { ValidationState } from '../../entities/ticker/validation-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import type { TickerDetail, Validation } from '../../lib/api/types.ts';
import { PAST_RESULTS_STALE_MS, POLL_MS } from '../../lib/refresh.ts';

/** Requests the outcomes of signals in all past reports. */
export function validationQuery(api: Api, question: Question) {
	return queryOptions({
		queryKey: ['research', 'validation', question],
		queryFn: () =>
			question.kind === 'single'
				? api.research.validateSingle({ body: question.body })
				: api.research.validateMultiple({ body: question.body }),
		staleTime: PAST_RESULTS_STALE_MS,
	});
}

export type OccurrencePageQuery = Pick<
	NonNullable<InputOf<Contract['research']['validationOccurrences']>['query']>,
	'outcome' | 'part' | 'sort_by' | 'sort_dir' | 'skip' | 'max'
>;

/** Converts a question to the query parameters of requests about its occurrences. */
export function toQueryParameters({ kind, body }: Question) {
	const { tab, operation, timeframes, marketcap, ticker_id } = body;
	const conditions = (kind === 'single' ? [body.condition] : body.filters).map(formatCondition);
	return {
		tab,
		timeframes,
		...(operation ? { operation } : {}),
		...(marketcap && marketcap.length > 0 ? { marketcap } : {}),
		...(ticker_id ? { ticker_id } : {}),
		...(conditions.length > 0 ? { conditions } : {}),
		...(kind === 'multiple' && body.groups ? { groups: JSON.stringify(body.groups) } : {}),
		...(kind === 'multiple' && body.sector_types ? { sector_types: body.sector_types } : {}),
		...(kind === 'multiple' && body.filter !== undefined ? { filter: body.filter } : {}),
	};
}

/** Requests one page of a question's occurrences. The previous page stays until the new page is loaded. */
export function occurrencesQuery(api: Api, question: Question, page: OccurrencePageQuery) {
	const query = { ...toQueryParameters(question), ...page };
	return queryOptions({
		queryKey: ['research', 'occurrences', query],
		queryFn: () => api.research.validationOccurrences({ query }),
		staleTime: PAST_RESULTS_STALE_MS,
		placeholderData: keepPreviousData,
	});
}

export function validationProgressQuery(api: Api) {
	return queryOptions({
		queryKey: ['research', 'validation progress'],
		queryFn: () => api.research.validationProgress(),
		refetchInterval: POLL_MS,
		gcTime: 0,
		staleTime: 0,
	});
}

/** Returns whether the list includes every ticker. Such a list has no signals of its own and can't be validated as a whole. */
export function matchesEveryTicker({ list }: TickerState): boolean {
	return list.tab === 'free' && list.filter === undefined && list.choice.marketcap.length === 0;
}

/**
 * Returns the question to validate. A question without a condition about a list of every ticker becomes one about the cell with the largest term of the
 * rate; undefined if the rate has no terms.
 */
export function resolveQuestion(
	question: ValidationState,
	state: TickerState,
	{ why }: Pick<TickerDetail, 'why'>,
): ValidationState | undefined {
	if (question.condition || !matchesEveryTicker(state)) return question;
	const [strongest] = why;
	return strongest && { ...question, condition: { sector: strongest.key, timeframe: strongest.timeframe, value: strongest.depth } };
}

type SingleQuestion = InputOf<Contract['research']['validateSingle']>['body'];
type MultipleQuestion = InputOf<Contract['research']['validateMultiple']>['body'];
export type Question = { kind: 'single'; body: SingleQuestion } | { kind: 'multiple'; body: MultipleQuestion };

/** Builds the question for the API: about one condition, or about the whole list with its saved filter. */
export function buildQuestion(
	id: number,
	{ list, rated }: TickerState,
	{ of, condition }: ValidationState,
	filter: Pick<FilterSetting, 'id' | 'filters' | 'groups'> | undefined,
): Question {
	const scope = {
		operation: list.operation,
		timeframes: strategyTimeframes(list),
		...(of === 'ticker' ? { ticker_id: id } : {}),
	};
	if (condition) return { kind: 'single', body: { ...scope, tab: 'free', condition } };
	return {
		kind: 'multiple',
		body: {
			...scope,
			tab: list.tab,
			filters: (filter?.filters ?? []).map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
			...(filter && filter.groups.length > 0 ? { groups: filter.groups } : {}),
			...(list.choice.marketcap.length > 0 ? { marketcap: [...list.choice.marketcap] } : {}),
			...(filter ? { filter: filter.id } : {}),
			...(rated.length > 0 ? { sector_types: [...rated] } : {}),
		},
	};
}

const DEFAULT_QUESTION: ValidationState = { of: 'market', condition: undefined };

export interface SignalRecord {
	/** The question sent to the API; a placeholder if `useRecord` got no validation question. */
	question: Question;
	data: Validation | undefined;
	/** The saved filter of the list, if it has one. */
	filter: FilterSetting | undefined;
	/** undefined unless the record is being computed. */
	progress: { state: 'idle' | 'waiting' | 'running'; progress: number } | undefined;
	error: boolean;
	/** The server's reason for refusing the question. */
	refusal: string | undefined;
	retry: () => void;
}

/** Loads what followed signals like the ticker's in all past reports. For a list with a saved filter, the filter is loaded first. */
export function useRecord(id: number, state: TickerState, validationQuestion: ValidationState | undefined, enabled = true): SignalRecord {
	const { api } = useRouteContext({ from: '__root__' });
	const filterId = state.list.filter;
	const filters = useQuery({ ...filtersQuery(api), enabled: filterId !== undefined });
	const filter = filters.data?.items.find((one) => one.id === filterId);
	const isReady = enabled && validationQuestion !== undefined && (filterId === undefined || filters.data !== undefined);
	const question = buildQuestion(id, state, validationQuestion ?? DEFAULT_QUESTION, filter);
	const query = useQuery({ ...validationQuery(api, question), enabled: isReady });
	const isComputing = isReady && query.isFetching && !query.data;
	const progress = useQuery({ ...validationProgressQuery(api), enabled: isComputing });
	return {
		question,
		data: query.data,
		filter,
		progress: isComputing ? progress.data : undefined,
		refusal: query.error instanceof ApiError && query.error.status === 400 ? query.error.message : undefined,
		error: (query.isError && !query.data) || (filters.isError && filterId !== undefined),
		retry: () => void (filters.isError ? filters.refetch() : query.refetch()),
	};
}
