import type { Calendar } from '@sw/domain/time/calendar';
import { SECOND } from '@sw/domain/time/units';
import type { FollowedClock } from '../../platform/clocks/followed-clock.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { collectPutDown } from '../../platform/put-down.ts';
import type { MarketParts } from '../parts.ts';
import { type ToldMarket, toldMarket } from '../stored/told-market.ts';
import { extendRows, fillRows, type RowsToFollow } from './follow-rows.ts';
import { type Hear, untilTold } from './until-told.ts';

/** A market that another process leads, as it is shown here. */
export interface FollowedMarket extends RowsToFollow {
	stores: MarketParts['stores'];
	provider: MarketParts['provider'];
	calendar: Calendar;
	wall: WallClock;
	reports: {
		/** Shows all that are stored. */
		showStored(): Promise<unknown>;
		/** Shows those that were published since, whole. */
		showNew(): Promise<void>;
	};
	/** Where the market's clock is told. */
	clock: FollowedClock | undefined;
	/** Called before each look. */
	looking(): void;
	/** Called with what each look finds, before it is shown. */
	found(told: ToldMarket): void;
	/** All that was told is shown. */
	shown(told: ToldMarket): void;
	/** Tells when the process that leads has told of something. */
	hear: Hear;
	onTrouble(what: string, error: unknown): void;
}

/** Looks at once when something is told, and so often by itself: what was told and not heard is found then. */
const LOOK_EVERY = SECOND;
/** Looks after rows were filled until what that put down is collected: by then the rest of a start, which puts down as much, is over, too. */
const LOOKS_TO_REST = 10;
/** A store that is away does not come back sooner for being asked. */
const AFTER_TROUBLES = 5 * SECOND;

/** Shows what the process that leads has stored, until the signal aborts. Outages are told, and the next look makes up for them. */
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

/** Answers the beginning that is shown; undefined while nothing is. */
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
