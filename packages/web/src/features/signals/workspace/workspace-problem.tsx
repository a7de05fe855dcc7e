import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { ListHome } from '../../../entities/list-state/search.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ListFailed } from '../shared/list-states.tsx';

// Browsers load this code on demand, because it is rarely needed. The server loads it in advance, so that the first HTML is complete.
const RefusedReport = lazyRouteComponent(() => import('./refused-report.tsx'), 'RefusedReport');
if (import.meta.env.SSR) void RefusedReport.preload?.();

interface Props {
	error: unknown;
	home: ListHome;
	state: ListState;
	retry: () => void;
}

/** Explains why a list failed to load: the licence doesn't include the report, the report doesn't exist, or the request failed. */
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
