import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { DELIVERY } from '../../entities/inbox/delivery-settings.ts';
import type { Api } from '../../lib/api/client.ts';

export type DeliveryChange = InputOf<Contract['inbox']['changeDeliverySettings']>['body'];
export type PushBrowsers = AnswerOf<Contract['inbox']['pushBrowsers']>;

export type MessageChannels = AnswerOf<Contract['inbox']['messageChannels']>;
export type MessageChannel = MessageChannels['items'][number];
export type NewMessageChannel = AnswerOf<Contract['inbox']['addMessageChannel'], 201>;
export type MessageChannelInput = InputOf<Contract['inbox']['addMessageChannel']>['body'];

export function pushQuery(api: Api) {
	return queryOptions({ queryKey: [...DELIVERY, 'push'], queryFn: () => api.inbox.pushBrowsers() });
}

export function webhookQuery(api: Api) {
	return queryOptions({ queryKey: [...DELIVERY, 'webhook'], queryFn: () => api.inbox.webhook() });
}

/** A chat that sends its code is connected without this browser: the state is read again while one is awaited. */
const LINKING_EVERY = 3_000;

export function channelsQuery(api: Api) {
	return queryOptions({
		queryKey: [...DELIVERY, 'channels'],
		queryFn: () => api.inbox.messageChannels(),
		refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'linking') ? LINKING_EVERY : false),
	});
}

export type ListMail = AnswerOf<Contract['inbox']['listMails']>['items'][number];

export function listMailsQuery(api: Api) {
	return queryOptions({ queryKey: ['inbox', 'list-mails'], queryFn: () => api.inbox.listMails() });
}
