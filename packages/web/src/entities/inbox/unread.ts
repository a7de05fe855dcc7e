import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** Key prefix of all inbox queries. One prefix for all, because an action or a report can change any of them. */
export const INBOX_KEY = ['inbox'] as const;

/** Queries the number of unread messages, every minute in case there is no live connection. */
export function unreadQuery(api: Api) {
	return queryOptions({
		queryKey: [...INBOX_KEY, 'unread'],
		queryFn: async () => (await api.inbox.unreadMessages()).count,
		refetchInterval: REFRESH_MS,
	});
}
