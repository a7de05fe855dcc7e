import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { dateOfDay, dayNumber, parseDate, weekdayOfDay } from '@sw/domain/time/zone';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN_KEY, ALWAYS_REFETCH } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

type Operations = Contract['operations'];
export type Day = AnswerOf<Operations['reportDays']>['items'][number];
export type Report = AnswerOf<Operations['dayReports']>['items'][number];
export type Job = AnswerOf<Operations['job']>;
export type Verdict = AnswerOf<Contract['research']['verifyReport'], 200>;

const REPORTS_KEY = [...ADMIN_KEY, 'reports'] as const;
/** Refetch interval in milliseconds, for new reports. */
const REFRESH_INTERVAL_MS = 15_000;
/** Poll interval of running jobs, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;

/** Queries the current time by the market clock. */
export function clockQuery(api: Api) {
	return queryOptions({
		queryKey: [...REPORTS_KEY, 'clock'],
		queryFn: async () => (await api.operations.health({ query: {} })).now,
		...ALWAYS_REFETCH,
	});
}

export function monthQuery(api: Api, month: Month) {
	return queryOptions({
		queryKey: [...REPORTS_KEY, 'month', month],
		queryFn: () => api.operations.reportDays({ query: spanOf(month) }),
		refetchInterval: REFRESH_INTERVAL_MS,
		...ALWAYS_REFETCH,
	});
}

export function dayQuery(api: Api, date: string) {
	return queryOptions({
		queryKey: [...REPORTS_KEY, 'day', date],
		queryFn: () => api.operations.dayReports({ query: { date } }),
		refetchInterval: REFRESH_INTERVAL_MS,
		...ALWAYS_REFETCH,
	});
}

export function jobQuery(api: Api, id: string) {
	return queryOptions({
		queryKey: [...REPORTS_KEY, 'job', id],
		queryFn: () => api.operations.job({ params: { id } }),
		refetchInterval: ({ state }) => (state.data && !['queued', 'running'].includes(state.data.state) ? false : POLL_INTERVAL_MS),
		staleTime: 0,
	});
}

/** Queries the result of verifying a report, and polls until there is one. */
export function verifyQuery(api: Api, date: string, version: number) {
	return queryOptions({
		queryKey: [...REPORTS_KEY, 'verify', date, version],
		queryFn: () => api.research.verifyReport({ body: { date, version } }),
		refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_INTERVAL_MS : false),
		staleTime: 0,
		retry: false,
	});
}

/** Formatted as 'YYYY-MM'. */
export type Month = string;

export function isMonth(text: string | undefined): text is Month {
	return /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text ?? '');
}

export function monthOf(date: string): Month {
	return date.slice(0, 7);
}

/** Returns the month `offset` months later. A negative offset goes back. */
export function addMonths(month: Month, offset: number): Month {
	const [year = 0, monthNumber = 1] = month.split('-').map(Number);
	return new Date(Date.UTC(year, monthNumber - 1 + offset, 1)).toISOString().slice(0, 7);
}

/** Returns the first and last date of a month. */
export function spanOf(month: Month): { from: string; to: string } {
	const [year = 0, monthNumber = 1] = month.split('-').map(Number);
	return { from: `${month}-01`, to: new Date(Date.UTC(year, monthNumber, 0)).toISOString().slice(0, 10) };
}

/** Returns the weeks of a month, each from Monday to Friday. Days of other months are null, and weeks with only such days are left out. */
export function weeksOf(month: Month): (string | null)[][] {
	const { from, to } = spanOf(month);
	const [first, last] = [from, to].map((text) => dayNumber(parseDate(text) as NonNullable<ReturnType<typeof parseDate>>)) as [
		number,
		number,
	];
	const monday = first - ((weekdayOfDay(first) + 6) % 7);
	const weeks: (string | null)[][] = [];
	for (let day = monday; day <= last; day += 7) {
		const week = [0, 1, 2, 3, 4].map((i) => (day + i >= first && day + i <= last ? (dateOfDay(day + i) as string) : null));
		if (week.some((date) => date !== null)) weeks.push(week);
	}
	return weeks;
}
