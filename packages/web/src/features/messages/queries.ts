import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { INBOX_KEY } from '../../entities/inbox/unread.ts';
import { reportParameters } from '../../entities/readings/list-queries.ts';
import type { Api } from '../../lib/api/client.ts';
import { type InboxState, inboxParameters } from './message-state.ts';

export type MessageList = AnswerOf<Contract['inbox']['messages']>;
export type MessageHead = MessageList['items'][number];
export type Message = AnswerOf<Contract['inbox']['message']>;
export type FilterAlert = NonNullable<Message['notice']>;
export type FiredWheel = NonNullable<Message['wheel']>;
export type AlertTicker = FilterAlert['entered'][number];

export function messagesQuery(api: Api, state: InboxState) {
	return queryOptions({
		queryKey: [...INBOX_KEY, 'list', state],
		queryFn: () => api.inbox.messages({ query: inboxParameters(state) }),
		placeholderData: keepPreviousData,
	});
}

export function messageQuery(api: Api, id: number) {
	return queryOptions({ queryKey: [...INBOX_KEY, 'one', id], queryFn: () => api.inbox.message({ params: { id } }) });
}

/** Requests the ticker of a fired alert, in the report in which the alert fired. */
export function firedTickerQuery(api: Api, { ticker_id: id, report, tab_type, timeframes }: FiredWheel) {
	return queryOptions({
		queryKey: ['signals', 'fired', id, report, tab_type, timeframes],
		queryFn: () =>
			api.signals.sectorChartHistoryOne({
				params: { id },
				query: { tab_type, timeframes, ...reportParameters({ date: report, version: undefined }) },
			}),
		// A retry is useless if the licence excludes the report, or if the report is no longer stored.
		retry: false,
	});
}
