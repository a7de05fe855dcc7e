import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { filtersQuery } from '../entities/filters/saved-filters.ts';
import { settingsQuery } from '../entities/list-state/kept-settings.ts';
import { type ListHome, listLink } from '../entities/list-state/link.ts';
import { type ListSearch, readListState, writeListState } from '../entities/list-state/search.ts';
import { withSettings } from '../entities/list-state/settings.ts';
import type { ListState } from '../entities/list-state/state.ts';
import { deskListQuery } from '../entities/readings/list-queries.ts';
import { readingQuery } from '../entities/readings/reading.ts';
import { wantedReport } from '../entities/readings/wanted.ts';
import { sessionQuery } from '../entities/session/session-query.ts';
import type { Api } from '../lib/api/client.ts';

export interface LoadContext {
	api: Api;
	queryClient: QueryClient;
}

/** Whether the reader has a licence, and so the traders' lists. */
export const isTrader = async ({ api, queryClient }: LoadContext): Promise<boolean> => {
	// A session that cannot be read is shown as a visitor's; the page's own calls say what is wrong.
	const profile = await queryClient.ensureQueryData(sessionQuery(api)).catch(() => null);
	return profile?.license != null;
};

/** Fetches what a trader's list shows first. */
export const loadDeskList = async ({ api, queryClient }: LoadContext, state: ListState): Promise<void> => {
	const [reading] = await Promise.all([
		state.report === undefined ? queryClient.fetchQuery(readingQuery(api)).catch(() => undefined) : undefined,
		queryClient.prefetchQuery(settingsQuery(api)),
		queryClient.prefetchQuery(filtersQuery(api)),
	]);
	const wanted = wantedReport(state, { reading, waiting: undefined });
	if (wanted) await queryClient.prefetchQuery(deskListQuery(api, state, wanted));
};

/** An address that says nothing opens the list as it was left. Throws the redirect there. */
export const openAsLeft = async ({ api, queryClient }: LoadContext, home: ListHome, search: ListSearch): Promise<void> => {
	if (Object.keys(search).length > 0) return;
	const kept = await queryClient.ensureQueryData(settingsQuery(api)).catch(() => []);
	const { state } = readListState({});
	const left = withSettings(state, kept);
	if (Object.keys(writeListState(left)).length > 0) throw redirect({ ...listLink(home, left), replace: true });
};

/** In the browser a page changes at once and shows skeletons; only the server waits for what it renders. */
export const waitOnServer = (wanted: Promise<unknown>): Promise<void> | undefined =>
	import.meta.env.SSR ? wanted.then(() => undefined) : undefined;
