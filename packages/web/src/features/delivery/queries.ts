import type { AnswerOf, Given } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type Delivery = AnswerOf<Contract['inbox']['deliverySettings']>;
export type DeliveryChange = Given<Contract['inbox']['changeDeliverySettings']>['body'];
export type PushBrowsers = AnswerOf<Contract['inbox']['pushBrowsers']>;

/** Apart from the messages: a report changes nothing here. */
const SETTINGS = ['delivery'] as const;

export const deliveryQuery = (api: Api) =>
	queryOptions({ queryKey: [...SETTINGS, 'settings'], queryFn: () => api.inbox.deliverySettings() });
export const pushQuery = (api: Api) => queryOptions({ queryKey: [...SETTINGS, 'push'], queryFn: () => api.inbox.pushBrowsers() });
export const webhookQuery = (api: Api) => queryOptions({ queryKey: [...SETTINGS, 'webhook'], queryFn: () => api.inbox.webhook() });
