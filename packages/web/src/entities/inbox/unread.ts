import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** First part of the key of every inbox query: an action or a report changes all of them. */
export const INBOX = ['inbox'] as const;

/** The number of unread messages. Without a live connection it is fetched again every minute. */
export function unreadQuery(api: Api) {
	return queryOptions({
		queryKey: [...INBOX, 'unread'],
		queryFn: async () => (await api.inbox.unreadMessages()).count,
		refetchInterval: REFRESH_MS,
	});
}
