import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/session-query.ts';
import { tasksQuery } from '../features/signal-search/queries.ts';
import { pickSearchParams } from '../features/signal-search/search-params.ts';
import { searchTitles } from '../features/signal-search/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { awaitOnServer, isTrader } from '../pages/load.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import { SignalSearchPage } from '../pages/signal-search-page.tsx';
import page from '../ui/page.module.css';

function Searches() {
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{searchTitles.title}</h1>
			<NeedsLicence page="search">
				<SignalSearchPage search={Route.useSearch()} />
			</NeedsLicence>
		</div>
	);
}

export const Route = createFileRoute('/signal-search')({
	validateSearch: pickSearchParams,
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loader: ({ context }) =>
		awaitOnServer(isTrader(context).then((trader) => (trader ? context.queryClient.prefetchQuery(tasksQuery(context.api)) : undefined))),
	head: unlistedHead('/signal-search', searchTitles.title, searchTitles.description),
	component: Searches,
});
