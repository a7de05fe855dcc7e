import { SECOND, type TickerId, tickerId } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { type Listener, listen } from '@sw/store/postgres/listen';
import {
	CHANGE_CHANNEL,
	countedChanges,
	KEPT_RECORDS,
	type KeptRecords,
	MARKET_CHANNEL,
	notifyMarket,
	WANTED,
} from '@sw/store/postgres/records/changes';
import { REPORT_CHANNEL } from '@sw/store/postgres/records/reports/reports';
import { createChangeWaiter, type Subscribe } from '../../market/following/change-waiter.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Reloads each kind of record that this process caches. The market reloads itself, see Peers.subscribe. */
export type Renewals = Readonly<Record<Exclude<KeptRecords, 'market'>, () => Promise<void>>>;

/** The other processes on the same stores. */
export interface Peers {
	/** Subscribes to market changes in other processes. */
	readonly subscribe: Subscribe;
	/** From now on reloads the records that other processes change. Changes since openPeers are loaded immediately. */
	keep(renewals: Renewals): void;
	/** Notifies the other processes that a user is viewing a page here. */
	looked(): void;
	/** Calls `listener` when a user is viewing a page of any process. */
	onLooked(listener: () => void): void;
	/** Notifies the other processes that a user is viewing a ticker whose filings aren't all known. */
	wantFilings(ticker: TickerId): void;
	/** Calls `listener` with each ticker passed to wantFilings in any process. */
	onWanted(listener: (ticker: TickerId) => void): void;
	close(): Promise<void>;
}

/** Polling interval, to catch changes whose notification was lost. */
const LOOK_EVERY = 5 * SECOND;
/** Shortest time between notifications of viewer activity: every open page reports once a minute. */
const NOTIFY_VIEWING_EVERY = 20 * SECOND;
const MOST_WANTED = 1_000;

/** For a process that cannot have peers. */
export const NO_PEERS: Peers = {
	subscribe: () => () => {},
	keep: () => {},
	looked: () => {},
	onLooked: () => {},
	wantFilings: () => {},
	onWanted: () => {},
	close: async () => {},
};

export async function openPeers(
	{ db, url }: Pick<Stores['records'], 'db' | 'url'>,
	wall: WallClock,
	onError: (message: string, error: unknown) => void,
): Promise<Peers> {
	const [ofMarket, ofChanges, ofLooks] = [new Set<() => void>(), new Set<() => void>(), new Set<() => void>()];
	const ofWishes = new Set<(ticker: TickerId) => void>();
	const notify = (listeners: Iterable<() => void>): void => {
		for (const listener of listeners) listener();
	};
	const all = (): void => {
		notify(ofMarket);
		notify(ofChanges);
	};
	const on =
		(listeners: Set<() => void>): Subscribe =>
		(listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		};
	const listener: Listener = await listen(url, {
		channel: [MARKET_CHANNEL, REPORT_CHANNEL, CHANGE_CHANNEL],
		onMessage: (reported, channel) => {
			if (channel === CHANGE_CHANNEL) all();
			else if (reported.startsWith(WANTED)) for (const listener of ofWishes) listener(tickerId(Number(reported.slice(WANTED.length))));
			else notify(reported === 'looked' ? ofLooks : ofMarket);
		},
		onResume: all,
	});
	let known = await countedChanges(db);
	const closing = new AbortController();
	let keeping: Promise<void> = Promise.resolve();
	const look = async (renewals: Renewals): Promise<void> => {
		const counted = await countedChanges(db);
		for (const kind of KEPT_RECORDS) {
			if (kind === 'market' || counted[kind] === known[kind]) continue;
			await renewals[kind]();
			known = { ...known, [kind]: counted[kind] };
		}
	};
	const keep = async (renewals: Renewals): Promise<void> => {
		const reported = createChangeWaiter(wall, on(ofChanges));
		while (!closing.signal.aborted) {
			await look(renewals).catch((error) => onError('failed to apply a change from another process', error));
			await reported.wait(LOOK_EVERY, closing.signal);
		}
		reported.stop();
	};
	/** Tickers already broadcast; cleared when full, so that each is broadcast rarely. */
	const wanted = new Set<TickerId>();
	let lastLook = Number.NEGATIVE_INFINITY;
	return {
		subscribe: on(ofMarket),
		keep: (renewals) => {
			keeping = keep(renewals);
		},
		looked: () => {
			if (wall.now() - lastLook < NOTIFY_VIEWING_EVERY) return;
			lastLook = wall.now();
			notifyMarket(db, 'looked').catch((error) => onError('failed to broadcast viewer activity', error));
		},
		onLooked: (onViewing) => void ofLooks.add(onViewing),
		wantFilings: (ticker) => {
			if (wanted.has(ticker)) return;
			if (wanted.size >= MOST_WANTED) wanted.clear();
			wanted.add(ticker);
			notifyMarket(db, `${WANTED}${ticker}`).catch((error) => onError('failed to ask for the filings of a ticker', error));
		},
		onWanted: (listener) => void ofWishes.add(listener),
		close: async () => {
			closing.abort();
			await listener.close();
			await keeping;
		},
	};
}
