import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { CHANNELS, type Channel, DELIVERY_STATES } from '@sw/domain/inbox/delivery';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { filtersOf, rangeOf, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

export type Delivery = AnswerOf<Contract['inbox']['deliveries']>['items'][number];
type DeliveryFilter = 'state' | 'channel' | 'q';

export const DELIVERIES: TableRules<'created', DeliveryFilter> = {
	page: 'deliveries',
	sorts: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { state: DELIVERY_STATES, channel: CHANNELS, q: 'text' },
};

export function deliveriesQuery(api: Api, state: TableState<'created', DeliveryFilter>) {
	return queryOptions({
		queryKey: [...ADMIN, 'deliveries', state],
		queryFn: () => {
			const { state: deliveryState, channel, q } = filtersOf(state);
			return api.inbox.deliveries({
				query: {
					...(deliveryState ? { state: deliveryState as Delivery['state'] } : {}),
					...(channel ? { channel: channel as Channel } : {}),
					...(q ? { q } : {}),
					...rangeOf(state),
				},
			});
		},
		...LIVE,
	});
}

export function deliveryCountsQuery(api: Api) {
	return queryOptions({ queryKey: [...ADMIN, 'deliveries', 'counts'], queryFn: () => api.inbox.deliveryCounts(), ...LIVE });
}
