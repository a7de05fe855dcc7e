import type { ListTickerType } from '@sw/domain/prices/ticker';
import { newYorkDate } from '@sw/domain/time/zone';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Api } from '../../lib/api/client.ts';
import { monthDayYear, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { bodyOf, conditionsOf, type Draft } from './draft.ts';
import css from './filters.module.css';
import { words } from './words.ts';

/** Milliseconds after the last change before conditions are counted. */
const COUNT_AFTER_MS = 250;

interface Props {
	draft: Draft;
	narrowed: boolean;
	tickerType: ListTickerType;
}

/** 'would match 37 now', and how often the conditions matched before. `narrowed`: the list beside it has choices of its own. */
export function CountLine({ draft, narrowed, tickerType }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const wanted = useDebounced(draft, JSON.stringify([draft.id, draft.tab, draft.strategy, conditionsOf(draft)]), COUNT_AFTER_MS);
	const { data, isError } = useQuery({ ...countQuery(api, wanted, tickerType), placeholderData: (before) => before });
	if (!data) return <p className={css['count']}>{isError ? words.countFailed : words.counting}</p>;
	return (
		<div className={css['count']} role="status">
			<p>
				<b>{words.wouldMatch(data.now)}</b>
				{data.frozen > 0 ? words.frozenToo(data.frozen) : null}
				{data.tickers.length > 0 ? `: ${data.tickers.join(', ')}${data.now > data.tickers.length ? words.more : ''}` : null}
			</p>
			{narrowed ? <p>{words.countedAlone}</p> : null}
			<p>
				{data.past && data.past.reports > 0
					? `${words.past(data.past.matched, data.past.reports, data.past.sessions, data.past.mean)}; ${words.share(data.past.share)}${data.past.licence === 'pro' ? '' : ` (${words.ofLicence(data.past.licence)})`}`
					: words.noPast}
			</p>
			<HistoryCount key={JSON.stringify(countedBody(wanted, tickerType))} draft={wanted} tickerType={tickerType} />
		</div>
	);
}

/** Matches in all reports, counted on request. */
function HistoryCount({ draft, tickerType }: Pick<Props, 'draft' | 'tickerType'>) {
	const { api } = useRouteContext({ from: '__root__' });
	const [asked, setAsked] = useState(false);
	const body = { ...countedBody(draft, tickerType), past: false, history: true };
	const { data, isError } = useQuery({
		queryKey: ['filters', 'count', body],
		queryFn: () => api.filters.countFilter({ body }),
		enabled: asked,
	});
	if (!asked)
		return (
			<button type="button" className={buttonClass} onClick={() => setAsked(true)}>
				{words.countAll}
			</button>
		);
	if (!data) return <p>{isError ? words.countFailed : words.counting}</p>;
	const { history } = data;
	return (
		<p>
			{history?.from
				? words.history(monthDayYear(newYorkDate(msOf(history.from))), history.matches, history.matched, history.reports)
				: words.noPast}
		</p>
	);
}

function countQuery(api: Api, draft: Draft, tickerType: ListTickerType) {
	const body = countedBody(draft, tickerType);
	return queryOptions({ queryKey: ['filters', 'count', body], queryFn: () => api.filters.countFilter({ body }) });
}

/** What is counted is what is saved and the list's ticker type: a list's other choices are no part of a filter. */
function countedBody(draft: Draft, tickerType: ListTickerType) {
	const { version, tab, timeframes, filters, groups } = bodyOf(draft);
	return { version, tab, timeframes, filters, groups, ticker_type: tickerType, ...(draft.id === undefined ? {} : { filter: draft.id }) };
}

/** The value once it hasn't changed for `ms`; values are distinguished by `key`. */
function useDebounced<T>(value: T, key: string, ms: number): T {
	const [quiet, setQuiet] = useState({ value, key });
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the value.
	useEffect(() => {
		const timer = setTimeout(() => setQuiet({ value, key }), ms);
		return () => clearTimeout(timer);
	}, [key, ms]);
	return quiet.value;
}
