/** Companies that come and go: first and last sessions of the few rows that do not trade throughout. */
import type { Calendar, Session } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import type { Catalogue } from './catalogue.ts';
import { below, randomKey, STREAM, uniform } from './random.ts';

/** Sessions from the first on over which listings and delistings are spread: history and the first half year of running on. */
const SPAN = 640;

export interface Listing {
	row: number;
	listed: ExchangeDate | null;
	/** Last session; null when the row trades on. */
	delisted: ExchangeDate | null;
}

/** Most newcomers and leavers are small; the largest companies neither come nor go. */
export function listingOf(seed: number, catalogue: Catalogue, first: Session, calendar: Calendar): Listing[] {
	const found: Listing[] = [];
	const date = (offset: number): ExchangeDate | null => calendar.sessionNumber(first.ordinal + offset)?.date ?? null;
	for (let row = 0; row < catalogue.rows; row++) {
		if ((catalogue.tier[row] as number) < 2) continue;
		const key = randomKey(seed, STREAM.catalogue, row, 3);
		const fate = uniform(key, 0);
		if (fate < 0.045) found.push({ row, listed: date(20 + below(key, 1, SPAN - 20)), delisted: null });
		else if (fate < 0.08) found.push({ row, listed: null, delisted: date(20 + below(key, 1, SPAN - 20)) });
	}
	return found;
}
