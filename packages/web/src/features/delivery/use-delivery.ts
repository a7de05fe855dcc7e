import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { DELIVERY_KEY, type DeliverySettings, deliveryQuery } from '../../entities/inbox/delivery-settings.ts';
import type { Api } from '../../lib/api/client.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { words } from './words.ts';

/** Applies a change to the settings. Turning on a stopped channel removes it from the stopped ones. */
export function applyChange(settings: DeliverySettings, { quiet, ...otherChanges }: DeliveryChange): DeliverySettings {
	const definedValues = Object.fromEntries(
		Object.entries(otherChanges).filter(([, value]) => value !== undefined),
	) as Partial<DeliverySettings>;
	const stopped = settings.stopped.filter(({ channel }) => otherChanges[channel] !== true);
	return { ...settings, ...definedValues, quiet: { ...settings.quiet, ...quiet } as DeliverySettings['quiet'], stopped };
}

/** Returns the alert delivery settings. Changes appear immediately and are saved in order; a rejected change is reverted with a message. */
export function useDelivery() {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const query = useQuery(deliveryQuery(api));
	const lastSave = useRef<Promise<unknown>>(Promise.resolve());
	const change = useCallback(
		(changes: DeliveryChange): Promise<void> => {
			const { queryKey } = deliveryQuery(api);
			queryClient.setQueryData(queryKey, (settings) => settings && applyChange(settings, changes));
			const save = lastSave.current.then(async () => {
				try {
					queryClient.setQueryData(queryKey, await api.inbox.changeDeliverySettings({ body: changes }));
					// The profile also has the mail setting.
					if (changes.mail !== undefined) void queryClient.invalidateQueries({ queryKey: ['session'] });
				} catch (error) {
					snack.error(words.failed, getMessage(error));
					await queryClient.invalidateQueries({ queryKey });
				}
			});
			lastSave.current = save;
			return save;
		},
		[api, queryClient],
	);
	return { ...query, change };
}

function getMessage(error: unknown): string {
	return error instanceof Error ? error.message : '';
}

export type DeliveryState = ReturnType<typeof useDelivery>;

type DeliveryChange = InputOf<Contract['inbox']['changeDeliverySettings']>['body'];
export type PushBrowsers = AnswerOf<Contract['inbox']['pushBrowsers']>;

type MessageChannels = AnswerOf<Contract['inbox']['messageChannels']>;
export type MessageChannel = MessageChannels['items'][number];
export type NewMessageChannel = AnswerOf<Contract['inbox']['addMessageChannel'], 201>;
export type MessageChannelInput = InputOf<Contract['inbox']['addMessageChannel']>['body'];

export function pushQuery(api: Api) {
	return queryOptions({ queryKey: [...DELIVERY_KEY, 'push'], queryFn: () => api.inbox.pushBrowsers() });
}

export function webhookQuery(api: Api) {
	return queryOptions({ queryKey: [...DELIVERY_KEY, 'webhook'], queryFn: () => api.inbox.webhook() });
}

/** Milliseconds between requests while a Telegram chat is being linked. Telegram sends the code only to the server, so this browser polls. */
const LINKING_POLL_MS = 3_000;

export function channelsQuery(api: Api) {
	return queryOptions({
		queryKey: [...DELIVERY_KEY, 'channels'],
		queryFn: () => api.inbox.messageChannels(),
		refetchInterval: ({ state }) => (state.data?.items.some((channel) => channel.state === 'linking') ? LINKING_POLL_MS : false),
	});
}

export type ListMail = AnswerOf<Contract['inbox']['listMails']>['items'][number];

export function listMailsQuery(api: Api) {
	return queryOptions({ queryKey: ['inbox', 'list-mails'], queryFn: () => api.inbox.listMails() });
}
