import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { rangeOf, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

export type Announcement = AnswerOf<Contract['inbox']['announcements']>['items'][number];

export const ANNOUNCEMENTS: TableRules<'created', never> = {
	page: 'announcements',
	sorts: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: {},
};

export const announcementsQuery = (api: Api, state: TableState<'created', never>) =>
	queryOptions({
		queryKey: [...ADMIN, 'announcements', state],
		queryFn: () => api.inbox.announcements({ query: rangeOf(state) }),
		...LIVE,
	});
