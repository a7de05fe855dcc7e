import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { ROLES, USER_STATUSES } from '@sw/domain/access/account';
import { queryOptions } from '@tanstack/react-query';
import {
	ADMIN_KEY,
	ALWAYS_REFETCH,
	filterParameters,
	pageParameters,
	type TableRules,
	type TableState,
} from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

export type User = AnswerOf<Contract['accounts']['user']>;

export type Session = AnswerOf<Contract['accounts']['userSessions']>['items'][number];

export const USER_COLUMNS = ['email', 'name', 'status', 'role', 'license', 'license_expires', 'created', 'seen'] as const;
export type UserColumn = (typeof USER_COLUMNS)[number];
type UserFilter = 'q' | 'status' | 'role';

export const USER_TABLE_RULES: TableRules<UserColumn, UserFilter> = {
	page: 'users',
	sortable: USER_COLUMNS,
	sortBy: 'created',
	sortDir: 'desc',
	filters: { q: 'text', status: USER_STATUSES, role: ROLES },
};

export function usersQuery(api: Api, state: TableState<UserColumn, UserFilter>) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'users', state],
		queryFn: () => {
			const { q, status, role } = filterParameters(state);
			return api.accounts.users({
				query: {
					...(q ? { q } : {}),
					...(status ? { status: status as (typeof USER_STATUSES)[number] } : {}),
					...(role ? { role: role as (typeof ROLES)[number] } : {}),
					sort_by: state.sortBy,
					sort_dir: state.sortDir,
					...pageParameters(state),
				},
			});
		},
		...ALWAYS_REFETCH,
	});
}

export function userQuery(api: Api, id: string) {
	return queryOptions({ queryKey: [...ADMIN_KEY, 'user', id], queryFn: () => api.accounts.user({ params: { id } }), ...ALWAYS_REFETCH });
}

export function userSessionsQuery(api: Api, id: string) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'user', id, 'sessions'],
		queryFn: () => api.accounts.userSessions({ params: { id } }),
		...ALWAYS_REFETCH,
	});
}
