import type { ReportTime } from '@sw/domain/time/units';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';

/** The part of a market's life from one start to the next, for what goes on beside it. */
export interface Run {
	clock: Pick<MarketClock, 'now' | 'waitUntil'>;
	/** Aborts when the run is to end. */
	signal: AbortSignal;
	/** Waits on the wall clock. */
	pause(ms: number): Promise<void>;
}

/** What follows the reports of a run. Neither rejects, and the next run waits until both have ended. */
export interface Follower {
	/** A report has come out. */
	published(report: ReportTime): Promise<void>;
	/** Makes up for what fell due while nobody was there; no past report is missing any more. */
	missed(): Promise<void>;
}

export type Follow = (run: Run) => Follower;
