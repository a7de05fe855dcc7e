/** Permanent ids of a vendor's tickers, in the records. */
import type { Stores } from '@sw/store/open';
import { renameTicker } from '@sw/store/postgres/records/symbol-history';
import { ensureTickers, saveTickers, tickersOf } from '@sw/store/postgres/records/tickers';
import type { VendorDirectory } from '../intake/vendors/vendor-provider.ts';

export const directoryOf = ({ records }: Stores, provider: string): VendorDirectory => ({
	known: () => tickersOf(records.db, provider),
	register: async (tickers) => {
		const ids = await ensureTickers(records.db, provider, tickers.map((ticker) => ({ ...ticker, delisted: null }))); // biome-ignore format: one call
		const stated = new Map(tickers.map((ticker) => [ids.get(ticker.symbol), ticker]));
		const stored = await tickersOf(records.db, provider);
		// Keep stored values that the vendor leaves out.
		const renewed = stored.flatMap((ticker) => {
			const now = stated.get(ticker.id);
			return now
				? [{ ...ticker, name: now.name, type: now.type, industry: now.industry ?? ticker.industry, shares: now.shares ?? ticker.shares }]
				: [];
		});
		if (renewed.length > 0) await saveTickers(records.db, provider, renewed);
		return tickersOf(records.db, provider);
	},
	rename: ({ before, after, date }) => renameTicker(records.db, provider, before, after, date),
});
