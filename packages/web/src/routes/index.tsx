import { TABS } from '@sw/domain/signals/sector';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { pickListSearch, readListState } from '../entities/list-state/search.ts';
import { visitorListQuery } from '../entities/readings/list-queries.ts';
import { sessionQuery } from '../entities/session/session-query.ts';
import { useMarketNow } from '../features/shell/market-clock.ts';
import { listTitles } from '../features/signals/shared/titles.ts';
import { VisitorList } from '../features/signals/visitor/visitor-list.tsx';
import { visitorWords } from '../features/signals/visitor/visitor-words.ts';
import { LandingTops } from '../features/tops/landing-tops.tsx';
import { landingTableQuery, sparklinesQuery } from '../features/tops/queries.ts';
import { LANDING_TABLES } from '../features/tops/tables.ts';
import { mapClosesById } from '../features/tops/top-view.ts';
import { pageHead } from '../lib/head.ts';
import { awaitOnServer, isTrader, type LoadContext, loadWorkspaceList, redirectToLastList, redirectToMeasuredList } from '../pages/load.ts';
import { fetchWorkspace, useHasWorkspace, Workspace } from '../pages/workspace.tsx';
import page from '../ui/page.module.css';

/** The home page of signed-in readers: the traders' list with a licence, otherwise the visitors' list. */
function Home() {
	const search = Route.useSearch();
	const tab = TABS.find((t) => t.name === readListState(search).state.tab) ?? TABS[0];
	const hasWorkspace = useHasWorkspace();
	return (
		<div className={page['page']}>
			{hasWorkspace ? (
				<>
					<h1 className="visually-hidden">{listTitles.listTitle(tab.name, tab.label)}</h1>
					<Workspace home="/" search={search} />
				</>
			) : (
				<Landing />
			)}
		</div>
	);
}

function Landing() {
	const { api } = Route.useRouteContext();
	const sparklines = useQuery(sparklinesQuery(api));
	const now = useMarketNow();
	const search = Route.useSearch();
	const rowCharts = mapClosesById(sparklines.data?.items);
	const tab = TABS.find((t) => t.name === readListState(search).state.tab) ?? TABS[0];
	return (
		<>
			<h1 className="visually-hidden">{listTitles.landingTitle}</h1>
			<LandingTops rowCharts={rowCharts} />
			<section className={page['gap']} aria-labelledby="candidates">
				<h2 id="candidates" className={page['heading']}>
					{visitorWords.listTitle(tab.label)}
				</h2>
				<VisitorList home="/" search={search} now={now} />
			</section>
		</>
	);
}

function loadLanding({ api, queryClient }: LoadContext, search: Parameters<typeof readListState>[0]): Promise<unknown> {
	return Promise.all([
		...LANDING_TABLES.map((category) => queryClient.prefetchQuery(landingTableQuery(api, category))),
		queryClient.prefetchQuery(sparklinesQuery(api)),
		queryClient.prefetchQuery(visitorListQuery(api, readListState(search).state, true)),
	]);
}

/**
 * Reloads the page for readers without a session, because their home page has no framework and only the server can render it. The URL and the history
 * state stay the same. The history state brings a reader back from a ticker to its card.
 */
async function reloadAsLanding({ api, queryClient }: LoadContext, preload: boolean): Promise<void> {
	if (import.meta.env.SSR || preload) return;
	const profile = await queryClient.ensureQueryData(sessionQuery(api)).catch(() => undefined);
	if (profile !== null) return;
	window.location.reload();
	// Never resolves: the reload replaces this page.
	await new Promise(() => {});
}

export const Route = createFileRoute('/')({
	validateSearch: pickListSearch,
	beforeLoad: async ({ context, preload, search }) => {
		await reloadAsLanding(context, preload);
		await redirectToMeasuredList(context, '/', search);
		if (await isTrader(context)) await redirectToLastList(context, '/', search);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context, deps }) =>
		awaitOnServer(
			isTrader(context).then((trader) =>
				trader ? Promise.all([fetchWorkspace(), loadWorkspaceList(context, readListState(deps).state)]) : loadLanding(context, deps),
			),
		),
	head: ({ match }) =>
		pageHead({ title: listTitles.landingTitle, description: listTitles.landingDescription, path: '/', origin: match.context.origin }),
	component: Home,
	notFoundComponent: Home,
});
