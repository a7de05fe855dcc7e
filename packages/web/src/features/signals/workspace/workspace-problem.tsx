import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { ListHome } from '../../../entities/list-state/search.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ListFailed } from '../shared/list-states.tsx';

// Rare. The server has loaded it, so that the page arrives complete.
const RefusedReport = lazyRouteComponent(() => import('./refused-report.tsx'), 'RefusedReport');
if (import.meta.env.SSR) void RefusedReport.preload?.();

interface Props {
	error: unknown;
	home: ListHome;
	state: ListState;
	retry: () => void;
}

/** A list that failed to load: a report outside the licence, one that doesn't exist, or a failure. */
export function WorkspaceProblem({ error, home, state, retry }: Props) {
	const status = error instanceof ApiError ? error.status : 0;
	return status === 403 || status === 404 ? (
		<Suspense>
			<RefusedReport status={status} home={home} state={state} />
		</Suspense>
	) : (
		<ListFailed retry={retry} />
	);
}
