import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { filterIsGone } from '../../entities/filters/filter-is-gone.ts';
import { withoutChoice } from '../../entities/list-state/choices.ts';
import { type ListHome, listLink } from '../../entities/list-state/link.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { showLastReportFailed } from '../../entities/readings/last-report.ts';
import { deskListQuery } from '../../entities/readings/list-queries.ts';
import { useReading } from '../../entities/readings/reading.ts';
import { wantedReport } from '../../entities/readings/wanted.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { isAskedAgain } from '../../lib/asked-again.ts';
import { snack } from '../../ui/snack.ts';
import { deskWords as words } from './desk-words.ts';

const UNKNOWN = { reading: null, date: undefined, version: undefined };

/** The list page of a state, in the open report. A filter that no longer exists is removed from the address. */
export const useDeskList = (home: ListHome, state: ListState, remember: (state: ListState) => void) => {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const reading = useReading();
	const wanted = wantedReport(state, reading);
	const query = useQuery({ ...deskListQuery(api, state, wanted ?? UNKNOWN), enabled: wanted !== undefined });
	const gone = filterIsGone(query.error, state.filter);
	const lost = reading.failed && state.report === undefined;

	useEffect(() => {
		if (!gone) return;
		snack.error(words.failed, words.filterGone);
		const left = withoutChoice(state, 'filter');
		// Otherwise the next visit would open with it again.
		remember(left);
		void navigate({ ...listLink(home, left), replace: true });
	});
	useEffect(() => {
		// Except on report pages, the list itself reports it.
		if (lost) showLastReportFailed(home);
	}, [lost, home]);

	return {
		reading,
		wanted,
		answer: query.data,
		problem:
			query.isError && !query.data ? query.error : lost || isAskedAgain(query) ? new ApiError(0, undefined, words.failed) : undefined,
		retry: () => void (lost ? reading.retry() : query.refetch()),
	};
};
