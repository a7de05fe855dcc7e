import type { ReportTime, UtcMs } from '../time/units.ts';

/** When a slot's report was first published, and whether it was live. */
export interface FirstReport {
	readonly time: ReportTime;
	/** On the market clock. */
	readonly publishedAt: UtcMs;
	/** Wall-clock times of the end of the slot and of publication; null unless it was published live and the times were recorded. */
	readonly dueWall: UtcMs | null;
	readonly publishedWall: UtcMs | null;
	/** Built later, from stored bars. */
	readonly reconstructed: boolean;
}

/**
 * The version of a report used for statistics, with the build of its rows: the first published one if it was live, the newest if it was
 * reconstructed.
 */
export interface CountedVersion extends FirstReport {
	readonly buildId: number;
}

/** Oldest and newest report of an algo. */
export interface ReportSpan {
	readonly from: UtcMs;
	readonly to: UtcMs;
	/** Last chain position of any version; rises with each publication. */
	readonly newest: number;
}
