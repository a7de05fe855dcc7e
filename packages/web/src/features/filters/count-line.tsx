import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { ListChoice } from '../../entities/list-state/state.ts';
import type { Api } from '../../lib/api/client.ts';
import { bodyOf, type Draft } from './draft.ts';
import css from './filters.module.css';
import { useQuiet } from './use-quiet.ts';
import { words } from './words.ts';

/** Quiet time after the last step before conditions are counted. */
const COUNT_AFTER_MS = 250;

type Narrowing = Pick<ListChoice, 'marketcap' | 'pne'>;

const countQuery = (api: Api, draft: Draft, { marketcap, pne }: Narrowing) => {
	const { tab, timeframes, filters } = bodyOf(draft);
	const body = {
		tab,
		timeframes,
		filters,
		...(marketcap.length > 0 ? { marketcap: [...marketcap] } : {}),
		...(pne.length > 0 ? { pne: [...pne] } : {}),
	};
	return queryOptions({ queryKey: ['filters', 'count', body], queryFn: () => api.filters.countFilter({ body }) });
};

/** 'would match 37 now', and how often the conditions matched before. */
export const CountLine = ({ draft, choice }: { draft: Draft; choice: Narrowing }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const wanted = useQuiet({ draft, choice }, JSON.stringify([draft.tab, draft.strategy, draft.entries, choice]), COUNT_AFTER_MS);
	const { data, isError } = useQuery({ ...countQuery(api, wanted.draft, wanted.choice), placeholderData: (before) => before });
	if (!data) return <p className={css['count']}>{isError ? words.countFailed : words.counting}</p>;
	return (
		<div className={css['count']} role="status">
			<p>
				<b>{words.wouldMatch(data.now)}</b>
				{data.tickers.length > 0 ? `: ${data.tickers.join(', ')}${data.now > data.tickers.length ? words.more : ''}` : null}
			</p>
			<p>
				{data.past && data.past.reports > 0
					? `${words.past(data.past.matched, data.past.reports, data.past.sessions, data.past.mean)}; ${words.share(data.past.share)}`
					: words.noPast}
			</p>
		</div>
	);
};
