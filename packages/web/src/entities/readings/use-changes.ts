import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListState } from '../list-state/state.ts';
import { changesQuery, changesText } from './changes.ts';
import type { Reading } from './reading.ts';

const NONE: ReadonlySet<number> = new Set();

/** What the report that waits would change in a trader's list, in words, and who is new in the one that was taken last. */
export const useChanges = (
	state: ListState,
	{ reading, latest, since, waiting }: Reading,
	enabled = true,
): { told: string | undefined; entered: ReadonlySet<number> } => {
	const { api } = useRouteContext({ from: '__root__' });
	const follows = enabled && state.report === undefined;
	const isWaiting = follows && waiting !== undefined && reading != null && latest != null;
	const ahead = useQuery({
		...changesQuery(api, state, { since: reading ?? '', time: latest ?? '', date: undefined }),
		enabled: isWaiting,
	});
	const taken = useQuery({
		...changesQuery(api, state, {
			since: since ?? '',
			time: reading ?? '',
			date: waiting === undefined ? undefined : (reading ?? undefined),
		}),
		enabled: follows && since !== undefined && reading != null,
	});
	const entered = useMemo(() => (taken.data ? new Set(taken.data.entered) : NONE), [taken.data]);
	return { told: isWaiting && ahead.data ? changesText(ahead.data) : undefined, entered: follows && since !== undefined ? entered : NONE };
};
