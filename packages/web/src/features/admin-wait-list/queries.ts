import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { WAIT_LIST_SOURCES, type WaitListSource } from '@sw/domain/outreach/wait-list';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { filtersOf, rangeOf, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

export type WaitListSignUp = AnswerOf<Contract['outreach']['waitList']>['items'][number];
type EntryFilter = 'email' | 'source' | 'from' | 'to';

export const WAIT_LIST: TableRules<'created', EntryFilter> = {
	page: 'wait-list',
	sorts: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { email: 'text', source: WAIT_LIST_SOURCES, from: 'date', to: 'date' },
};

export function waitListQuery(api: Api, state: TableState<'created', EntryFilter>) {
	return queryOptions({
		queryKey: [...ADMIN, 'wait-list', state],
		queryFn: () => {
			const { email, source, from, to } = filtersOf(state);
			return api.outreach.waitList({
				query: {
					...(email ? { Email: email } : {}),
					...(source ? { Source: source as WaitListSource } : {}),
					...(from ? { From: from } : {}),
					...(to ? { To: to } : {}),
					...rangeOf(state),
				},
			});
		},
		...LIVE,
	});
}

export function signUpQuery(api: Api, { email, source }: WaitListSignUp) {
	return queryOptions({
		queryKey: [...ADMIN, 'wait-list', 'entry', email, source],
		queryFn: () => api.outreach.waitListEntry({ params: { email }, query: { source } }),
		staleTime: 0,
	});
}
