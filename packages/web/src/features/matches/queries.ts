import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type TickerFilters = AnswerOf<Contract['signals']['sectorChartFilters']>;

/** Which filters a ticker matches, in a report and in the last ten sessions. */
export function matchesQuery(api: Api, id: number, date: string, version: number | undefined) {
	const query = { date, ...(version === undefined ? {} : { version }) };
	return queryOptions({
		queryKey: ['filters', 'matches', id, query],
		queryFn: () => api.signals.sectorChartFilters({ params: { id }, query }),
	});
}
