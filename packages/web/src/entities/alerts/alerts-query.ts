import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type TickerAlerts = AnswerOf<Contract['inbox']['alerts']>;
export type TickerAlert = TickerAlerts['items'][number];

export function alertsQuery(api: Api) {
	return queryOptions({ queryKey: ['inbox', 'alerts'], queryFn: () => api.inbox.alerts() });
}
