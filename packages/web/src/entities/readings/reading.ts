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
export function readingQuery(api: Api) {
	return queryOptions({
		queryKey: ['workspace', 'reading'],
		queryFn: async ({ client }) => (await client.fetchQuery({ ...latestQuery(api), staleTime: 0 })).time,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
	});
}

const PREVIOUS_KEY = ['workspace', 'since'];

export interface Reading {
	/** Undefined until known, null before the first report. */
	reading: string | null | undefined;
	/** The newest known report. */
	latest: string | null | undefined;
	oldest: string | null | undefined;
	/** Time (UTC ms) of a newer report that the reader hasn't accepted yet; undefined if there is none. */
	newer: number | undefined;
	/** Opens the newest known report. */
	accept: () => void;
	/** The report that was open before the reader last accepted one; undefined before that. */
	previousReport: string | undefined;
	failed: boolean;
	retry: () => void;
}

/** Returns the open report and the newest one. `enabled` is false for readers without a licence, who see only public lists. */
export function useReading(enabled = true): Reading {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const read = useQuery({ ...readingQuery(api), enabled });
	const { data: known } = useQuery({ ...latestQuery(api), enabled });
	const { data: since } = useQuery<string | null>({
		queryKey: PREVIOUS_KEY,
		queryFn: () => null,
		enabled: false,
		gcTime: Number.POSITIVE_INFINITY,
	});
	const latest = known?.time;
	const take = useCallback(() => {
		const newest = queryClient.getQueryData(latestQuery(api).queryKey);
		const read = queryClient.getQueryData(readingQuery(api).queryKey);
		if (!newest || newest.time === read) return;
		if (read) queryClient.setQueryData(PREVIOUS_KEY, read);
		queryClient.setQueryData(readingQuery(api).queryKey, newest.time);
	}, [queryClient, api]);
	const newer = latest != null && read.data !== undefined && latest !== read.data;
	return {
		reading: read.data,
		latest,
		oldest: known?.oldest,
		newer: newer ? msOf(latest) : undefined,
		accept: take,
		previousReport: since ?? undefined,
		failed: read.isError || isRetrying(read),
		retry: () => void read.refetch(),
	};
}

/** The report from which data is requested. */
export interface RequestedReport {
	/** Part of query keys: the time of the report; null before the first report. */
	reading: string | null;
	/** Sent with every request, so that all pages use this report even after newer ones appear. Undefined before the first report. */
	date: string | undefined;
	version: number | undefined;
}

/** Returns the report in the URL, otherwise the open one; undefined while unknown. */
export function requestedReport(
	{ report, version }: Pick<ListState, 'report' | 'version'>,
	{ reading }: Pick<Reading, 'reading'>,
): RequestedReport | undefined {
	if (report !== undefined) return { reading: report, date: report, version };
	if (reading === undefined) return undefined;
	return { reading, date: reading ?? undefined, version: undefined };
}
