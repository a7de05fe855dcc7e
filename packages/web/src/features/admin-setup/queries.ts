import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN_KEY, ALWAYS_REFETCH } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';
import { POLL_MS } from '../../lib/refresh.ts';

export type Setup = AnswerOf<Contract['operations']['setup']>;
export type ProviderTrial = AnswerOf<Contract['operations']['tryProvider']>;
export type MailTrial = AnswerOf<Contract['operations']['tryMail']>;

/** Queries the progress of the first start, and polls while there is no data. */
export function setupQuery(api: Api) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'setup'],
		queryFn: () => api.operations.setup(),
		refetchInterval: (query) => (query.state.data?.needed ? POLL_MS : false),
		...ALWAYS_REFETCH,
	});
}
