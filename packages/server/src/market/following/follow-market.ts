import type { Calendar } from '@sw/domain/time/calendar';
import { SECOND } from '@sw/domain/time/units';
import type { FollowedClock } from '../../platform/clocks/followed-clock.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { forceGc } from '../../platform/force-gc.ts';
import type { MarketParts } from '../parts.ts';
import { type PublishedMarket, readPublishedMarket } from '../stored/published-market.ts';
import { createChangeWaiter, type Subscribe } from './change-waiter.ts';
import { extendRows, fillRows, type RowsToFollow } from './follow-rows.ts';

/** A market led by another process, as shown here. */
export interface FollowedMarket extends RowsToFollow {
	stores: MarketParts['stores'];
	provider: MarketParts['provider'];
	calendar: Calendar;
	wall: WallClock;
	reports: {
		/** Shows all stored reports. */
		showStored(): Promise<unknown>;
		/** Shows the reports published since, once they are complete. */
		showNew(): Promise<void>;
	};
	/** Receives the leader's clock; undefined when the market has no published clock. */
	clock: FollowedClock | undefined;
	/** The filings, read again when the leader has changed them. */
	filings: MarketParts['filings'];
	/** Called before each poll. */
	looking(): void;
	/** Called with the result of each poll, before it is shown. */
	found(reported: PublishedMarket): void;
	/** Called when a poll's result is shown in full. */
	shown(reported: PublishedMarket): void;
	/** Subscribes to the leading process's notifications. */
	subscribe: Subscribe;
	onError(message: string, error: unknown): void;
}

/** Poll interval. A notification triggers a poll at once; polling finds the changes of missed notifications. */
const LOOK_EVERY = SECOND;
/** Polls from filling rows to collecting their garbage: by then the rest of a start, which leaves as much garbage, is over, too. */
const LOOKS_TO_REST = 10;
/** Poll interval after repeated failures: polling faster does not bring a store back. */
const AFTER_TROUBLES = 5 * SECOND;

/** Shows what the leading process has stored, until the signal aborts. Reports outages; the next poll catches up. */
export async function followMarket(market: FollowedMarket, signal: AbortSignal): Promise<void> {
	const reported = createChangeWaiter(market.wall, market.subscribe);
	try {
		let beginning: number | undefined;
		let looksToRest = 0;
		let errors = 0;
		while (!signal.aborted) {
			market.looking();
			let wait = LOOK_EVERY;
			try {
				const shown = await look(market, beginning, signal);
				if (shown !== beginning) looksToRest = LOOKS_TO_REST;
				else if (--looksToRest === 0) forceGc();
				beginning = shown;
				errors = 0;
			} catch (error) {
				if (signal.aborted) break;
				market.onError('failed to follow the market', error);
				if (++errors > 1) wait = AFTER_TROUBLES;
			}
			await reported.wait(wait, signal);
		}
	} finally {
		reported.stop();
	}
}

/** Returns the beginning that is shown; undefined while there is none. */
async function look(market: FollowedMarket, shown: number | undefined, signal: AbortSignal): Promise<number | undefined> {
	const { stores, provider, reports } = market;
	const reported = await readPublishedMarket(stores.records.db, provider.name);
	market.found(reported);
	if (reported.clock) market.clock?.see(reported.clock);
	await market.filings.follow(reported.filings);
	if (reported.beginning === undefined) return undefined;
	if (shown !== reported.beginning) {
		await reports.showStored();
		await fillRows(market, reported, signal);
	} else {
		await extendRows(market, reported, signal);
		await reports.showNew();
	}
	if (!signal.aborted) market.shown(reported);
	return reported.beginning;
}
