import { NO_SUCH_FILTER } from '@sw/domain/access/allowance';
import { TABS, type Tab } from '@sw/domain/signals/sector';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { withoutChoice } from '../../../entities/list-state/choices.ts';
import { type ListHome, listLink } from '../../../entities/list-state/search.ts';
import { restoreTab, type SettingsEntry } from '../../../entities/list-state/settings.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { workspaceListQuery } from '../../../entities/readings/list-queries.ts';
import { type RequestedReport, requestedReport, useOpenReport } from '../../../entities/readings/reading.ts';
import { showReportLoadFailure } from '../../../entities/readings/show-report-load-failure.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { isRetrying } from '../../../lib/refresh.ts';
import { snack } from '../../../ui/snackbars/snack.ts';
import { workspaceWords as words } from '../shared/workspace-words.ts';

const UNKNOWN_REPORT = { time: null, date: undefined, version: undefined };

/** Loads a page of the list in the open report. Removes a filter or watchlist that no longer exists from the URL. */
export function useWorkspaceList(home: ListHome, state: ListState, remember: (state: ListState) => void) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const reading = useOpenReport();
	const requested = requestedReport(state, reading);
	const query = useQuery({ ...workspaceListQuery(api, state, requested ?? UNKNOWN_REPORT), enabled: requested !== undefined });
	const missingKind = findMissingChoice(query.error);
	const isReadingFailed = reading.failed && state.report === undefined;

	useEffect(() => {
		if (!missingKind) return;
		snack.error(words.failed, words.gone[missingKind]);
		const remaining = withoutChoice(state, missingKind);
		// Without this, the next visit would restore the missing choice.
		remember(remaining);
		void navigate({ ...listLink(home, remaining), replace: true });
	});
	useEffect(() => {
		// Shows a message in addition to the failure that replaces the list.
		if (isReadingFailed) showReportLoadFailure(home);
	}, [isReadingFailed, home]);

	return {
		reading,
		requestedReport: requested,
		answer: query.data,
		problem:
			query.isError && !query.data
				? query.error
				: isReadingFailed || isRetrying(query)
					? new ApiError(0, undefined, words.failed)
					: undefined,
		retry: () => void (isReadingFailed ? reading.retry() : query.refetch()),
	};
}

/** Returns which choice in the URL no longer exists, according to a failed call; undefined if the call failed for another reason. */
function findMissingChoice(error: unknown): 'filter' | 'watchlist' | undefined {
	if (!(error instanceof ApiError)) return undefined;
	const isFieldInvalid = (name: string): boolean => error.problem?.errors.some(({ field }) => field === name) === true;
	return isFieldInvalid('watchlist')
		? 'watchlist'
		: isFieldInvalid('filter') || error.problem?.detail === NO_SUCH_FILTER
			? 'filter'
			: undefined;
}

const NO_REPORT: RequestedReport = { time: null, date: undefined, version: undefined };

/**
 * Counts the tickers of each tab in the open report, with the settings that the tab's link opens; undefined unless requested. Each tab has a separate query,
 * because batched queries would add code to the page.
 */
export function useTabCounts(
	state: ListState,
	storedSettings: readonly SettingsEntry[],
	requested: RequestedReport | undefined,
): ReadonlyMap<string, number> | undefined {
	const enabled = state.counts && requested !== undefined;
	const counts: Readonly<Record<Tab, number | undefined>> = {
		extreme_rise: useTabCount(restoreTab(state, 'extreme_rise', storedSettings), requested, enabled),
		extreme_fall: useTabCount(restoreTab(state, 'extreme_fall', storedSettings), requested, enabled),
		coiled_spring: useTabCount(restoreTab(state, 'coiled_spring', storedSettings), requested, enabled),
		free: useTabCount(restoreTab(state, 'free', storedSettings), requested, enabled),
	};
	if (!enabled) return undefined;
	return new Map(TABS.flatMap(({ name }) => (counts[name] === undefined ? [] : [[name, counts[name]] as const])));
}

function useTabCount(state: ListState, requested: RequestedReport | undefined, enabled: boolean): number | undefined {
	const { api } = useRouteContext({ from: '__root__' });
	return useQuery({ ...workspaceListQuery(api, state, requested ?? NO_REPORT), enabled }).data?.total_count;
}
