import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { Channel } from '@sw/domain/inbox/delivery';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type DeliverySettings = AnswerOf<Contract['inbox']['deliverySettings']>;

/** Key prefix of all queries about alert delivery. It differs from the inbox's, because new reports don't affect delivery. */
export const DELIVERY_KEY = ['delivery'] as const;

/** Queries the reader's alert delivery settings. */
export function deliveryQuery(api: Api) {
	return queryOptions({ queryKey: [...DELIVERY_KEY, 'settings'], queryFn: () => api.inbox.deliverySettings() });
}

/** Returns details of a channel that the product has stopped; undefined if it isn't stopped. */
export function findStoppedChannel({ stopped }: DeliverySettings, name: Channel): DeliverySettings['stopped'][number] | undefined {
	return stopped.find(({ channel }) => channel === name);
}
