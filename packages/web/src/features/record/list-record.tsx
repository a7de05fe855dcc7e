import { skipToken, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { filtersQuery } from '../../entities/filters/saved-filters.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { hitSentence } from '../../entities/readings/hit.ts';
import { luckWords } from '../../entities/record/luck-words.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { questionOf } from './question.ts';
import css from './record.module.css';
import { words } from './words.ts';

/**
 * How lists like this one fared; with a saved filter before and since it was saved. Asked for by a click: every question that an account asks counts among its trials
 * and raises the luck line.
 */
export function ListRecord({ state }: { state: ListState }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data: filters } = useQuery(filtersQuery(api));
	const question = questionOf(state, filters?.items ?? []);
	const key = question && JSON.stringify(question);
	const [asked, ask] = useState<string>();
	const { data, error, isError, refetch } = useQuery({
		queryKey: ['research', 'record', key],
		queryFn: question ? () => api.research.validateMultiple({ body: question }) : skipToken,
		enabled: asked === key,
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (!question) return null;
	const main = data?.results[data.main];
	if (main) {
		const { saved } = data;
		return (
			<>
				{saved ? (
					<>
						<span role="status" title={luckWords.luck(main.luck)}>
							{words.before(saved.before.result)}
						</span>
						<span title={luckWords.luck(saved.since.result.luck)}>
							{words.since(saved.since.result, words.begins[saved.begins](etDayClock(msOf(saved.at))))}
						</span>
					</>
				) : (
					<span role="status" title={luckWords.luck(main.luck)}>
						{words.record(main)}
					</span>
				)}
				{main.n > 0 ? <span>{hitSentence(state.tab)}</span> : null}
			</>
		);
	}
	if (asked === key && !isError) return <span role="status">{words.asking}</span>;
	return (
		<span className={css['asks']}>
			{isError ? <span role="status">{error instanceof ApiError && error.status === 400 ? error.message : words.failed}</span> : null}
			<button type="button" className={`${css['ask']} needs-script`} onClick={() => (isError ? void refetch() : ask(key))}>
				{words.ask}
			</button>
		</span>
	);
}
