import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '../entities/session/session-query.ts';
import { PAGE_ROWS, tickersQuery } from '../features/ticker-search/queries.ts';
import { readTickerSearchQuery, TickerSearchPage } from '../features/ticker-search/ticker-search-page.tsx';
import { tickerSearchTitles } from '../features/ticker-search/titles.ts';
import { pickKeys } from '../lib/address/search-params.ts';
import { unlistedHead } from '../lib/head.ts';
import { awaitOnServer } from '../pages/load.ts';
import page from '../ui/page.module.css';

function Search() {
	const search = Route.useSearch();
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{tickerSearchTitles.title}</h1>
			<TickerSearchPage search={search} />
		</div>
	);
}

export const Route = createFileRoute('/search')({
	validateSearch: (search: Record<string, unknown>) => pickKeys(search, ['q', 'page']),
	loaderDeps: ({ search }) => search,
	loader: ({ context: { api, queryClient }, deps }) => {
		const { text, page: pageNumber } = readTickerSearchQuery(deps);
		return awaitOnServer(
			queryClient
				.ensureQueryData(sessionQuery(api))
				.catch(() => null)
				.then((profile) => (profile ? queryClient.prefetchQuery(tickersQuery(api, text, PAGE_ROWS, pageNumber)) : undefined)),
		);
	},
	head: unlistedHead('/search', tickerSearchTitles.title, tickerSearchTitles.description),
	component: Search,
});
