import { createFileRoute } from '@tanstack/react-router';
import { pickListSearch, readListState } from '../entities/list-state/search.ts';
import type { ListState } from '../entities/list-state/state.ts';
import { requireSession } from '../entities/session/session-query.ts';
import { listTitles } from '../features/signals/shared/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { awaitOnServer, isTrader, loadWorkspaceList } from '../pages/load.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import { WorkspacePage } from '../pages/workspace-page.tsx';
import page from '../ui/page.module.css';

function Favourites() {
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{listTitles.favouritesTitle}</h1>
			<NeedsLicence page="favourites">
				<WorkspacePage home="/favourites" search={Route.useSearch()} adjust={favouritesState} hideTabs />
			</NeedsLicence>
		</div>
	);
}

export const Route = createFileRoute('/favourites')({
	validateSearch: pickListSearch,
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context, deps }) =>
		awaitOnServer(
			isTrader(context).then((trader) => (trader ? loadWorkspaceList(context, favouritesState(readListState(deps).state)) : undefined)),
		),
	head: unlistedHead('/favourites', listTitles.favouritesTitle, listTitles.favouritesDescription),
	component: Favourites,
});

/** Returns the state of the favourites page: only favourites, in the tab 'free', which contains all eligible tickers. */
function favouritesState(state: ListState): ListState {
	return {
		...state,
		tab: 'free',
		choice: { ...state.choice, favorite: true, dislike: false },
	};
}
