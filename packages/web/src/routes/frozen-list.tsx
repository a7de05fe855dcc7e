import { createFileRoute } from '@tanstack/react-router';
import { filtersQuery } from '../entities/filters/saved-filters.ts';
import { requireSession } from '../entities/session/session-query.ts';
import { FrozenPage, frozenQuery } from '../features/frozen/frozen-page.tsx';
import { pickFrozenSearch, readFrozenState } from '../features/frozen/frozen-state.ts';
import { frozenTitles } from '../features/frozen/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { awaitOnServer, isTrader } from '../pages/load.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import page from '../ui/page.module.css';

function Frozen() {
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{frozenTitles.title}</h1>
			<NeedsLicence page="frozen">
				<FrozenPage search={Route.useSearch()} />
			</NeedsLicence>
		</div>
	);
}

export const Route = createFileRoute('/frozen-list')({
	validateSearch: pickFrozenSearch,
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context: { api, queryClient }, deps }) =>
		awaitOnServer(
			isTrader({ api, queryClient }).then((trader) =>
				trader
					? Promise.all([
							queryClient.prefetchQuery(frozenQuery(api, readFrozenState(deps).state)),
							queryClient.prefetchQuery(filtersQuery(api)),
						])
					: undefined,
			),
		),
	head: unlistedHead('/frozen-list', frozenTitles.title, frozenTitles.description),
	component: Frozen,
});
