/** Real markets: one vendor for prices and options, others for mentions, as configured. */
import { exchangeDate, SECOND, utcMs } from '@sw/domain/time/units';
import { mentionsBetween } from '@sw/store/clickhouse/mentions';
import type { Stores } from '@sw/store/open';
import { settingOr } from '@sw/store/postgres/records/settings';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { memberDates, membersBetween, pastBearers, saveSessionMembers } from '@sw/store/postgres/records/tickers/session-members';
import { renameTicker } from '@sw/store/postgres/records/tickers/symbol-history';
import { ensureEndedTickers, ensureTickers, saveTickers, tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import type { Vendor } from '../../config/vendors.ts';
import type { KnownHours } from '../../intake/mentions/apewisdom.ts';
import { withMentions } from '../../intake/mentions/with-mentions.ts';
import type { Provider } from '../../intake/provider.ts';
import { DEFAULT_COVERAGE } from '../../intake/vendors/coverage.ts';
import type { VendorDirectory } from '../../intake/vendors/vendor-directory.ts';
import { createVendorProvider } from '../../intake/vendors/vendor-provider.ts';
import { storedUntil } from '../../market/stored/stored-until.ts';
import { openCounters } from './mention-counters.ts';
import { openVendorAdapter, VENDOR_DEFAULTS, type VendorOpening } from './vendor-adapter.ts';

/** Rejects with VendorError 'package' when a package is missing that the vendor needs. */
export async function openVendor(stores: Stores, vendor: Vendor, opening: VendorOpening): Promise<Provider> {
	const { config, wall, calendar, warn } = opening;
	const adapter = await openVendorAdapter(vendor, opening);
	// The first start decides where history begins: data stored since then is kept, however short the vendor's own history is.
	const reach = adapter.historyFrom(utcMs(wall.now() - adapter.delay));
	const slotsFrom = exchangeDate(String(await settingOr(stores.records.db, `history_from:${vendor}`, reach.slots)));
	const dailyFrom = exchangeDate(String(await settingOr(stores.records.db, `daily_from:${vendor}`, reach.daily)));
	const provider = createVendorProvider({
		adapter,
		directory: createVendorDirectory(stores, vendor),
		calendar,
		wall,
		slotsFrom,
		dailyFrom: dailyFrom < slotsFrom ? dailyFrom : slotsFrom,
		coverage: { ...DEFAULT_COVERAGE, enough: config.coverage },
		symbolLimit: config.symbolLimit ?? VENDOR_DEFAULTS[vendor].symbolLimit,
		signal: opening.signal,
		warn,
	});
	return withMentions(provider, openCounters(opening, knownHoursOf(stores, vendor)), warn, wall);
}

function knownHoursOf({ records, series }: Stores, provider: string): KnownHours {
	return async (symbols, from, to) => {
		const wanted = new Set(symbols);
		const tickers = (await tickersOf(records.db, provider)).filter(({ symbol, delisted }) => delisted === null && wanted.has(symbol));
		const symbolOf = new Map<number, string>(tickers.map(({ id, symbol }) => [id, symbol]));
		const block = await mentionsBetween(series, undefined, from / SECOND, to / SECOND, await visibleBatches(records.db));
		return Array.from({ length: block.count }, (_, i) => ({
			symbol: symbolOf.get(block.tickerId[i]!) ?? '',
			ms: block.time[i]! * SECOND,
			mentions: block.mentions[i]!,
			retweets: block.retweets[i]!,
		})).filter(({ symbol }) => symbol !== '');
	};
}

/** Permanent ids of a vendor's tickers and the members of its sessions, in the records. */
function createVendorDirectory({ records }: Stores, provider: string): VendorDirectory {
	return {
		known: () => tickersOf(records.db, provider),
		registerTickers: async (tickers) => {
			const ids = await ensureTickers(records.db, provider, tickers.map((ticker) => ({ ...ticker, delisted: null }))); // biome-ignore format: one call
			const stated = new Map(tickers.map((ticker) => [ids.get(ticker.symbol), ticker]));
			const stored = await tickersOf(records.db, provider);
			// Keep stored values that the vendor leaves out.
			const renewed = stored.flatMap((ticker) => {
				const now = stated.get(ticker.id);
				if (!now) return [];
				const { name, type, industry, shares, exchange } = now;
				return [
					{
						...{ ...ticker, name, type },
						industry: industry ?? ticker.industry,
						shares: shares ?? ticker.shares,
						exchange: exchange ?? ticker.exchange ?? null,
					},
				];
			});
			if (renewed.length > 0) await saveTickers(records.db, provider, renewed);
			return tickersOf(records.db, provider);
		},
		registerEnded: (tickers) => ensureEndedTickers(records.db, provider, tickers),
		rename: ({ before, after, date }) => renameTicker(records.db, provider, before, after, date),
		storedUntil: () => storedUntil(records.db, provider, 'bars'),
		memberDates: () => memberDates(records.db, provider),
		members: (from, to) => membersBetween(records.db, provider, from, to),
		saveMembers: (sessions) => saveSessionMembers(records.db, provider, sessions),
		bearers: () => pastBearers(records.db, provider),
	};
}
