import type { ReportTime, UtcMs } from '../time/units.ts';

/** When a slot's report first came out, and whether it came out live. */
export interface FirstReport {
	readonly time: ReportTime;
	/** On the market clock. */
	readonly publishedAt: UtcMs;
	/** Wall-clock time when the slot was over and when its report was published; null unless it was published live and the time was noted. */
	readonly dueWall: UtcMs | null;
	readonly publishedWall: UtcMs | null;
	/** Built afterwards, from stored bars. */
	readonly reconstructed: boolean;
}

/** The version of a report that statistics stand on, with the build that its rows carry: as first published where it came out live, the newest where it was built afterwards. */
export interface CountedVersion extends FirstReport {
	readonly buildId: number;
}

/** Oldest and newest report of an algo. */
export interface ReportSpan {
	readonly from: UtcMs;
	readonly to: UtcMs;
	/** Last place in the chain of any version of one: rises with each that is published. */
	readonly newest: number;
}
