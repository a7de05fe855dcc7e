import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { INVITATION_STATES, type InvitationState } from '@sw/domain/access/invitation';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { filtersOf, rangeOf, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

export type Invitation = AnswerOf<Contract['accounts']['invitations']>['items'][number];

export const INVITATIONS: TableRules<'created', 'state'> = {
	page: 'invitations',
	sorts: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { state: INVITATION_STATES },
};

export function invitationsQuery(api: Api, table: TableState<'created', 'state'>) {
	return queryOptions({
		queryKey: [...ADMIN, 'invitations', table],
		queryFn: () => {
			const { state } = filtersOf(table);
			return api.accounts.invitations({ query: { ...(state ? { state: state as InvitationState } : {}), ...rangeOf(table) } });
		},
		...LIVE,
	});
}
