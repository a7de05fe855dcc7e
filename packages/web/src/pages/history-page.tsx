import { type HistorySearch, readHistoryState } from '../entities/ticker/history-state.ts';
import { History, HistoryWaiting } from '../features/history/history.tsx';
import { TickerFrame } from '../features/ticker/ticker-frame.tsx';
import { InvalidValues } from '../ui/states/invalid-values.tsx';

/** The past reports of a ticker. */
export function HistoryPage({ id, search }: { id: number; search: HistorySearch }) {
	const { history, refused } = readHistoryState(search);
	return (
		<TickerFrame view="history" id={id} search={search} waiting={<HistoryWaiting />}>
			{({ detail }, state) => (
				<>
					<InvalidValues refused={refused} />
					<History detail={detail} state={state} history={history} />
				</>
			)}
		</TickerFrame>
	);
}
