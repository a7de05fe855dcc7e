import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { formatShare } from '../../lib/format/numbers.ts';
import { PAST_RESULTS_STALE_MS } from '../../lib/refresh.ts';
import { buttonClass } from '../../ui/button.ts';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import css from './list.module.css';
import { overfittingWords as words } from './proof-words.ts';

/** Shows whether the reader's best filter is better than chance, but only on request, because the server reads all past reports for each filter. */
export function Overfitting() {
	const { api } = useRouteContext({ from: '__root__' });
	const [isRequested, setRequested] = useState(false);
	const { data, isError, refetch } = useQuery({
		queryKey: ['filters', 'overfitting'],
		queryFn: () => api.research.filterOverfitting(),
		enabled: isRequested,
		staleTime: PAST_RESULTS_STALE_MS,
		retry: false,
	});
	return (
		<section className={css['overfitting']} aria-label={words.title} aria-busy={isRequested && !data && !isError}>
			{!isRequested ? (
				<button type="button" className={`${buttonClass} needs-script`} onClick={() => setRequested(true)}>
					{words.ask}
				</button>
			) : isError && !data ? (
				<LoadFailedNote retry={refetch}>{words.failed}</LoadFailedNote>
			) : (
				<p role="status">
					{!data ? (
						words.waiting
					) : data.probability === null ? (
						words.few(data.least)
					) : (
						<>
							<b>{words.chance(formatShare(data.probability))}</b> {words.meaning(data.filters, data.sessions)}
						</>
					)}
				</p>
			)}
		</section>
	);
}
