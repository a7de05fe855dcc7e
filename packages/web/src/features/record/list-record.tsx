import { skipToken, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { filtersQuery } from '../../entities/filters/saved-filters.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { buildQuestion } from './question.ts';
import css from './record.module.css';

const words = {
	ask: 'What happened after lists like this?',
	asking: 'Reading past reports...',
	failed: 'Failed to load data',
} as const;

const RecordLines = onDemand(async () => (await import('./record-lines.tsx')).RecordLines);

/**
 * Shows what followed past lists like this one; with a saved filter, before and since it was saved. Loaded only on request: every question counts as a
 * trial of the account, and more trials raise the threshold for a significant result.
 */
export function ListRecord({ state }: { state: ListState }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data: savedFilters } = useQuery(filtersQuery(api));
	const question = buildQuestion(state, savedFilters?.items ?? []);
	const questionKey = question && JSON.stringify(question);
	const [requestedKey, setRequestedKey] = useState<string>();
	const { data, error, isError, refetch } = useQuery({
		queryKey: ['research', 'record', questionKey],
		queryFn: question ? () => api.research.validateMultiple({ body: question }) : skipToken,
		enabled: requestedKey === questionKey,
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (!question) return null;
	if (data) return <RecordLines validation={data} tab={state.tab} />;
	if (requestedKey === questionKey && !isError) return <span role="status">{words.asking}</span>;
	return (
		<span className={css['asks']}>
			{isError ? <span role="status">{error instanceof ApiError && error.status === 400 ? error.message : words.failed}</span> : null}
			<button
				type="button"
				className={`${css['ask']} needs-script`}
				onPointerEnter={RecordLines.fetch}
				onFocus={RecordLines.fetch}
				onClick={() => (isError ? void refetch() : setRequestedKey(questionKey))}
			>
				{words.ask}
			</button>
		</span>
	);
}
