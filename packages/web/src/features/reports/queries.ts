import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type Schedule = AnswerOf<Contract['reports']['schedule']>;
export type Slot = Schedule['items'][number];

/** The slots of a date; today's change with every report. */
export function scheduleQuery(api: Api, date: string, latest: string | null | undefined) {
	return queryOptions({
		queryKey: ['reports', 'schedule', date, latest?.startsWith(date) ? latest : 'past'],
		queryFn: () => api.reports.schedule({ query: { time: date } }),
	});
}

/** Dates of a year that have reports, whether or not the licence includes them. A new report may add a day. */
export function reportDaysQuery(api: Api, year: number, latest: string | null | undefined) {
	return queryOptions({
		queryKey: ['reports', 'days', year, latest?.startsWith(String(year)) ? latest.slice(0, 10) : 'past'],
		queryFn: async () =>
			(await api.signals.sectorChartHistoryDates({ query: { from: `${year}-01-01`, to: `${year}-12-31`, max: 1 } })).days.map(
				({ date }) => date,
			),
	});
}

/** Closures and early closes of a year and the previous one. */
export function holidaysQuery(api: Api, year: number) {
	return queryOptions({
		queryKey: ['reports', 'holidays', year],
		queryFn: async () => (await api.prices.holidays({ query: { from: `${year - 1}-01-01`, to: `${year}-12-31` } })).items,
		staleTime: Number.POSITIVE_INFINITY,
	});
}
