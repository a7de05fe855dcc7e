import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { conditionText } from '@sw/domain/filters/condition-text';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { LOOK_MS, SETTLED_MS } from '../../lib/refresh.ts';
import type { Question } from './question.ts';

/** The record of signals over all past reports. */
export function validationQuery(api: Api, question: Question) {
	return queryOptions({
		queryKey: ['research', 'validation', question],
		queryFn: () =>
			question.kind === 'single'
				? api.research.validateSingle({ body: question.body })
				: api.research.validateMultiple({ body: question.body }),
		staleTime: SETTLED_MS,
	});
}

export type OccurrencePage = Pick<
	NonNullable<InputOf<Contract['research']['validationOccurrences']>['query']>,
	'outcome' | 'part' | 'sort_by' | 'sort_dir' | 'skip' | 'max'
>;

/** The question as stored in an address, with which its occurrences are requested. */
export function questionInAddress({ kind, body }: Question) {
	const { tab, operation, timeframes, marketcap, ticker_id } = body;
	const conditions = (kind === 'single' ? [body.condition] : body.filters).map(conditionText);
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

/** One page of an answered question's occurrences; the previous page stays until it is loaded. */
export function occurrencesQuery(api: Api, question: Question, page: OccurrencePage) {
	const query = { ...questionInAddress(question), ...page };
	return queryOptions({
		queryKey: ['research', 'occurrences', query],
		queryFn: () => api.research.validationOccurrences({ query }),
		staleTime: SETTLED_MS,
		placeholderData: keepPreviousData,
	});
}

export function validationProgressQuery(api: Api) {
	return queryOptions({
		queryKey: ['research', 'validation progress'],
		queryFn: () => api.research.validationProgress(),
		refetchInterval: LOOK_MS,
		gcTime: 0,
		staleTime: 0,
	});
}
