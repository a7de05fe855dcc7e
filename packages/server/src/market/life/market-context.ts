import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ReportTime } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import type { Provider } from '../../intake/provider.ts';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';
import type { Pace } from '../../platform/clocks/pace.ts';
import type { OnRecovery, WaitForRecovery } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Readiness } from '../../platform/readiness.ts';
import { createCorporateActions } from '../engine/corporate-actions.ts';
import type { StoredFilings } from '../filings/stored-filings.ts';
import type { Subscribe } from '../following/change-waiter.ts';
import type { MarketParts } from '../parts.ts';
import { createBarsWriter } from '../stored/bars-writer.ts';
import type { SlotsOn } from '../timetable/slot-times.ts';
import type { MarketRows } from '../window/market-rows.ts';
import type { Leading } from './life.ts';
import type { PausableClock } from './life-clock.ts';

/** The reports that a market publishes and shows. */
export interface PublishedReports {
	publish: MarketParts['publish'];
	/** Makes the stored reports readable. Returns the times of the reverse reports. */
	showStored(): Promise<ReadonlySet<ReportTime>>;
	/** Makes newly published reports readable. */
	showNew(): Promise<void>;
	/** Whether any report can be read. */
	hasReports(): boolean;
}

export interface MarketConfig {
	stores: Stores;
	provider: Provider;
	wall: WallClock;
	readiness: Readiness;
	calendar: Calendar;
	/** How fast trading hours pass if the market clock is not the wall clock. */
	pace: Pace;
	/** The current parameter set, used by each engine that starts. */
	parameters(): ParameterSet;
	slotsOn: SlotsOn;
	reports: PublishedReports;
	/** Whether this process leads the market. Default: always. */
	leading?: Leading | undefined;
	/** Subscribes to other processes' notifications about the market. Default: none. */
	subscribe?: Subscribe | undefined;
	/** Starts a follower, which runs after each published report. Default: none. */
	follow?: StartFollower | undefined;
	/** Number of sessions whose reports are built at the first start. Default: 60. */
	reportSessions?: number | undefined;
	/** Runs after stored reports can be read and before the engine warms up, because warm-up keeps the processor busy and readers come first. */
	beforeWarmUp?: () => Promise<unknown>;
	/** Subscribes to the recovery of a store, so that waiting retries run immediately. Default: none. */
	onRecovery?: OnRecovery | undefined;
	/** Called with failures, which are retried. */
	onError(message: string, error: unknown): void;
}

/** Shared by all states of the market. */
export interface MarketContext extends MarketConfig {
	rows: MarketRows;
	filings: StoredFilings;
	clock: PausableClock;
	waitForRecovery: WaitForRecovery;
	/** Aborts when the market is stopped. */
	stopSignal: AbortSignal;
	/** Called when all past reports are built. */
	onPastReportsBuilt(): void;
}

/** Creates parts for work on the rows being filled; when the signal aborts, the work ends at its next yield. */
export async function createMarketParts(context: MarketContext, signal: AbortSignal): Promise<MarketParts> {
	const { stores, provider, calendar, slotsOn, readiness, reports } = context;
	const { universe, prices, attention } = context.rows.pendingRows();
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
		filings: context.filings,
		publish: reports.publish,
		yieldToEventLoop: createYield(signal),
	};
}

/** Returns a function that yields to requests, and rejects once the signal has aborted. */
function createYield(signal: AbortSignal): () => Promise<void> {
	return () => new Promise((resolve, reject) => setImmediate(() => (signal.aborted ? reject(signal.reason) : resolve())));
}

/** A run of the market between two restarts, for concurrent work. */
export interface MarketRun {
	clock: Pick<MarketClock, 'now' | 'waitUntil'>;
	/** Aborts when the run must end. */
	signal: AbortSignal;
	/** Waits on the wall clock. */
	pause(ms: number): Promise<void>;
}

/** Work that follows the reports of a run. Neither method rejects, and the next run waits for both. */
interface Follower {
	/** Called when a report is published. */
	onPublished(report: ReportTime): Promise<void>;
	/** Catches up on work that was missed while no process ran. Called once all past reports are built. */
	catchUp(): Promise<void>;
}

export type StartFollower = (run: MarketRun) => Follower;
