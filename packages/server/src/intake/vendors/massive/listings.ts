import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import type { Company, HeldSymbol } from '../vendor-adapter.ts';
import type { Listing } from './parse.ts';

/**
 * Whose symbols the listings are. A changed symbol is in the list of the ended ones too: there the FIGI names the company that goes on. The vendor dates an
 * end by its last day or the day after; the last session until then counts.
 */
export function symbolsOfListings(
	active: readonly Listing[],
	ended: readonly Listing[],
	calendar: Calendar,
	since: ExchangeDate,
): HeldSymbol[] {
	const byFigi = new Map<string, Company>();
	const held: HeldSymbol[] = [];
	for (const { ticker, figi } of active) {
		const company: Company = { ticker, delisted: null };
		if (figi !== null && !byFigi.has(figi)) byFigi.set(figi, company);
		held.push({ symbol: ticker.symbol, until: null, company });
	}
	const newestFirst = ended
		.flatMap(({ delisted, ...listing }) => (delisted !== null && delisted >= since ? [{ ...listing, delisted }] : []))
		.sort((a, b) => (a.delisted > b.delisted ? -1 : 1));
	for (const { ticker, figi, delisted } of newestFirst) {
		const until = (calendar.sessionOn(delisted) ?? calendar.previousSession(delisted))?.date;
		const known = figi === null ? undefined : byFigi.get(figi);
		// The same symbol of the same company is an older listing of it.
		if (until === undefined || known?.ticker.symbol === ticker.symbol) continue;
		const company = known ?? { ticker, delisted: until };
		if (figi !== null) byFigi.set(figi, company);
		held.push({ symbol: ticker.symbol, until, company });
	}
	return held;
}
