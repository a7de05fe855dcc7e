import { TABS } from '@sw/domain/signals/sector';
import { createFileRoute } from '@tanstack/react-router';
import { listSearch, readListState } from '../entities/list-state/search.ts';
import { visitorListQuery } from '../entities/readings/list-queries.ts';
import { useMarketNow } from '../features/shell/use-frame.ts';
import { listTitles } from '../features/signals/titles.ts';
import { VisitorList } from '../features/signals/visitor-list.tsx';
import { pageHead } from '../lib/head.ts';
import { Desk, fetchDesk, useHasDesk } from '../pages/desk.tsx';
import { isTrader, loadDeskList, openAsLeft, openRanked, waitOnServer } from '../pages/load.ts';
import page from '../ui/page.module.css';

const labelOf = (search: Parameters<typeof readListState>[0]): string =>
	(TABS.find(({ name }) => name === readListState(search).state.tab) ?? TABS[0]).label;

const Main = () => {
	const now = useMarketNow();
	const search = Route.useSearch();
	const hasDesk = useHasDesk();
	return (
		<div className={page['page']}>
			<h1 className="visually-hidden">{listTitles.listTitle(labelOf(search))}</h1>
			{hasDesk ? <Desk home="/main" search={search} /> : <VisitorList home="/main" search={search} now={now} />}
		</div>
	);
};

export const Route = createFileRoute('/main')({
	validateSearch: listSearch,
	beforeLoad: async ({ context, search }) => {
		await openRanked(context, '/main', search);
		if (await isTrader(context)) await openAsLeft(context, '/main', search);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context, deps }) => {
		const { state } = readListState(deps);
		const loaded = async (): Promise<unknown> =>
			(await isTrader(context))
				? Promise.all([fetchDesk(), loadDeskList(context, state)])
				: context.queryClient.prefetchQuery(visitorListQuery(context.api, state, false));
		return waitOnServer(loaded());
	},
	head: ({ match }) => {
		const tab = labelOf(match.search);
		return pageHead({
			title: listTitles.listTitle(tab),
			description: listTitles.description(tab),
			path: '/main',
			origin: match.context.origin,
		});
	},
	component: Main,
	notFoundComponent: Main,
});
