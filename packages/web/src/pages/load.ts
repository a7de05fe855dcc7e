import { NO_SUCH_FILTER } from '@sw/domain/access/allowance';
import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { filtersQuery } from '../entities/filters/saved-filters.ts';
import { frameQuery } from '../entities/frame/frame-query.ts';
import { settingsQuery } from '../entities/list-state/kept-settings.ts';
import { openingState, openListSession } from '../entities/list-state/opening.ts';
import { type ListHome, type ListSearch, listLink } from '../entities/list-state/search.ts';
import type { ListState } from '../entities/list-state/state.ts';
import { workspaceListQuery } from '../entities/readings/list-queries.ts';
import { openReportQuery, requestedReport } from '../entities/readings/reading.ts';
import { sessionQuery } from '../entities/session/session-query.ts';
import { ApiError } from '../lib/api/api-error.ts';
import type { Api } from '../lib/api/client.ts';
import type { RouterContext } from '../lib/router-context.ts';

export interface LoadContext {
	api: Api;
	queryClient: QueryClient;
}

/** Whether the reader has a licence, and so access to the traders' lists. */
export async function isTrader({ api, queryClient }: LoadContext): Promise<boolean> {
	// If the session can't be loaded, the reader sees the visitors' page, whose calls show the error.
	const profile = await queryClient.ensureQueryData(sessionQuery(api)).catch(() => null);
	return profile?.license != null;
}

/** Loads the data that a trader's list shows at first. Throws notFound if the report in the URL doesn't exist. */
export async function loadWorkspaceList({ api, queryClient }: LoadContext, state: ListState): Promise<void> {
	const [reportTime] = await Promise.all([
		state.report === undefined ? queryClient.fetchQuery(openReportQuery(api)).catch(() => undefined) : undefined,
		queryClient.prefetchQuery(settingsQuery(api)),
		queryClient.prefetchQuery(filtersQuery(api)),
	]);
	const requested = requestedReport(state, { time: reportTime });
	if (!requested) return;
	const { queryKey } = workspaceListQuery(api, state, requested);
	await queryClient.prefetchQuery(workspaceListQuery(api, state, requested));
	const error = queryClient.getQueryState(queryKey)?.error;
	// If only the filter is missing, the list itself removes the filter from the URL.
	if (error instanceof ApiError && error.status === 404 && error.problem?.detail !== NO_SUCH_FILTER) throw notFound();
}

/** Throws a redirect to the stored list if the URL has no parameters and no list was opened yet during this visit. */
export async function redirectToLastList(
	{ api, queryClient, hasBrowsingSession }: LoadContext & Pick<RouterContext, 'hasBrowsingSession'>,
	home: ListHome,
	search: ListSearch,
): Promise<void> {
	const isSessionOpen = hasBrowsingSession();
	if (isSessionOpen || Object.keys(search).length > 0) return;
	const storedSettings = await queryClient.ensureQueryData(settingsQuery(api)).catch(() => []);
	const { state, redirected } = openListSession(search, { stored: storedSettings, isOpen: isSessionOpen });
	if (redirected) throw redirect({ ...listLink(home, state), replace: true });
}

/**
 * Throws a redirect to a list that can rank, if the URL has no parameters and the market lacks data for the first strategy. For example, it
 * can have only daily bars. This way, the URL always describes what is shown.
 */
export async function redirectToMeasuredList({ api, queryClient }: LoadContext, home: ListHome, search: ListSearch): Promise<void> {
	if (Object.keys(search).length > 0) return;
	const frame = await queryClient.ensureQueryData(frameQuery(api)).catch(() => undefined);
	const measuredState = frame && openingState(frame.measured);
	if (measuredState) throw redirect({ ...listLink(home, measuredState), replace: true });
}

/** Lets only the server wait for the data that it renders. In the browser, the next page appears immediately with skeletons. */
export function awaitOnServer(loading: Promise<unknown>): Promise<void> | undefined {
	return import.meta.env.SSR ? loading.then(() => undefined) : undefined;
}
