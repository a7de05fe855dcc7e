import { SECOND } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { type Listener, listen } from '@sw/store/postgres/listen';
import {
	CHANGE_CHANNEL,
	countedChanges,
	KEPT_RECORDS,
	type KeptRecords,
	MARKET_CHANNEL,
	tellMarket,
} from '@sw/store/postgres/records/changes';
import { REPORT_CHANNEL } from '@sw/store/postgres/records/reports';
import { type Hear, untilTold } from '../market/following/until-told.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';

/** What this process keeps in memory of the records, and how it reads it again. The market reads itself again by `hear`. */
export type Renewals = Readonly<Record<Exclude<KeptRecords, 'market'>, () => Promise<void>>>;

/** The other processes on the same stores. */
export interface Others {
	/** Tells when one of them has told of its market. */
	readonly hear: Hear;
	/** From now on what one of them changes is read again here. What was changed since the opening is read at once. */
	keep(renewals: Renewals): void;
	/** Tells them that somebody looks at a page here. */
	looked(): void;
	/** Called when somebody looks at a page of any process. */
	onLooked(listener: () => void): void;
	close(): Promise<void>;
}

/** A change that was not heard of is found then. */
const LOOK_EVERY = 5 * SECOND;
/** Looks are told no more often than that: pages say it once a minute, and are many. */
const TELL_LOOKS_EVERY = 20 * SECOND;

/** For a process beside which there can be none. */
export const NO_OTHERS: Others = { hear: () => () => {}, keep: () => {}, looked: () => {}, onLooked: () => {}, close: async () => {} };

export const openOthers = async (
	{ db, url }: Pick<Stores['records'], 'db' | 'url'>,
	wall: WallClock,
	onTrouble: (what: string, error: unknown) => void,
): Promise<Others> => {
	const [ofMarket, ofChanges, ofLooks] = [new Set<() => void>(), new Set<() => void>(), new Set<() => void>()];
	const tell = (listeners: Iterable<() => void>): void => {
		for (const listener of listeners) listener();
	};
	const all = (): void => {
		tell(ofMarket);
		tell(ofChanges);
	};
	const on =
		(listeners: Set<() => void>): Hear =>
		(listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		};
	const listener: Listener = await listen(url, {
		channel: [MARKET_CHANNEL, REPORT_CHANNEL, CHANGE_CHANNEL],
		onMessage: (told, channel) => {
			if (channel === CHANGE_CHANNEL) all();
			else tell(told === 'looked' ? ofLooks : ofMarket);
		},
		onResume: all,
	});
	let known = await countedChanges(db);
	const closing = new AbortController();
	let keeping: Promise<void> = Promise.resolve();
	const look = async (renewals: Renewals): Promise<void> => {
		const counted = await countedChanges(db);
		for (const what of KEPT_RECORDS) {
			if (what === 'market' || counted[what] === known[what]) continue;
			await renewals[what]();
			known = { ...known, [what]: counted[what] };
		}
	};
	const keep = async (renewals: Renewals): Promise<void> => {
		const told = untilTold(wall, on(ofChanges));
		while (!closing.signal.aborted) {
			await look(renewals).catch((error) => onTrouble('failed to apply a change from another process', error));
			await told.wait(LOOK_EVERY, closing.signal);
		}
		told.stop();
	};
	let lastLook = Number.NEGATIVE_INFINITY;
	return {
		hear: on(ofMarket),
		keep: (renewals) => {
			keeping = keep(renewals);
		},
		looked: () => {
			if (wall.now() - lastLook < TELL_LOOKS_EVERY) return;
			lastLook = wall.now();
			tellMarket(db, 'looked').catch((error) => onTrouble('failed to broadcast viewer activity', error));
		},
		onLooked: (hearLook) => void ofLooks.add(hearLook),
		close: async () => {
			closing.abort();
			await listener.close();
			await keeping;
		},
	};
};
