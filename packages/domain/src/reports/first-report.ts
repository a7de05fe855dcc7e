import type { ReportTime, UtcMs } from '../time/units.ts';

/** When a slot's report first came out, and whether it came out live. */
export interface FirstReport {
	readonly time: ReportTime;
	/** On the market clock. */
	readonly publishedAt: UtcMs;
	/** Built afterwards, from stored bars. */
	readonly reconstructed: boolean;
}

/** A report as it was first published, with the build that its rows carry: statistics stand on what a reader could have known. */
export interface FirstVersion extends FirstReport {
	readonly buildId: number;
}

/** Oldest and newest report of an algo, and how many there are. */
export interface ReportSpan {
	readonly from: UtcMs;
	readonly to: UtcMs;
	readonly count: number;
}
