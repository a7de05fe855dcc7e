import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Api } from '../../lib/api/client.ts';
import { listParameters } from '../list-state/settings.ts';
import type { ListState } from '../list-state/state.ts';
import { changesText, sameOrder, sameTickers } from './changes.ts';
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
 * What a newer report would change in a trader's list, as text, and which tickers entered with the report last accepted. If no ticker enters or leaves,
 * the new page is fetched in advance to tell whether its order changes.
 */
export function useChanges(
	state: ListState,
	{ reading, latest, since, waiting }: Reading,
	{ enabled = true, shown }: Options = {},
): { summary: string | undefined; entered: ReadonlySet<number> } {
	const { api } = useRouteContext({ from: '__root__' });
	const follows = enabled && state.report === undefined;
	const isWaiting = follows && waiting !== undefined && reading != null && latest != null;
	const ahead = useQuery({
		...changesQuery(api, state, { since: reading ?? '', time: latest ?? '' }),
		enabled: isWaiting,
	});
	const asksOrder = shown !== undefined && ahead.data !== undefined && sameTickers(ahead.data);
	const next = useQuery({
		...workspaceListQuery(api, state, { reading: latest ?? null, date: latest ?? undefined, version: undefined }),
		enabled: isWaiting && asksOrder,
	});
	const ordered = asksOrder && next.data ? sameOrder(shown, next.data.items) : undefined;
	const known = ahead.data !== undefined && (!asksOrder || !next.isPending);
	const taken = useQuery({
		...changesQuery(api, state, { since: since ?? '', time: reading ?? '' }),
		enabled: follows && since !== undefined && reading != null,
	});
	const entered = useMemo(() => (taken.data ? new Set(taken.data.entered) : NONE), [taken.data]);
	return {
		summary: isWaiting && known ? changesText(ahead.data, ordered) : undefined,
		entered: follows && since !== undefined ? entered : NONE,
	};
}

/** Changes of a trader's list from the report `since` to the report `time`. */
function changesQuery(api: Api, state: ListState, { since, time }: { since: string; time: string }) {
	const query = { ...listParameters(state), since };
	return queryOptions({
		queryKey: ['signals', 'changes', time, query],
		queryFn: () => api.signals.sectorChartChanges({ query: { ...query, date: time } }),
		staleTime: Number.POSITIVE_INFINITY,
	});
}
