import { routes } from 'virtual:routes/administration';
import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { filtersOf, rangeOf, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import { type Api, urlOf } from '../../lib/api/client.ts';

export type AuditEntry = AnswerOf<Contract['accounts']['audit']>['items'][number];
type AuditFilter = 'actor' | 'act' | 'target' | 'from' | 'to';
type AuditState = TableState<'time', AuditFilter>;

export const AUDIT: TableRules<'time', AuditFilter> = {
	page: 'audit',
	sorts: [],
	sortBy: 'time',
	sortDir: 'desc',
	filters: { actor: 'text', act: 'text', target: 'text', from: 'date', to: 'date' },
};

export function auditQuery(api: Api, state: AuditState) {
	return queryOptions({
		queryKey: [...ADMIN, 'audit', state],
		queryFn: () => api.accounts.audit({ query: { ...filtersOf(state), ...rangeOf(state) } }),
		...LIVE,
	});
}

/** Address of the CSV file with the current search. */
export function auditFileUrl(state: AuditState): string {
	const [, path] = routes.accounts.auditExport;
	return urlOf(path, { query: filtersOf(state) });
}
