import { informationAt } from '@sw/domain/filings/information';
import type { Calendar } from '@sw/domain/time/calendar';
import { DAY, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import type { ReadInformation } from '../engine/market-engine.ts';
import { KEPT_DAYS, openStoredFilings, type StoredFilings } from './stored-filings.ts';

/** No five sessions last longer. */
const LOOK_BACK_DAYS = 30;

/** Public information by the filings in memory. */
export function readInformation({ filings, calendar }: { filings: Pick<StoredFilings, 'book'>; calendar: Calendar }): ReadInformation {
	return (tickers, time, knowledge) => informationAt(filings.book, calendar, tickers, time, knowledge);
}

/** The same by the stored filings around one report, however old it is. */
export async function storedInformation(stores: Stores, calendar: Calendar, time: UtcMs): Promise<ReadInformation> {
	const filings = openStoredFilings(stores, () => null, utcMs(time + (KEPT_DAYS - LOOK_BACK_DAYS) * DAY));
	await filings.refresh();
	return readInformation({ filings, calendar });
}
