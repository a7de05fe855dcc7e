import type { Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import type { ResearchParts } from '../parts.ts';

/** Upper limit of consecutive days without a session, with a margin. */
const MOST_DAYS = 10;

/**
 * Whether the licence opens the report of the slot that an instant is in: what is known then needs that licence, too. Before the first slot there is nothing
 * to hide.
 */
export function isForecastOpen({ slotsOn }: Pick<ResearchParts, 'slotsOn'>, licence: Licence | null, instant: UtcMs): boolean {
	for (let back = 0, date = newYorkDate(instant); back < MOST_DAYS; back++, date = addDays(date, -1)) {
		const used = slotsOn(date).filter((slot) => slot.is_use && slot.algo === 'reverse');
		const slot = used.findLast(({ at }) => at <= instant);
		if (slot) return isOpenTo(licence, slot, slot === used[0]);
	}
	return licence !== null;
}

/** The newest slot at or before an instant whose report the licence opens; the instant itself if there is none. */
export function newestForecastTime({ slotsOn }: Pick<ResearchParts, 'slotsOn'>, licence: Licence | null, instant: UtcMs): UtcMs {
	for (let back = 0, date = newYorkDate(instant); back < MOST_DAYS; back++, date = addDays(date, -1)) {
		const used = slotsOn(date).filter((slot) => slot.is_use && slot.algo === 'reverse');
		const slot = used.findLast((one) => one.at <= instant && isOpenTo(licence, one, one === used[0]));
		if (slot) return slot.at;
	}
	return instant;
}
