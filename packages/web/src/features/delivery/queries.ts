import type { AnswerOf, Given } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type Delivery = AnswerOf<Contract['inbox']['deliverySettings']>;
export type DeliveryChange = Given<Contract['inbox']['changeDeliverySettings']>['body'];

/** Apart from the messages: a report changes nothing here. */
const SETTINGS = ['delivery'] as const;

export const deliveryQuery = (api: Api) =>
	queryOptions({ queryKey: [...SETTINGS, 'settings'], queryFn: () => api.inbox.deliverySettings() });
