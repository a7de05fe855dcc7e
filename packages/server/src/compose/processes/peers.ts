import { SECOND, type TickerId, tickerId } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { type Listener, listen } from '@sw/store/postgres/listen';
import {
	CACHED_RECORDS,
	type CachedRecords,
	CHANGE_CHANNEL,
	FILINGS_REQUESTED,
	MARKET_CHANNEL,
	notifyMarket,
	readChangeCounts,
} from '@sw/store/postgres/records/changes';
import { REPORT_CHANNEL } from '@sw/store/postgres/records/reports/reports';
import { createChangeWaiter, type Subscribe } from '../../market/following/change-waiter.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Reloads each kind of record that this process caches. The market reloads itself, see Peers.subscribe. */
export type Renewals = Readonly<Record<Exclude<CachedRecords, 'market'>, () => Promise<void>>>;

/** The other processes on the same stores. */
export interface Peers {
	/** Subscribes to market changes in other processes. */
	readonly subscribe: Subscribe;
	/** From now on reloads the records that other processes change. Changes since openPeers are loaded immediately. */
	reloadOnChange(renewals: Renewals): void;
	/** Notifies the other processes that a user is viewing a page here. */
	notifyViewing(): void;
	/** Calls `listener` when a user is viewing a page of any process. */
	onViewing(listener: () => void): void;
	/** Notifies the other processes that a user is viewing a ticker whose filings aren't all known. */
	wantFilings(ticker: TickerId): void;
	/** Calls `listener` with each ticker passed to wantFilings in any process. */
	onWanted(listener: (ticker: TickerId) => void): void;
	close(): Promise<void>;
}

/** Polling interval, to catch changes whose notification was lost. */
const POLL_INTERVAL = 5 * SECOND;
/** Shortest time between notifications of viewer activity: every open page reports once a minute. */
const NOTIFY_VIEWING_EVERY = 20 * SECOND;
const MAX_BROADCAST_TICKERS = 1_000;

/** For a process that cannot have peers. */
export const NO_PEERS: Peers = {
	subscribe: () => () => {},
	reloadOnChange: () => {},
	notifyViewing: () => {},
	onViewing: () => {},
	wantFilings: () => {},
	onWanted: () => {},
	close: async () => {},
};

export async function openPeers(
	{ db, url }: Pick<Stores['records'], 'db' | 'url'>,
	wall: WallClock,
	onError: (message: string, error: unknown) => void,
): Promise<Peers> {
	const [marketListeners, changeListeners, viewingListeners] = [new Set<() => void>(), new Set<() => void>(), new Set<() => void>()];
	const filingListeners = new Set<(ticker: TickerId) => void>();
	const notify = (listeners: Iterable<() => void>): void => {
		for (const listener of listeners) listener();
	};
	const notifyChanges = (): void => {
		notify(marketListeners);
		notify(changeListeners);
	};
	const subscribeTo =
		(listeners: Set<() => void>): Subscribe =>
		(listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		};
	const databaseListener: Listener = await listen(url, {
		channel: [MARKET_CHANNEL, REPORT_CHANNEL, CHANGE_CHANNEL],
		onMessage: (text, channel) => {
			if (channel === CHANGE_CHANNEL) notifyChanges();
			else if (text.startsWith(FILINGS_REQUESTED))
				for (const listener of filingListeners) listener(tickerId(Number(text.slice(FILINGS_REQUESTED.length))));
			else notify(text === 'looked' ? viewingListeners : marketListeners);
		},
		onResume: notifyChanges,
	});
	let appliedChanges = await readChangeCounts(db);
	const closing = new AbortController();
	let watching: Promise<void> = Promise.resolve();
	const reloadChanged = async (renewals: Renewals): Promise<void> => {
		const currentChanges = await readChangeCounts(db);
		for (const kind of CACHED_RECORDS) {
			if (kind === 'market' || currentChanges[kind] === appliedChanges[kind]) continue;
			await renewals[kind]();
			appliedChanges = { ...appliedChanges, [kind]: currentChanges[kind] };
		}
	};
	const watchChanges = async (renewals: Renewals): Promise<void> => {
		const waiter = createChangeWaiter(wall, subscribeTo(changeListeners));
		while (!closing.signal.aborted) {
			await reloadChanged(renewals).catch((error) => onError('failed to apply a change from another process', error));
			await waiter.wait(POLL_INTERVAL, closing.signal);
		}
		waiter.stop();
	};
	/** Tickers already broadcast; cleared when full, so that each is broadcast rarely. */
	const broadcastTickers = new Set<TickerId>();
	let lastViewing = Number.NEGATIVE_INFINITY;
	return {
		subscribe: subscribeTo(marketListeners),
		reloadOnChange: (renewals) => {
			watching = watchChanges(renewals);
		},
		notifyViewing: () => {
			if (wall.now() - lastViewing < NOTIFY_VIEWING_EVERY) return;
			lastViewing = wall.now();
			notifyMarket(db, 'looked').catch((error) => onError('failed to broadcast viewer activity', error));
		},
		onViewing: (onViewing) => void viewingListeners.add(onViewing),
		wantFilings: (ticker) => {
			if (broadcastTickers.has(ticker)) return;
			if (broadcastTickers.size >= MAX_BROADCAST_TICKERS) broadcastTickers.clear();
			broadcastTickers.add(ticker);
			notifyMarket(db, `${FILINGS_REQUESTED}${ticker}`).catch((error) => onError('failed to ask for the filings of a ticker', error));
		},
		onWanted: (listener) => void filingListeners.add(listener),
		close: async () => {
			closing.abort();
			await databaseListener.close();
			await watching;
		},
	};
}
