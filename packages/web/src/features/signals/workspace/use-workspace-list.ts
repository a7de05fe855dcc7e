import { NO_SUCH_FILTER } from '@sw/domain/access/allowance';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { withoutChoice } from '../../../entities/list-state/choices.ts';
import { type ListHome, listLink } from '../../../entities/list-state/link.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { workspaceListQuery } from '../../../entities/readings/list-queries.ts';
import { useReading } from '../../../entities/readings/reading.ts';
import { requestedReport } from '../../../entities/readings/requested-report.ts';
import { showReportLoadFailure } from '../../../entities/readings/show-report-load-failure.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { isRetrying } from '../../../lib/is-retrying.ts';
import { snack } from '../../../ui/snackbars/snack.ts';
import { workspaceWords as words } from '../shared/workspace-words.ts';

const UNKNOWN = { reading: null, date: undefined, version: undefined };

/** The list page of a state, in the open report. A filter or watchlist that no longer exists is removed from the address. */
export function useWorkspaceList(home: ListHome, state: ListState, remember: (state: ListState) => void) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const reading = useReading();
	const wanted = requestedReport(state, reading);
	const query = useQuery({ ...workspaceListQuery(api, state, wanted ?? UNKNOWN), enabled: wanted !== undefined });
	const gone = missingChoice(query.error);
	const lost = reading.failed && state.report === undefined;

	useEffect(() => {
		if (!gone) return;
		snack.error(words.failed, words.gone[gone]);
		const left = withoutChoice(state, gone);
		// Otherwise the next visit would open with it again.
		remember(left);
		void navigate({ ...listLink(home, left), replace: true });
	});
	useEffect(() => {
		// Except on report pages, the list itself reports it.
		if (lost) showReportLoadFailure(home);
	}, [lost, home]);

	return {
		reading,
		wanted,
		answer: query.data,
		problem: query.isError && !query.data ? query.error : lost || isRetrying(query) ? new ApiError(0, undefined, words.failed) : undefined,
		retry: () => void (lost ? reading.retry() : query.refetch()),
	};
}

/** What a call failed for: the saved filter or the watchlist in its address is gone. */
function missingChoice(error: unknown): 'filter' | 'watchlist' | undefined {
	if (!(error instanceof ApiError)) return undefined;
	const named = (name: string): boolean => error.problem?.errors.some(({ field }) => field === name) === true;
	return named('watchlist') ? 'watchlist' : named('filter') || error.problem?.detail === NO_SUCH_FILTER ? 'filter' : undefined;
}
