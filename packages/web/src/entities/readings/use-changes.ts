import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Api } from '../../lib/api/client.ts';
import { listParameters } from '../list-state/settings.ts';
import type { ListState } from '../list-state/state.ts';
import { formatChanges, hasSameOrder, hasSameTickers } from './changes.ts';
import { workspaceListQuery } from './list-queries.ts';
import type { OpenReport } from './reading.ts';

const NO_TICKERS: ReadonlySet<number> = new Set();

interface Options {
	/** False for readers without a licence. */
	enabled?: boolean;
	/** The visible page of the list, if any. */
	rows?: readonly { ticker_id: number }[] | undefined;
}

/**
 * Describes what a newer report would change in a trader's list, and which tickers entered with the last accepted report. If no ticker enters
 * or leaves, the new page is fetched to see whether the sequence changes.
 */
export function useChanges(
	state: ListState,
	{ time: reportTime, latest, previousReport, newerMs }: OpenReport,
	{ enabled = true, rows }: Options = {},
): { summary: string | undefined; entered: ReadonlySet<number> } {
	const { api } = useRouteContext({ from: '__root__' });
	const followsLatest = enabled && state.report === undefined;
	const isWaiting = followsLatest && newerMs !== undefined && reportTime != null && latest != null;
	const nextChanges = useQuery({
		...changesQuery(api, state, { since: reportTime ?? '', time: latest ?? '' }),
		enabled: isWaiting,
	});
	const needsOrder = rows !== undefined && nextChanges.data !== undefined && hasSameTickers(nextChanges.data);
	const nextPage = useQuery({
		...workspaceListQuery(api, state, { time: latest ?? null, date: latest ?? undefined, version: undefined }),
		enabled: isWaiting && needsOrder,
	});
	const isSameOrder = needsOrder && nextPage.data ? hasSameOrder(rows, nextPage.data.items) : undefined;
	const isKnown = nextChanges.data !== undefined && (!needsOrder || !nextPage.isPending);
	const lastChanges = useQuery({
		...changesQuery(api, state, { since: previousReport ?? '', time: reportTime ?? '' }),
		enabled: followsLatest && previousReport !== undefined && reportTime != null,
	});
	const entered = useMemo(() => (lastChanges.data ? new Set(lastChanges.data.entered) : NO_TICKERS), [lastChanges.data]);
	return {
		summary: isWaiting && isKnown ? formatChanges(nextChanges.data, isSameOrder) : undefined,
		entered: followsLatest && previousReport !== undefined ? entered : NO_TICKERS,
	};
}

/** Queries the changes of a trader's list from the report `since` to the report `time`. */
function changesQuery(api: Api, state: ListState, { since, time }: { since: string; time: string }) {
	const query = { ...listParameters(state), since };
	return queryOptions({
		queryKey: ['signals', 'changes', time, query],
		queryFn: () => api.signals.sectorChartChanges({ query: { ...query, date: time } }),
		staleTime: Number.POSITIVE_INFINITY,
	});
}
