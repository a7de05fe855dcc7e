import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { DELIVERY } from '../../entities/inbox/delivery-settings.ts';
import type { Api } from '../../lib/api/client.ts';

export type DeliveryChange = InputOf<Contract['inbox']['changeDeliverySettings']>['body'];
export type PushBrowsers = AnswerOf<Contract['inbox']['pushBrowsers']>;

export function pushQuery(api: Api) {
	return queryOptions({ queryKey: [...DELIVERY, 'push'], queryFn: () => api.inbox.pushBrowsers() });
}

export function webhookQuery(api: Api) {
	return queryOptions({ queryKey: [...DELIVERY, 'webhook'], queryFn: () => api.inbox.webhook() });
}
