import type { ReportTime } from '@sw/domain/time/units';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';

/** The market between one start and the next, for work beside it. */
export interface Run {
	clock: Pick<MarketClock, 'now' | 'waitUntil'>;
	/** Aborts when the run is to end. */
	signal: AbortSignal;
	/** Waits on the wall clock. */
	pause(ms: number): Promise<void>;
}

/** Runs after a run's reports. Neither method rejects, and the next run waits until both have ended. */
export interface Follower {
	/** Called when a report is published. */
	published(report: ReportTime): Promise<void>;
	/** Catches up on what fell due while no process ran; no past report is missing when it is called. */
	missed(): Promise<void>;
}

export type StartFollower = (run: Run) => Follower;
