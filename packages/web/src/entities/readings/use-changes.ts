import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Api } from '../../lib/api/client.ts';
import { listParameters } from '../list-state/settings.ts';
import type { ListState } from '../list-state/state.ts';
import { changesText, hasSameOrder, hasSameTickers } from './changes.ts';
import { workspaceListQuery } from './list-queries.ts';
import type { Reading } from './reading.ts';

const NONE: ReadonlySet<number> = new Set();

interface Options {
	/** False for readers without a licence. */
	enabled?: boolean;
	/** The visible page of the list, if any. */
	shown?: readonly { ticker_id: number }[] | undefined;
}

/**
 * Describes what a newer report would change in a trader's list, and which tickers entered with the last accepted report. If no ticker enters
 * or leaves, the new page is fetched to see whether the sequence changes.
 */
export function useChanges(
	state: ListState,
	{ reading, latest, previousReport, newer }: Reading,
	{ enabled = true, shown }: Options = {},
): { summary: string | undefined; entered: ReadonlySet<number> } {
	const { api } = useRouteContext({ from: '__root__' });
	const followsLatest = enabled && state.report === undefined;
	const isWaiting = followsLatest && newer !== undefined && reading != null && latest != null;
	const upcoming = useQuery({
		...changesQuery(api, state, { since: reading ?? '', time: latest ?? '' }),
		enabled: isWaiting,
	});
	const needsOrder = shown !== undefined && upcoming.data !== undefined && hasSameTickers(upcoming.data);
	const nextPage = useQuery({
		...workspaceListQuery(api, state, { reading: latest ?? null, date: latest ?? undefined, version: undefined }),
		enabled: isWaiting && needsOrder,
	});
	const ordered = needsOrder && nextPage.data ? hasSameOrder(shown, nextPage.data.items) : undefined;
	const known = upcoming.data !== undefined && (!needsOrder || !nextPage.isPending);
	const accepted = useQuery({
		...changesQuery(api, state, { since: previousReport ?? '', time: reading ?? '' }),
		enabled: followsLatest && previousReport !== undefined && reading != null,
	});
	const entered = useMemo(() => (accepted.data ? new Set(accepted.data.entered) : NONE), [accepted.data]);
	return {
		summary: isWaiting && known ? changesText(upcoming.data, ordered) : undefined,
		entered: followsLatest && previousReport !== undefined ? entered : NONE,
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
