import { createFileRoute } from '@tanstack/react-router';
import { TOP_TABLES, topSparklinesQuery, topTableQuery } from '../features/tops/queries.ts';
import { topTitles } from '../features/tops/titles.ts';
import { TopPage } from '../features/tops/top-page.tsx';
import { readTopState, topSearch } from '../features/tops/top-state.ts';
import { pageHead } from '../lib/head.ts';
import { waitOnServer } from '../pages/load.ts';
import page from '../ui/page.module.css';

const Top = () => {
	const search = Route.useSearch();
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{topTitles.title}</h1>
			<TopPage search={search} />
		</div>
	);
};

export const Route = createFileRoute('/top')({
	validateSearch: topSearch,
	loaderDeps: ({ search }) => search,
	loader: ({ context: { api, queryClient }, deps }) => {
		const { state } = readTopState(deps);
		return waitOnServer(
			Promise.all([
				...TOP_TABLES.map((category) => queryClient.prefetchQuery(topTableQuery(api, category, state))),
				queryClient.prefetchQuery(topSparklinesQuery(api, state)),
			]),
		);
	},
	head: ({ match }) => pageHead({ title: topTitles.title, description: topTitles.description, path: '/top', origin: match.context.origin }),
	component: Top,
});
