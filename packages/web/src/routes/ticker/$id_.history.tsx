import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../../entities/session/session-query.ts';
import { type HistorySearch, pickHistorySearch, readHistoryState } from '../../entities/ticker/ticker-state.ts';
import { History, HistoryWaiting } from '../../features/history/history.tsx';
import { historyTitles } from '../../features/history/titles.ts';
import { TickerFrame } from '../../features/ticker/ticker-frame.tsx';
import { awaitOnServer } from '../../pages/load.ts';
import { loadTickerPage } from '../../pages/load-ticker.ts';
import { NeedsLicence } from '../../pages/needs-licence.tsx';
import { tickerPartHead } from '../../pages/ticker-part-head.ts';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';

function HistoryRoute() {
	const { id } = Route.useParams();
	return (
		<NeedsLicence page="history">
			<HistoryPage id={Number(id)} search={Route.useSearch()} />
		</NeedsLicence>
	);
}

export const Route = createFileRoute('/ticker/$id_/history')({
	validateSearch: pickHistorySearch,
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context, params, deps }) => awaitOnServer(loadTickerPage(context, params.id, deps)),
	head: tickerPartHead('history', historyTitles),
	component: HistoryRoute,
});

/** Shows the past reports of a ticker. */
function HistoryPage({ id, search }: { id: number; search: HistorySearch }) {
	const { history, refused } = readHistoryState(search);
	return (
		<TickerFrame view="history" id={id} search={search} skeleton={<HistoryWaiting />}>
			{({ detail }, state) => (
				<>
					<InvalidValues refused={refused} />
					<History detail={detail} state={state} history={history} />
				</>
			)}
		</TickerFrame>
	);
}
