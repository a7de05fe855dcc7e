import type { ReportTime, UtcMs } from '../time/units.ts';

/** When a slot's report first came out, and whether it came out live. */
export interface FirstReport {
	readonly time: ReportTime;
	/** On the market clock. */
	readonly publishedAt: UtcMs;
	/** Built afterwards, from stored bars. */
	readonly reconstructed: boolean;
}
