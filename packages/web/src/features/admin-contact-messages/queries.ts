import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { filtersOf, rangeOf, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

export type ContactMessage = AnswerOf<Contract['outreach']['contactLetters']>['items'][number];
type LetterFilter = 'q' | 'dealt_with';

export const CONTACT_MESSAGES: TableRules<'time', LetterFilter> = {
	page: 'letters',
	sorts: [],
	sortBy: 'time',
	sortDir: 'desc',
	filters: { q: 'text', dealt_with: ['no', 'yes'] },
};

export function contactMessagesQuery(api: Api, state: TableState<'time', LetterFilter>) {
	return queryOptions({
		queryKey: [...ADMIN, 'letters', state],
		queryFn: () => {
			const { q, dealt_with: dealtWith } = filtersOf(state);
			return api.outreach.contactLetters({
				query: { ...(q ? { q } : {}), ...(dealtWith ? { dealt_with: dealtWith === 'yes' } : {}), ...rangeOf(state) },
			});
		},
		...LIVE,
	});
}
