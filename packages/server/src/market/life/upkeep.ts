import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ReportTime } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import type { Provider } from '../../intake/provider.ts';
import type { Pace } from '../../platform/clocks/pace.ts';
import type { OnBack, Rest } from '../../platform/clocks/rest.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Readiness } from '../../platform/readiness.ts';
import { createCorporateActions } from '../engine/corporate-actions.ts';
import type { Hear } from '../following/until-told.ts';
import type { MarketParts } from '../parts.ts';
import { createBarsWriter } from '../stored/bars-writer.ts';
import type { SlotsOn } from '../timetable/slot-times.ts';
import type { MarketRows } from '../window/market-rows.ts';
import type { Follow } from './follow.ts';
import type { Leading } from './leading.ts';
import type { LifeClock } from './life-clock.ts';

/** What a market needs of the reports that are made of it. */
export interface PublishedReports {
	publish: MarketParts['publish'];
	/** Lets those that are stored be read. Answers the times of the reverse ones. */
	showStored(): Promise<ReadonlySet<ReportTime>>;
	/** Lets those be read that were published since the last look. */
	showNew(): Promise<void>;
	/** Whether one can be read. */
	any(): boolean;
}

export interface MarketConfig {
	stores: Stores;
	provider: Provider;
	wall: WallClock;
	readiness: Readiness;
	calendar: Calendar;
	/** How fast trading hours pass, where the market clock is not the wall's. */
	pace: Pace;
	/** In force: what an engine that starts scores by. */
	parameters(): ParameterSet;
	/** The timetable. */
	slotsOn: SlotsOn;
	reports: PublishedReports;
	/** Whether this process leads the market; it does for good unless told. */
	leading?: Leading | undefined;
	/** Tells when another process has told of the market; nobody does unless given. */
	hear?: Hear | undefined;
	/** What follows a report when it has come out; nothing unless told. */
	follow?: Follow | undefined;
	/** Sessions whose reports are built at first start; sixty unless told. */
	reportSessions?: number | undefined;
	/** Done once stored reports can be read and before the engine warms up, which keeps the processor busy: readers come first. */
	beforeWarmUp?: () => Promise<unknown>;
	/** Tells when a store that was away is back: who waits to try again does so at once. Nobody tells unless given. */
	onBack?: OnBack | undefined;
	/** Hears of outages that are being retried. */
	onTrouble(what: string, error: unknown): void;
}

/** What the work of all states shares. */
export interface Upkeep extends MarketConfig {
	rows: MarketRows;
	clock: LifeClock;
	rest: Rest;
	/** Aborts when the market is stopped. */
	ending: AbortSignal;
	/** No past report is missing any more. */
	settle(): void;
}

/** Lets requests run in between; rejects once the signal aborts. */
const breathing =
	(signal: AbortSignal): (() => Promise<void>) =>
	() =>
		new Promise((resolve, reject) => setImmediate(() => (signal.aborted ? reject(signal.reason) : resolve())));

/** Parts for a piece of work on the rows that are being filled; it ends where it breathes when the signal aborts. */
export const partsOf = async (upkeep: Upkeep, signal: AbortSignal): Promise<MarketParts> => {
	const { stores, provider, calendar, slotsOn, readiness, reports } = upkeep;
	const { universe, prices, attention } = upkeep.rows.filling();
	return {
		stores,
		provider,
		universe,
		calendar,
		slotsOn,
		actions: await createCorporateActions(stores, provider, universe),
		writer: createBarsWriter(stores, provider.name),
		readiness,
		window: prices,
		attention,
		publish: reports.publish,
		breathe: breathing(signal),
	};
};

/** The stored reports can be read from here on, whatever is still to be done. Answers the times of the reverse ones. */
export const showStored = async ({ reports, readiness }: Upkeep): Promise<ReadonlySet<ReportTime>> => {
	const existing = await reports.showStored();
	if (reports.any()) readiness.set('ready', 'Updating the market');
	return existing;
};
