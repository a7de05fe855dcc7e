import { SECTORS } from '../signals/sector.ts';
import { TIMEFRAMES } from '../time/timeframe.ts';

/** Readings of one slice on one timeframe. */
export interface RingCount {
	/** Index in TIMEFRAMES. */
	readonly timeframe: number;
	/** Index in SECTORS; squeeze is the index after the last one. */
	readonly slice: number;
	/** Number of readings. */
	readonly measured: number;
	/** Number of readings at or above levels 1 to 5. */
	readonly atLeast: readonly number[];
}

/** Intended range of the share of readings at or above level 1 (signals.md 1.7). */
export const FIRST_RING_RANGE = [0.05, 0.13] as const;
/** Minimum number of readings to decide whether the share is in the intended range. */
export const MIN_READINGS = 10_000;

export function sliceName(slice: number): string {
	return SECTORS[slice]?.key ?? 'squeeze';
}

/** Whether level 1 is as frequent as intended; null with too few readings to decide. */
export function isFirstRingInRange({ measured, atLeast }: RingCount): boolean | null {
	if (measured < MIN_READINGS) return null;
	const share = atLeast[0]! / measured;
	return share >= FIRST_RING_RANGE[0] && share <= FIRST_RING_RANGE[1];
}

/** Writes the lines of a text table: readings, percentage at or above each level, and whether level 1 is as frequent as intended. */
export function formatRingTable(counts: readonly RingCount[]): string[] {
	const [low, high] = FIRST_RING_RANGE.map((share) => Math.round(100 * share));
	const formatVerdict = (count: RingCount): string => {
		const isInRange = isFirstRingInRange(count);
		if (isInRange === null) return 'too few to say';
		return isInRange ? '' : `OUTSIDE ${low} - ${high}`;
	};
	return [
		`${'sector'.padEnd(24)}${'tf'.padEnd(5)}${'readings'.padStart(10)}${[1, 2, 3, 4, 5].map((ring) => `>= ${ring}`.padStart(8)).join('')}`,
		...[...counts]
			.sort((a, b) => a.slice - b.slice || a.timeframe - b.timeframe)
			.map((count) => {
				const shares = count.atLeast.map((ringCount) => formatPercent(ringCount, count.measured).padStart(8)).join('');
				const label = TIMEFRAMES[count.timeframe]?.label ?? '';
				return `${sliceName(count.slice).padEnd(24)}${label.padEnd(5)}${String(count.measured).padStart(10)}${shares}  ${formatVerdict(count)}`.trimEnd();
			}),
	];
}

function formatPercent(count: number, total: number): string {
	return total === 0 ? 'n/a' : `${((100 * count) / total).toFixed(2)}`;
}
