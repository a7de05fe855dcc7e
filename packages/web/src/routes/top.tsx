import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useLicence } from '../entities/session/session-query.ts';
import { topTableQuery } from '../entities/tops/top-table.ts';
import { useFrame } from '../features/shell/market-clock.ts';
import { collectTickerIds, leadersQuery, rowChartsQuery } from '../features/tops/queries.ts';
import { findWheelTime, intervalOf, isMention, TOP_TABLES } from '../features/tops/tables.ts';
import { topTitles } from '../features/tops/titles.ts';
import { TopPage } from '../features/tops/top-page.tsx';
import { pickTopSearch } from '../features/tops/top-search.ts';
import { hasLeaders, readTopState, type TopState } from '../features/tops/top-state.ts';
import type { Api } from '../lib/api/client.ts';
import { pageHead } from '../lib/head.ts';
import { awaitOnServer, isTrader } from '../pages/load.ts';
import page from '../ui/page.module.css';

// Loaded on demand, because few markets need this panel. The server preloads it in order to render the complete page.
const RestrictedPrices = lazyRouteComponent(() => import('../entities/own-data/own-data-panel.tsx'), 'RestrictedPricesPanel');
if (import.meta.env.SSR) void RestrictedPrices.preload?.();

function Top() {
	const search = Route.useSearch();
	const frame = useFrame();
	const isVisitor = useLicence() === null;
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{topTitles.title}</h1>
			{isVisitor && frame?.reportCount && !frame.provider.public ? (
				<Suspense>
					<RestrictedPrices />
				</Suspense>
			) : (
				<TopPage search={search} />
			)}
		</div>
	);
}

export const Route = createFileRoute('/top')({
	validateSearch: pickTopSearch,
	loaderDeps: ({ search }) => search,
	loader: ({ context, deps }) => awaitOnServer(isTrader(context).then((licensed) => loadTops(context, readTopState(deps).state, licensed))),
	head: ({ match }) => pageHead({ title: topTitles.title, description: topTitles.description, path: '/top', origin: match.context.origin }),
	component: Top,
});

/** Loads all tables that the URL selects, then the closes and wheels of their rows. */
async function loadTops({ api, queryClient }: { api: Api; queryClient: QueryClient }, state: TopState, isLicensed: boolean): Promise<void> {
	const topCategories = [...TOP_TABLES, ...(state.more ?? [])].filter((name) => !isMention(name));
	const queries = topCategories.map((category) =>
		topTableQuery(api, category, { interval: intervalOf(category, state), cap: state.cap }, isLicensed),
	);
	const mentionsLoad = isLicensed && hasLeaders(state) ? queryClient.prefetchQuery(leadersQuery(api)) : undefined;
	await Promise.all([...queries.map((query) => queryClient.prefetchQuery(query)), mentionsLoad]);
	const tables = queries.map(({ queryKey }) => queryClient.getQueryData(queryKey));
	const ids = collectTickerIds([...tables, queryClient.getQueryData(leadersQuery(api).queryKey)]);
	if (ids.length > 0) await queryClient.prefetchQuery(rowChartsQuery(api, ids, findWheelTime(state, tables)));
}
