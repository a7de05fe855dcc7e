import { TABS } from '@sw/domain/signals/sector';
import { createFileRoute } from '@tanstack/react-router';
import { pickListSearch, readListState } from '../entities/list-state/search.ts';
import { visitorListQuery } from '../entities/readings/list-queries.ts';
import { useMarketNow } from '../features/shell/market-clock.ts';
import { listTitles } from '../features/signals/shared/titles.ts';
import { VisitorList } from '../features/signals/visitor/visitor-list.tsx';
import { pageHead } from '../lib/head.ts';
import { awaitOnServer, isTrader, loadWorkspaceList, redirectToLastList, redirectToMeasuredList } from '../pages/load.ts';
import { fetchWorkspace, useHasWorkspace, Workspace } from '../pages/workspace.tsx';
import page from '../ui/page.module.css';

function findTab(search: Parameters<typeof readListState>[0]): (typeof TABS)[number] {
	return TABS.find(({ name }) => name === readListState(search).state.tab) ?? TABS[0];
}

function Main() {
	const now = useMarketNow();
	const search = Route.useSearch();
	const tab = findTab(search);
	const hasWorkspace = useHasWorkspace();
	return (
		<div className={page['page']}>
			<h1 className="visually-hidden">{listTitles.listTitle(tab.name, tab.label)}</h1>
			{hasWorkspace ? <Workspace home="/main" search={search} /> : <VisitorList home="/main" search={search} now={now} />}
		</div>
	);
}

export const Route = createFileRoute('/main')({
	validateSearch: pickListSearch,
	beforeLoad: async ({ context, search }) => {
		await redirectToMeasuredList(context, '/main', search);
		if (await isTrader(context)) await redirectToLastList(context, '/main', search);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context, deps }) => {
		const { state } = readListState(deps);
		const loadData = async (): Promise<unknown> =>
			(await isTrader(context))
				? Promise.all([fetchWorkspace(), loadWorkspaceList(context, state)])
				: context.queryClient.prefetchQuery(visitorListQuery(context.api, state, false));
		return awaitOnServer(loadData());
	},
	head: ({ match }) => {
		const tab = findTab(match.search);
		return pageHead({
			title: listTitles.listTitle(tab.name, tab.label),
			description: listTitles.description(tab.label),
			path: '/main',
			origin: match.context.origin,
		});
	},
	component: Main,
	notFoundComponent: Main,
});
