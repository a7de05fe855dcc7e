import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '../entities/session/session-query.ts';
import { LookUpPage } from '../features/look-up/look-up-page.tsx';
import { readLookUp } from '../features/look-up/look-up-state.ts';
import { PAGE_ROWS, tickersQuery } from '../features/look-up/queries.ts';
import { lookUpTitles } from '../features/look-up/titles.ts';
import { pageHead } from '../lib/head.ts';
import { pick } from '../lib/search-params.ts';
import { waitOnServer } from '../pages/load.ts';
import page from '../ui/page.module.css';

const Search = () => {
	const search = Route.useSearch();
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{lookUpTitles.title}</h1>
			<LookUpPage search={search} />
		</div>
	);
};

export const Route = createFileRoute('/search')({
	validateSearch: (search: Record<string, unknown>) => pick(search, ['q', 'page']),
	loaderDeps: ({ search }) => search,
	loader: ({ context: { api, queryClient }, deps }) => {
		const { part, page: wanted } = readLookUp(deps);
		return waitOnServer(
			queryClient
				.ensureQueryData(sessionQuery(api))
				.catch(() => null)
				.then((profile) => (profile ? queryClient.prefetchQuery(tickersQuery(api, part, PAGE_ROWS, wanted)) : undefined)),
		);
	},
	head: ({ match }) =>
		pageHead({
			title: lookUpTitles.title,
			description: lookUpTitles.description,
			path: '/search',
			origin: match.context.origin,
			noindex: true,
		}),
	component: Search,
});
