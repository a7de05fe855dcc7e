import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { Channel } from '@sw/domain/inbox/delivery';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type Delivery = AnswerOf<Contract['inbox']['deliverySettings']>;

/** First part of the key of each query on alert delivery, separate from the messages: a new report doesn't affect it. */
export const DELIVERY = ['delivery'] as const;

/** How alerts of the reader's filters are delivered. */
export function deliveryQuery(api: Api) {
	return queryOptions({ queryKey: [...DELIVERY, 'settings'], queryFn: () => api.inbox.deliverySettings() });
}

/** Why and since when the product has stopped a channel; undefined if it hasn't. */
export function stoppedOf({ stopped }: Delivery, name: Channel): Delivery['stopped'][number] | undefined {
	return stopped.find(({ channel }) => channel === name);
}
