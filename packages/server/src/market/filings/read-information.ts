import { type Filing, FULLY_COVERED } from '@sw/domain/filings/filing-book';
import { findInformation, lookBackStart } from '@sw/domain/filings/information';
import type { Calendar } from '@sw/domain/time/calendar';
import { DAY, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import type { ReadInformation } from '../engine/market-engine.ts';
import { KEPT_DAYS, openStoredFilings, type StoredFilings } from './stored-filings.ts';

/** More calendar days than five sessions ever take. */
const LOOK_BACK_DAYS = 30;

interface FilingsInMemory {
	readonly filings: Pick<StoredFilings, 'book'>;
	readonly calendar: Calendar;
}

/** Reads public information from the filings in memory. */
export function createInformationReader({ filings, calendar }: FilingsInMemory): ReadInformation {
	return (tickers, time, knowledge) => findInformation(filings.book, calendar, tickers, time, knowledge);
}

/** The filings of a ticker that are public information at a report, over five sessions, newest first. */
export type FilingsReader = (ticker: TickerId, report: { readonly asOf: number; readonly reconstructed: boolean }) => readonly Filing[];

/** `requestHistory` is called for a ticker whose filings aren't fully covered, so that its history is loaded first. */
export function createFilingsReader({ filings, calendar }: FilingsInMemory, requestHistory: (ticker: TickerId) => void): FilingsReader {
	return (ticker, { asOf, reconstructed }) => {
		const at = utcMs(asOf);
		const from = lookBackStart(calendar, at, 'five_sessions');
		if (from === undefined) return [];
		const { filings: tickerFilings, coverage } = filings.book.informationInputs(
			ticker,
			{ from, at },
			reconstructed ? 'reconstructed' : 'live',
		);
		if (coverage !== FULLY_COVERED) requestHistory(ticker);
		return tickerFilings;
	};
}

/** Reads public information from the stored filings around one report, however old. */
export async function openStoredInformation(stores: Stores, calendar: Calendar, time: UtcMs): Promise<ReadInformation> {
	const filings = openStoredFilings(stores, () => null, utcMs(time + (KEPT_DAYS - LOOK_BACK_DAYS) * DAY));
	await filings.refresh();
	return createInformationReader({ filings, calendar });
}
