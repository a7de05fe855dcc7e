import type { Calendar } from '@sw/domain/time/calendar';
import { SECOND } from '@sw/domain/time/units';
import type { FollowedClock } from '../../platform/clocks/followed-clock.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { collectPutDown } from '../../platform/put-down.ts';
import type { MarketParts } from '../parts.ts';
import { type ToldMarket, toldMarket } from '../stored/told-market.ts';
import { extendRows, fillRows, type RowsToFollow } from './follow-rows.ts';
import { type Hear, untilTold } from './until-told.ts';

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
	/** Called before each poll. */
	looking(): void;
	/** Called with the result of each poll, before it is shown. */
	found(told: ToldMarket): void;
	/** Called when a poll's result is shown in full. */
	shown(told: ToldMarket): void;
	/** Subscribes to the leading process's notifications. */
	hear: Hear;
	onTrouble(what: string, error: unknown): void;
}

/** Poll interval. A notification triggers a poll at once; polling finds the changes of missed notifications. */
const LOOK_EVERY = SECOND;
/** Polls from filling rows to collecting their garbage: by then the rest of a start, which leaves as much garbage, is over, too. */
const LOOKS_TO_REST = 10;
/** Poll interval after repeated failures: polling faster does not bring a store back. */
const AFTER_TROUBLES = 5 * SECOND;

/** Shows what the leading process has stored, until the signal aborts. Reports outages; the next poll catches up. */
export const followMarket = async (market: FollowedMarket, signal: AbortSignal): Promise<void> => {
	const told = untilTold(market.wall, market.hear);
	try {
		let beginning: number | undefined;
		let looksToRest = 0;
		let troubles = 0;
		while (!signal.aborted) {
			market.looking();
			let wait = LOOK_EVERY;
			try {
				const shown = await look(market, beginning, signal);
				if (shown !== beginning) looksToRest = LOOKS_TO_REST;
				else if (--looksToRest === 0) collectPutDown();
				beginning = shown;
				troubles = 0;
			} catch (error) {
				if (signal.aborted) break;
				market.onTrouble('failed to follow the market', error);
				if (++troubles > 1) wait = AFTER_TROUBLES;
			}
			await told.wait(wait, signal);
		}
	} finally {
		told.stop();
	}
};

/** Returns the beginning that is shown; undefined while there is none. */
const look = async (market: FollowedMarket, shown: number | undefined, signal: AbortSignal): Promise<number | undefined> => {
	const { stores, provider, reports } = market;
	const told = await toldMarket(stores.records.db, provider.name);
	market.found(told);
	if (told.clock) market.clock?.see(told.clock);
	if (told.beginning === undefined) return undefined;
	if (shown !== told.beginning) {
		await reports.showStored();
		await fillRows(market, told, signal);
	} else {
		await extendRows(market, told, signal);
		await reports.showNew();
	}
	if (!signal.aborted) market.shown(told);
	return told.beginning;
};
