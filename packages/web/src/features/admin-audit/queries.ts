import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { rangeOf, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

export type AuditEntry = AnswerOf<Contract['accounts']['audit']>['items'][number];

export const AUDIT: TableRules<'time', never> = { page: 'audit', sorts: [], sortBy: 'time', sortDir: 'desc', filters: {} };

export const auditQuery = (api: Api, state: TableState<'time', never>) =>
	queryOptions({ queryKey: [...ADMIN, 'audit', state], queryFn: () => api.accounts.audit({ query: rangeOf(state) }), ...LIVE });
