import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { newYorkDate } from '@sw/domain/time/zone';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { Api } from '../../lib/api/client.ts';
import { etClock, etDayClock, msOf } from '../../lib/format/times.ts';
import { listParameters, reportQuery } from '../list-state/settings.ts';
import { reportParameters } from '../readings/list-queries.ts';
import { type RequestedReport, requestedReport, useOpenReport } from '../readings/reading.ts';
import { useLicence } from '../session/session-query.ts';
import type { TickerState } from './ticker-state.ts';

export type TickerPlace = AnswerOf<Contract['signals']['sectorChartPlace']>;

const UNKNOWN_REPORT: RequestedReport = { time: null, date: undefined, version: undefined };

/** Returns a ticker's place in its list. Undefined while loading, and for readers without a licence. */
export function useTickerPlace(id: number, state: TickerState): TickerPlace | undefined {
	const { api } = useRouteContext({ from: '__root__' });
	const isTrader = useLicence() != null;
	const requested = requestedReport(state.list, useOpenReport(isTrader));
	return useQuery({ ...placeQuery(api, id, state, requested ?? UNKNOWN_REPORT), enabled: isTrader && requested !== undefined }).data;
}

/** Queries a ticker's place in the list of its URL, in the requested report. All displays of the place share this query. */
function placeQuery(api: Api, id: number, { list, order }: TickerState, { time: reportTime, version }: RequestedReport) {
	const query = {
		...listParameters(list),
		...(reportTime === null ? {} : reportParameters({ date: reportTime, version })),
		...(order === undefined ? {} : { order }),
	};
	return queryOptions({
		queryKey: ['signals', 'place', id, query],
		queryFn: () => api.signals.sectorChartPlace({ params: { id }, query }),
	});
}

const words = {
	left: (when: string) => `left this list at ${when}`,
	frozen: 'frozen in this list',
	unchosen: 'excluded by the list’s conditions',
	absent: 'not in this list',
} as const;

/** Says why a ticker has no place in a list; undefined if it has one. If the ticker left on another day than the report's, the text includes the date. */
export function absenceReason({
	place,
	listed,
	frozen,
	left,
	time,
}: Pick<TickerPlace, 'place' | 'listed' | 'frozen' | 'left' | 'time'>): string | undefined {
	if (place !== null) return undefined;
	if (listed) return frozen ? words.frozen : words.unchosen;
	if (left === null) return words.absent;
	const leftAt = msOf(left);
	const isSameDay = time !== null && newYorkDate(msOf(time)) === newYorkDate(leftAt);
	return words.left(isSameDay ? etClock(leftAt) : etDayClock(leftAt));
}

/** Returns the call parameters for one ticker: how the list reads a report, and the sectors of the rate. */
export function tickerReportQuery({ list, rated }: TickerState) {
	return {
		...reportQuery(list),
		...(rated.length > 0 ? { sectors: [...rated] } : {}),
	};
}
