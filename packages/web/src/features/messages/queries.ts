import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { INBOX } from '../../entities/inbox/unread.ts';
import type { Api } from '../../lib/api/client.ts';
import { type InboxState, inboxQuestion } from './message-state.ts';

export type MessageList = AnswerOf<Contract['inbox']['messages']>;
export type MessageHead = MessageList['items'][number];
export type Message = AnswerOf<Contract['inbox']['message']>;
export type FilterAlert = NonNullable<Message['notice']>;
export type AlertTicker = FilterAlert['entered'][number];

export function messagesQuery(api: Api, state: InboxState) {
	return queryOptions({
		queryKey: [...INBOX, 'list', state],
		queryFn: () => api.inbox.messages({ query: inboxQuestion(state) }),
		placeholderData: keepPreviousData,
	});
}

export function messageQuery(api: Api, id: number) {
	return queryOptions({ queryKey: [...INBOX, 'one', id], queryFn: () => api.inbox.message({ params: { id } }) });
}
