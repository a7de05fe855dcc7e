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
import type { LifeClock } from './life-clock.ts';

/** What a market needs of its reports. */
export interface PublishedReports {
	publish: MarketParts['publish'];
	/** Makes the stored reports readable. Returns the times of the reverse ones. */
	showStored(): Promise<ReadonlySet<ReportTime>>;
	/** Makes reports readable that were published since the last call. */
	showNew(): Promise<void>;
	/** Whether any report can be read. */
	any(): boolean;
}

export interface MarketConfig {
	stores: Stores;
	provider: Provider;
	wall: WallClock;
	readiness: Readiness;
	calendar: Calendar;
	/** How fast trading hours pass, where the market clock is not the wall clock. */
	pace: Pace;
	/** The set in force, used by an engine that starts. */
	parameters(): ParameterSet;
	/** The timetable. */
	slotsOn: SlotsOn;
	reports: PublishedReports;
	/** Whether this process leads the market. Default: always. */
	leading?: Leading | undefined;
	/** Subscribes to other processes' notifications about the market. Default: none. */
	subscribe?: Subscribe | undefined;
	/** Runs after each published report. Default: nothing. */
	follow?: StartFollower | undefined;
	/** Sessions whose reports are built at first start. Default: 60. */
	reportSessions?: number | undefined;
	/** Runs once stored reports can be read and before the engine warms up: warm-up keeps the processor busy, and readers come first. */
	beforeWarmUp?: () => Promise<unknown>;
	/** Subscribes to the return of a store that was away, so that waiting retries run at once. Default: none. */
	onBack?: OnRecovery | undefined;
	/** Called with outages that are being retried. */
	onError(message: string, error: unknown): void;
}

/** Shared by the work of all states. */
export interface MarketContext extends MarketConfig {
	rows: MarketRows;
	filings: StoredFilings;
	clock: LifeClock;
	rest: WaitForRecovery;
	/** Aborts when the market is stopped. */
	ending: AbortSignal;
	/** Called when all past reports are built. */
	settle(): void;
}

/** Parts for a job on the rows being filled; when the signal aborts, the job ends at its next yield. */
export async function marketPartsOf(context: MarketContext, signal: AbortSignal): Promise<MarketParts> {
	const { stores, provider, calendar, slotsOn, readiness, reports } = context;
	const { universe, prices, attention } = context.rows.filling();
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
		yieldToEventLoop: breathing(signal),
	};
}

/** Yields to requests; rejects once the signal aborts. */
function breathing(signal: AbortSignal): () => Promise<void> {
	return () => new Promise((resolve, reject) => setImmediate(() => (signal.aborted ? reject(signal.reason) : resolve())));
}

/** Makes the stored reports readable, whatever work remains. Returns the times of the reverse ones. */
export async function showStored({ reports, readiness }: MarketContext): Promise<ReadonlySet<ReportTime>> {
	const existing = await reports.showStored();
	if (reports.any()) readiness.set('ready', 'Updating the market');
	return existing;
}

/** The market between one start and the next, for work beside it. */
export interface Run {
	clock: Pick<MarketClock, 'now' | 'waitUntil'>;
	/** Aborts when the run is to end. */
	signal: AbortSignal;
	/** Waits on the wall clock. */
	pause(ms: number): Promise<void>;
}

/** Runs after a run's reports. Neither method rejects, and the next run waits until both have ended. */
interface Follower {
	/** Called when a report is published. */
	published(report: ReportTime): Promise<void>;
	/** Catches up on what fell due while no process ran; no past report is missing when it is called. */
	missed(): Promise<void>;
}

export type StartFollower = (run: Run) => Follower;
