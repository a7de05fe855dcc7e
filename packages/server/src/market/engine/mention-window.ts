import type { MentionBlock } from '@sw/domain/prices/blocks';
import { DAY, HOUR, SECOND, type UtcMs } from '@sw/domain/time/units';

const HOUR_SECONDS = HOUR / SECOND;

/**
 * Hourly mentions over all sources, without retweets, for the 24-hour total in a report. An hour counts once it has ended. If an hour was not collected, the
 * total is unknown (-1), not 0.
 */
export interface MentionWindow {
	/** Adds the complete hours in [from, to); an hour without rows had no mentions. */
	add(block: MentionBlock, from: UtcMs, to: UtcMs): void;
	/** End of the last added hour. */
	readonly until: UtcMs | undefined;
	/** Sums by row of the last 24 hours that had ended at `time`; all -1 if an hour is missing. */
	totalsAt(time: UtcMs): Int32Array;
}

/** `rowOf` returns the row of a ticker id, or -1. */
export function createMentionWindow(rows: number, rowOf: (tickerId: number) => number): MentionWindow {
	const countsByHour = new Map<number, Int32Array>();
	let until: UtcMs | undefined;
	return {
		get until() {
			return until;
		},
		add(block, from, to) {
			for (let hour = from / SECOND; hour < to / SECOND; hour += HOUR_SECONDS)
				if (!countsByHour.has(hour)) countsByHour.set(hour, new Int32Array(rows));
			for (let i = 0; i < block.count; i++) {
				const row = rowOf(block.tickerId[i]!);
				const counts = countsByHour.get(block.time[i]!);
				if (row >= 0 && counts) counts[row] = counts[row]! + block.mentions[i]!;
			}
			until = to;
			for (const hour of countsByHour.keys()) if (hour < (to - 2 * DAY) / SECOND) countsByHour.delete(hour);
		},
		totalsAt(time) {
			const sum = new Int32Array(rows);
			const endSeconds = Math.floor(time / HOUR) * HOUR_SECONDS;
			for (let hour = endSeconds - 24 * HOUR_SECONDS; hour < endSeconds; hour += HOUR_SECONDS) {
				const counts = countsByHour.get(hour);
				if (!counts) return sum.fill(-1);
				for (let row = 0; row < rows; row++) sum[row] = sum[row]! + counts[row]!;
			}
			return sum;
		},
	};
}
