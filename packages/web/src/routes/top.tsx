import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useLicence } from '../entities/session/session-query.ts';
import { topTableQuery } from '../entities/tops/top-table.ts';
import { useFrame } from '../features/shell/market-clock.ts';
import { leadersQuery, rowChartsQuery, tickersIn } from '../features/tops/queries.ts';
import { intervalOf, isMention, TOP_TABLES, wheelsUntil } from '../features/tops/tables.ts';
import { topTitles } from '../features/tops/titles.ts';
import { TopPage } from '../features/tops/top-page.tsx';
import { topSearch } from '../features/tops/top-search.ts';
import { hasLeaders, readTopState, type TopState } from '../features/tops/top-state.ts';
import type { Api } from '../lib/api/client.ts';
import { pageHead } from '../lib/head.ts';
import { isTrader, waitOnServer } from '../pages/load.ts';
import page from '../ui/page.module.css';

// Loaded on demand, because few markets need this panel. The server preloads it in order to render the complete page.
const OwnDataPanel = lazyRouteComponent(() => import('../entities/own-data/own-data-panel.tsx'), 'RestrictedPricesPanel');
if (import.meta.env.SSR) void OwnDataPanel.preload?.();

function Top() {
	const search = Route.useSearch();
	const frame = useFrame();
	const isVisitor = useLicence() === null;
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{topTitles.title}</h1>
			{isVisitor && frame?.reports && !frame.provider.public ? (
				<Suspense>
					<OwnDataPanel />
				</Suspense>
			) : (
				<TopPage search={search} />
			)}
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

/** Loads all tables that the URL selects, then the closes and wheels of their rows. */
async function loadTops({ api, queryClient }: { api: Api; queryClient: QueryClient }, state: TopState, licensed: boolean): Promise<void> {
	const movers = [...TOP_TABLES, ...(state.more ?? [])].filter((name) => !isMention(name));
	const queries = movers.map((category) =>
		topTableQuery(api, category, { interval: intervalOf(category, state), cap: state.cap }, licensed),
	);
	const mentions = licensed && hasLeaders(state) ? queryClient.prefetchQuery(leadersQuery(api)) : undefined;
	await Promise.all([...queries.map((query) => queryClient.prefetchQuery(query)), mentions]);
	const tables = queries.map(({ queryKey }) => queryClient.getQueryData(queryKey));
	const ids = tickersIn([...tables, queryClient.getQueryData(leadersQuery(api).queryKey)]);
	if (ids.length > 0) await queryClient.prefetchQuery(rowChartsQuery(api, ids, wheelsUntil(state, tables)));
}
