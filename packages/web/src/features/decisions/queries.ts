import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { DECISIONS_KEY } from '../../entities/decisions/decision-form.tsx';
import type { Api } from '../../lib/api/client.ts';

export type Decisions = AnswerOf<Contract['research']['decisions']>;
export type Decision = Decisions['items'][number];
export type Pile = Decisions['took'];
export type Piles = Pick<Decisions, 'took' | 'passed' | 'watching'>;

/** Decisions per page. */
export const PAGE = 50;

export function decisionsQuery(api: Api, page: number) {
	return queryOptions({
		queryKey: [...DECISIONS_KEY, page],
		queryFn: () => api.research.decisions({ query: { skip: (page - 1) * PAGE, max: PAGE } }),
		placeholderData: keepPreviousData,
	});
}
