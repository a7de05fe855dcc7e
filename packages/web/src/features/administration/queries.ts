import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { type AdminState, PAGE } from './admin-state.ts';

export type User = AnswerOf<Contract['accounts']['user']>;
export type AuditEntry = AnswerOf<Contract['accounts']['audit']>['items'][number];

const range = (page: number) => ({ skip: (page - 1) * PAGE, max: PAGE });
const common = { placeholderData: keepPreviousData, staleTime: 0 };

export const usersQuery = (api: Api, { q, status, role, sortBy, sortDir, page }: AdminState) =>
	queryOptions({
		queryKey: ['accounts', 'users', q, status, role, sortBy, sortDir, page],
		queryFn: () =>
			api.accounts.users({
				query: {
					...(q === '' ? {} : { q }),
					...(status ? { status } : {}),
					...(role ? { role } : {}),
					sort_by: sortBy,
					sort_dir: sortDir,
					...range(page),
				},
			}),
		...common,
	});

export const auditQuery = (api: Api, page: number) =>
	queryOptions({ queryKey: ['accounts', 'audit', page], queryFn: () => api.accounts.audit({ query: range(page) }), ...common });

export const outboxQuery = (api: Api, page: number) =>
	queryOptions({ queryKey: ['accounts', 'outbox', page], queryFn: () => api.accounts.outbox({ query: range(page) }), ...common });
