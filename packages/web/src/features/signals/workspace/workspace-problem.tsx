import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { ListHome } from '../../../entities/list-state/search.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ListFailed } from '../shared/list-states.tsx';

// Loaded on demand in browsers, because it is rarely needed. The server loads it in advance, so that pages arrive complete.
const RefusedReport = lazyRouteComponent(() => import('./refused-report.tsx'), 'RefusedReport');
if (import.meta.env.SSR) void RefusedReport.preload?.();

interface Props {
	error: unknown;
	home: ListHome;
	state: ListState;
	retry: () => void;
}

/** Shown instead of a list that failed to load: its report isn't included in the licence, doesn't exist, or couldn't be loaded. */
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
