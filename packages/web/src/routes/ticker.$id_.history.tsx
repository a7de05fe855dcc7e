import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/require-session.ts';
import { historySearch } from '../entities/ticker/history-state.ts';
import { historyTitles } from '../features/history/titles.ts';
import { HistoryPage } from '../pages/history-page.tsx';
import { waitOnServer } from '../pages/load.ts';
import { loadTickerPage } from '../pages/load-ticker.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import { tickerPartHead } from '../pages/ticker-part-head.ts';

function History() {
	const { id } = Route.useParams();
	return (
		<NeedsLicence>
			<HistoryPage id={Number(id)} search={Route.useSearch()} />
		</NeedsLicence>
	);
}

export const Route = createFileRoute('/ticker/$id_/history')({
	validateSearch: historySearch,
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context, params, deps }) => waitOnServer(loadTickerPage(context, params.id, deps)),
	head: tickerPartHead('history', historyTitles),
	component: History,
});
