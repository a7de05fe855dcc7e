import { FIRST_RING_RANGE, isFirstRingInRange, sliceName } from '@sw/domain/research/ring-shares';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import type { ResearchParts } from './ports.ts';

/** Number of sessions over which levels are counted. */
const COUNTED_SESSIONS = 60;
/** Slices whose levels are assumed, because there was no history of option volume for measuring. */
const ASSUMED_SLICES = ['call_with_put', 'call_without_put_long', 'call_without_put_short'];

/** Describes option levels whose frequency is off target over the sessions up to a close. The parameters floor and kappa then need a new calibration. */
export async function findStrayOptionRings({ store, calendar }: ResearchParts, close: UtcMs): Promise<string[]> {
	const last = calendar.lastOpened(close - 1);
	const first = last && calendar.sessionByOrdinal(Math.max(0, last.ordinal - COUNTED_SESSIONS + 1));
	if (!first) return [];
	const counts = await store.reports.ringCounts(first.open, close, 'reverse');
	return counts
		.filter((count) => ASSUMED_SLICES.includes(sliceName(count.slice)) && isFirstRingInRange(count) === false)
		.map(({ slice, timeframe, atLeast, measured }) => {
			const percent = ((100 * atLeast[0]!) / measured).toFixed(1);
			const [low, high] = FIRST_RING_RANGE.map((bound) => 100 * bound);
			return `${sliceName(slice)} on ${TIMEFRAMES[timeframe]?.label}: level 1 in ${percent} % of ${measured} readings, expected ${low} to ${high} %.`;
		});
}
