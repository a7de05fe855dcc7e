import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { useSession } from '../../entities/session/session-query.ts';
import { createQueryReader, type InvalidValue, readInteger } from '../../lib/address/query-grammar.ts';
import { sitePath } from '../../lib/address/site-path.ts';
import { formatCap } from '../../lib/format/numbers.ts';
import { buttonClass } from '../../ui/button.ts';
import { TableHeader } from '../../ui/content/scroll-box.tsx';
import { PageSteps } from '../../ui/controls/page-steps.tsx';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { PAGE_ROWS, tickersQuery } from './queries.ts';
import css from './ticker-search-box.module.css';
import { words } from './words.ts';

/** Shows search results in pages, with a form that works without scripts. */
export function TickerSearchPage({ search }: { search: TickerSearchQuery }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const signedIn = useSession().profile !== null;
	const field = useRef<HTMLInputElement>(null);
	const { text, page, refused } = readTickerSearchQuery(search);
	const { data, isError, refetch } = useQuery({ ...tickersQuery(api, text, PAGE_ROWS, page), enabled: signedIn });
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		const q = field.current?.value.trim() ?? '';
		if (signedIn) void navigate({ to: '/search', search: q ? { q } : {} });
		else if (q) void navigate({ to: '/ticker/$id', params: { id: q.toUpperCase() } });
	};
	const firstIndex = (page - 1) * PAGE_ROWS;
	const pageLink = (newPage: number) => ({ to: '/search' as const, search: { ...(text ? { q: text } : {}), page: String(newPage) } });
	return (
		<>
			<InvalidValues refused={refused} />
			<form className={css['row']} action={sitePath('/search')} onSubmit={onSubmit}>
				<input
					ref={field}
					key={text}
					name="q"
					className={css['input']}
					aria-label={words.label}
					placeholder={words.placeholder}
					defaultValue={text}
				/>
				<button type="submit" className={buttonClass}>
					{words.submit}
				</button>
			</form>
			{!signedIn ? (
				<p className={css['hint']}>{words.visitorHint}</p>
			) : !data ? (
				isError ? (
					<StateBox title={words.failed} detail={words.failedNext}>
						<Retry retry={() => void refetch()}>{words.retry}</Retry>
					</StateBox>
				) : null
			) : data.items.length === 0 ? (
				<StateBox title={words.none} detail={words.noneNext} />
			) : (
				<>
					<table className={css['table']}>
						<caption className="visually-hidden">{words.results}</caption>
						<TableHeader names={Object.values(words.columns)} />
						<tbody>
							{data.items.map((ticker) => (
								<tr key={ticker.ticker_id}>
									<th scope="row">
										<Link to="/ticker/$id" params={{ id: String(ticker.ticker_id) }} className={css['ticker'] ?? ''}>
											{ticker.ticker}
										</Link>
									</th>
									<td>{ticker.name}</td>
									<td>{ticker.industry}</td>
									<td>{formatCap(ticker.capitalization)}</td>
								</tr>
							))}
						</tbody>
					</table>
					<PageSteps
						label={words.pages}
						text={words.pageOf(firstIndex + 1, firstIndex + data.items.length, data.total_count)}
						previous={page > 1 ? pageLink(page - 1) : undefined}
						next={firstIndex + data.items.length < data.total_count ? pageLink(page + 1) : undefined}
					/>
				</>
			)}
		</>
	);
}

interface TickerSearchQuery {
	q?: string | string[];
	page?: string | string[];
}

const MAX_PAGE = 999;

export function readTickerSearchQuery(search: TickerSearchQuery): { text: string; page: number; refused: InvalidValue[] } {
	const reader = createQueryReader({ page: search.page });
	const page = reader.one('page', readInteger(1, MAX_PAGE), 1);
	return { text: [search.q ?? ''].flat()[0]?.trim().slice(0, 60) ?? '', page, refused: reader.invalid };
}
