import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { rangeOf, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

export type Mail = AnswerOf<Contract['accounts']['outbox']>['items'][number];

export const OUTBOX: TableRules<'time', never> = { page: 'outbox', sorts: [], sortBy: 'time', sortDir: 'desc', filters: {} };

export const outboxQuery = (api: Api, state: TableState<'time', never>) =>
	queryOptions({ queryKey: [...ADMIN, 'outbox', state], queryFn: () => api.accounts.outbox({ query: rangeOf(state) }), ...LIVE });

export const mailQuery = (api: Api, id: string) =>
	queryOptions({ queryKey: [...ADMIN, 'outbox', 'mail', id], queryFn: () => api.accounts.outboxMail({ params: { id } }) });
