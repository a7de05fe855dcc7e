import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '../entities/session/session-query.ts';
import { PAGE_ROWS, tickersQuery } from '../features/search/queries.ts';
import { SearchPage } from '../features/search/search-page.tsx';
import { readSearch } from '../features/search/search-state.ts';
import { searchTitles } from '../features/search/titles.ts';
import { pageHead } from '../lib/head.ts';
import { pick } from '../lib/search-params.ts';
import { waitOnServer } from '../pages/load.ts';
import page from '../ui/page.module.css';

const Search = () => {
	const search = Route.useSearch();
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{searchTitles.title}</h1>
			<SearchPage search={search} />
		</div>
	);
};

export const Route = createFileRoute('/search')({
	validateSearch: (search: Record<string, unknown>) => pick(search, ['q', 'page']),
	loaderDeps: ({ search }) => search,
	loader: ({ context: { api, queryClient }, deps }) => {
		const { part, page: wanted } = readSearch(deps);
		return waitOnServer(
			queryClient
				.ensureQueryData(sessionQuery(api))
				.catch(() => null)
				.then((profile) => (profile ? queryClient.prefetchQuery(tickersQuery(api, part, PAGE_ROWS, wanted)) : undefined)),
		);
	},
	head: ({ match }) =>
		pageHead({
			title: searchTitles.title,
			description: searchTitles.description,
			path: '/search',
			origin: match.context.origin,
			noindex: true,
		}),
	component: Search,
});
