import { createFileRoute } from '@tanstack/react-router';
import { loadTops } from '../features/tops/load-tops.ts';
import { topTitles } from '../features/tops/titles.ts';
import { TopPage } from '../features/tops/top-page.tsx';
import { topSearch } from '../features/tops/top-search.ts';
import { readTopState } from '../features/tops/top-state.ts';
import { pageHead } from '../lib/head.ts';
import { isTrader, waitOnServer } from '../pages/load.ts';
import page from '../ui/page.module.css';

function Top() {
	const search = Route.useSearch();
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{topTitles.title}</h1>
			<TopPage search={search} />
		</div>
	);
}

export const Route = createFileRoute('/top')({
	validateSearch: topSearch,
	loaderDeps: ({ search }) => search,
	loader: ({ context, deps }) => waitOnServer(isTrader(context).then((licensed) => loadTops(context, readTopState(deps).state, licensed))),
	head: ({ match }) => pageHead({ title: topTitles.title, description: topTitles.description, path: '/top', origin: match.context.origin }),
	component: Top,
});
