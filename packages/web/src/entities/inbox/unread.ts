import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** The first part of the key of each query of the inbox: an act, or a report, changes all of them. */
export const INBOX = ['inbox'] as const;

/** How many messages the reader has not read. Where no live connection is open it is asked for again each minute. */
export const unreadQuery = (api: Api) =>
	queryOptions({
		queryKey: [...INBOX, 'unread'],
		queryFn: async () => (await api.inbox.unreadMessages()).count,
		refetchInterval: REFRESH_MS,
	});
