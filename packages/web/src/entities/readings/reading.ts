import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Api } from '../../lib/api/client.ts';
import { msOf } from '../../lib/format/times.ts';
import { isRetrying } from '../../lib/refresh.ts';
import type { ListState } from '../list-state/state.ts';

/** Queries the time of the newest report that the licence includes, and of the oldest stored report. */
export function latestQuery(api: Api) {
	return queryOptions({
		queryKey: ['workspace', 'latest'],
		queryFn: async () => {
			const { time, oldest } = await api.signals.sectorChartDate({ query: {} });
			return { time, oldest };
		},
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/**
 * Queries the time of the open report: the newest one when the page was loaded. It changes only when the reader accepts a newer report, so
 * that lists and tickers don't move while being read.
 */
export function openReportQuery(api: Api) {
	return queryOptions({
		queryKey: ['workspace', 'reading'],
		queryFn: async ({ client }) => (await client.fetchQuery({ ...latestQuery(api), staleTime: 0 })).time,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
	});
}

const PREVIOUS_KEY = ['workspace', 'since'];

export interface OpenReport {
	/** Undefined until known, null before the first report. */
	time: string | null | undefined;
	/** The newest known report. */
	latest: string | null | undefined;
	oldest: string | null | undefined;
	/** Time (UTC ms) of a newer report that the reader hasn't accepted yet; undefined if there is none. */
	newerMs: number | undefined;
	/** Opens the newest known report. */
	accept: () => void;
	/** The report that was open before the reader last accepted one; undefined before that. */
	previousReport: string | undefined;
	failed: boolean;
	retry: () => void;
}

/** Returns the open report and the newest one. `enabled` is false for readers without a licence, who see only public lists. */
export function useOpenReport(enabled = true): OpenReport {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const query = useQuery({ ...openReportQuery(api), enabled });
	const { data: latestTimes } = useQuery({ ...latestQuery(api), enabled });
	const { data: previous } = useQuery<string | null>({
		queryKey: PREVIOUS_KEY,
		queryFn: () => null,
		enabled: false,
		gcTime: Number.POSITIVE_INFINITY,
	});
	const latest = latestTimes?.time;
	const acceptNewer = useCallback(() => {
		const newest = queryClient.getQueryData(latestQuery(api).queryKey);
		const openTime = queryClient.getQueryData(openReportQuery(api).queryKey);
		if (!newest || newest.time === openTime) return;
		if (openTime) queryClient.setQueryData(PREVIOUS_KEY, openTime);
		queryClient.setQueryData(openReportQuery(api).queryKey, newest.time);
	}, [queryClient, api]);
	const hasNewer = latest != null && query.data !== undefined && latest !== query.data;
	return {
		time: query.data,
		latest,
		oldest: latestTimes?.oldest,
		newerMs: hasNewer ? msOf(latest) : undefined,
		accept: acceptNewer,
		previousReport: previous ?? undefined,
		failed: query.isError || isRetrying(query),
		retry: () => void query.refetch(),
	};
}

/** The report from which data is requested. */
export interface RequestedReport {
	/** Part of query keys: the time of the report; null before the first report. */
	time: string | null;
	/** Sent with every request, so that all pages use this report even after newer ones appear. Undefined before the first report. */
	date: string | undefined;
	version: number | undefined;
}

/** Returns the report in the URL, otherwise the open one; undefined while unknown. */
export function requestedReport(
	{ report, version }: Pick<ListState, 'report' | 'version'>,
	{ time: reportTime }: Pick<OpenReport, 'time'>,
): RequestedReport | undefined {
	if (report !== undefined) return { time: report, date: report, version };
	if (reportTime === undefined) return undefined;
	return { time: reportTime, date: reportTime ?? undefined, version: undefined };
}
