import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** The day isn't over: its total is projected from its usual shape. */
export function leadersQuery(api: Api) {
	return queryOptions({
		queryKey: ['attention', 'leaders'],
		queryFn: () => api.attention.analyticsLeaders({ query: { is_approximated: true } }),
		refetchInterval: REFRESH_MS,
	});
}

export function urgentQuery(api: Api) {
	return queryOptions({
		queryKey: ['attention', 'urgent'],
		queryFn: () => api.attention.analyticsUrgent(),
		refetchInterval: REFRESH_MS,
	});
}
