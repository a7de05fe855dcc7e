import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN_KEY, ALWAYS_REFETCH, type TableRules } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

export type Setting = AnswerOf<Contract['operations']['settings']>['items'][number];

/** Table rules of the settings page. Only a search is needed, because the start-up configuration fits on one page. */
export const SETTINGS: TableRules<'name', 'q'> = {
	page: 'settings',
	sortable: [],
	sortBy: 'name',
	sortDir: 'asc',
	filters: { q: 'text' },
};

export function settingsQuery(api: Api) {
	return queryOptions({ queryKey: [...ADMIN_KEY, 'settings'], queryFn: () => api.operations.settings(), ...ALWAYS_REFETCH });
}
