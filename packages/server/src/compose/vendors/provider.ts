import { type Calendar, nyse } from '@sw/domain/time/calendar';
import { exchangeDate, SECOND, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { queryMentions } from '@sw/store/clickhouse/mentions';
import type { Stores } from '@sw/store/open';
import { ensureSetting, setting } from '@sw/store/postgres/records/settings';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { splitsOf } from '@sw/store/postgres/records/tickers/corporate-actions';
import { memberDates, membersBetween, pastSymbols, saveSessionMembers } from '@sw/store/postgres/records/tickers/session-members';
import { renameTicker } from '@sw/store/postgres/records/tickers/symbol-history';
import { ensureEndedTickers, ensureTickers, saveTickers, tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import type { Config } from '../../config/config.ts';
import type { Vendor } from '../../config/vendors.ts';
import { createFilesProvider } from '../../intake/files/files-provider.ts';
import type { LoadCountedHours } from '../../intake/mentions/apewisdom.ts';
import { withMentions } from '../../intake/mentions/mention-source.ts';
import type { Provider } from '../../intake/provider.ts';
import { type MarketVersion, NEWEST_MARKET_VERSION } from '../../intake/simulated/market-model.ts';
import { createSimulatedProvider } from '../../intake/simulated/simulated-provider.ts';
import { DEFAULT_COVERAGE } from '../../intake/vendors/slot-poll.ts';
import type { VendorDirectory } from '../../intake/vendors/vendor-directory.ts';
import { createVendorProvider, sharesOn } from '../../intake/vendors/vendor-provider.ts';
import { WrongMarketError } from '../../market/imports/import-files.ts';
import { readShareDates } from '../../market/imports/name-companies.ts';
import { readStoredUntil } from '../../market/stored/stored-until.ts';
import { loadVolumeStarts } from '../../market/stored/volume-from.ts';
import { openCounters, openVendorAdapter, VENDOR_DEFAULTS, type VendorWiring } from './vendor-adapter.ts';

const MARKET_KEY = 'market';
/** Setting with the version of the model that filled the simulated market. */
const MODEL_KEY = 'simulated_market';
/** Version of folders that were filled before the version was stored. */
const FIRST_MODEL: MarketVersion = 1;
const NO_VOLUME_STARTS: ReadonlyMap<TickerId, UtcMs> = new Map();

/** Binds a data folder to one market permanently, because reports of two markets could have the same times. Throws WrongMarketError for another market. */
export async function bindFolderToMarket({ records }: Stores, provider: Config['provider'], folder: string): Promise<void> {
	if (provider === 'simulated' && (await setting(records.db, MARKET_KEY)) === undefined)
		await ensureSetting(records.db, MODEL_KEY, NEWEST_MARKET_VERSION);
	// If several processes start together, the first one decides.
	const boundProvider = await ensureSetting(records.db, MARKET_KEY, provider);
	if (boundProvider === provider) return;
	const describeMarket = (name: unknown): string =>
		name === 'simulated' ? 'the simulated market' : name === 'files' ? 'imported files' : `the market of ${name}`;
	throw new WrongMarketError(
		`${folder} contains data of ${describeMarket(boundProvider)}, not of ${describeMarket(provider)}. Use another folder, for example SIGNALWHEEL_DATA=data-${provider}, or start with SIGNALWHEEL_PROVIDER=${boundProvider}.`,
	);
}

/** Opens the market's provider. Without `wiring`, a vendor's market only reads stored data and never calls the vendor. */
export async function openProvider(stores: Stores, name: Config['provider'], calendar: Calendar, wiring?: VendorWiring): Promise<Provider> {
	if (name === 'simulated') {
		const version = ((await setting(stores.records.db, MODEL_KEY)) ?? FIRST_MODEL) as MarketVersion;
		return createSimulatedProvider({ version, calendar: nyse, siteCalendar: calendar });
	}
	if (name !== 'files' && name !== 'replay' && wiring) return openVendor(stores, name, wiring);
	const { db } = stores.records;
	const storedProvider = createFilesProvider({
		tickers: async (asOf) => {
			const [splits, sharesDates] = [Map.groupBy(await splitsOf(db, name), ({ tickerId }) => tickerId), await readShareDates(db, name)];
			// Vendors state a ticker's type; for imported files, the type follows from whether the ticker has volume, and since when.
			const volumeStarts = name === 'files' ? await loadVolumeStarts(stores, calendar) : NO_VOLUME_STARTS;
			return (await tickersOf(db, name)).map((row) => {
				const [sharesDate, volumeStart] = [sharesDates.get(row.id), volumeStarts.get(row.id)];
				const ticker = volumeStart === undefined ? row : { ...row, volumeFrom: volumeStart };
				return sharesDate
					? { ...ticker, shares: sharesOn(ticker.shares, splits.get(ticker.id) ?? [], sharesDate, newYorkDate(asOf)) }
					: ticker;
			});
		},
		end: (await readStoredUntil(db, name, 'bars')) ?? utcMs(0),
	});
	return { ...storedProvider, name };
}

/**
 * Opens a real market as configured: one vendor for prices and options, other services for mentions.
 * Rejects with VendorError 'package' if a package that the vendor needs is missing.
 */
export async function openVendor(stores: Stores, vendor: Vendor, wiring: VendorWiring): Promise<Provider> {
	const { config, wall, calendar, warn } = wiring;
	const adapter = await openVendorAdapter(vendor, wiring);
	// The first start fixes where history begins: stored data is kept even if the vendor's own history no longer reaches back that far.
	const historyStart = adapter.historyFrom(utcMs(wall.now() - adapter.delay));
	const slotsFrom = exchangeDate(String(await ensureSetting(stores.records.db, `history_from:${vendor}`, historyStart.slots)));
	const dailyFrom = exchangeDate(String(await ensureSetting(stores.records.db, `daily_from:${vendor}`, historyStart.daily)));
	const provider = createVendorProvider({
		adapter,
		directory: createVendorDirectory(stores, vendor),
		calendar,
		wall,
		slotsFrom,
		dailyFrom: dailyFrom < slotsFrom ? dailyFrom : slotsFrom,
		coverage: { ...DEFAULT_COVERAGE, enough: config.coverage },
		symbolLimit: config.symbolLimit ?? VENDOR_DEFAULTS[vendor].symbolLimit,
		signal: wiring.signal,
		warn,
	});
	return withMentions(provider, openCounters(wiring, createCountedHoursLoader(stores, vendor)), warn, wall);
}

function createCountedHoursLoader({ records, series }: Stores, provider: string): LoadCountedHours {
	return async (symbols, from, to) => {
		const symbolSet = new Set(symbols);
		const tickers = (await tickersOf(records.db, provider)).filter(({ symbol, delisted }) => delisted === null && symbolSet.has(symbol));
		const symbolOf = new Map<number, string>(tickers.map(({ id, symbol }) => [id, symbol]));
		const block = await queryMentions(series, undefined, from / SECOND, to / SECOND, await visibleBatches(records.db));
		return Array.from({ length: block.count }, (_, i) => ({
			symbol: symbolOf.get(block.tickerId[i]!) ?? '',
			ms: block.time[i]! * SECOND,
			mentions: block.mentions[i]!,
			retweets: block.retweets[i]!,
		})).filter(({ symbol }) => symbol !== '');
	};
}

/** Stores the permanent ids of a vendor's tickers and the members of its sessions. */
function createVendorDirectory({ records }: Stores, provider: string): VendorDirectory {
	return {
		tickers: () => tickersOf(records.db, provider),
		registerTickers: async (tickers) => {
			const ids = await ensureTickers(records.db, provider, tickers.map((ticker) => ({ ...ticker, delisted: null }))); // biome-ignore format: one call
			const vendorTickers = new Map(tickers.map((ticker) => [ids.get(ticker.symbol), ticker]));
			const storedTickers = await tickersOf(records.db, provider);
			// Keep stored values that the vendor leaves out.
			const updated = storedTickers.flatMap((ticker) => {
				const vendorTicker = vendorTickers.get(ticker.id);
				if (!vendorTicker) return [];
				const { name, type, industry, shares, exchange } = vendorTicker;
				return [
					{
						...{ ...ticker, name, type },
						industry: industry ?? ticker.industry,
						shares: shares ?? ticker.shares,
						exchange: exchange ?? ticker.exchange ?? null,
					},
				];
			});
			if (updated.length > 0) await saveTickers(records.db, provider, updated);
			return tickersOf(records.db, provider);
		},
		registerDelisted: (tickers) => ensureEndedTickers(records.db, provider, tickers),
		rename: ({ before, after, date }) => renameTicker(records.db, provider, before, after, date),
		storedUntil: () => readStoredUntil(records.db, provider, 'bars'),
		memberDates: () => memberDates(records.db, provider),
		members: (from, to) => membersBetween(records.db, provider, from, to),
		saveMembers: (sessions) => saveSessionMembers(records.db, provider, sessions),
		pastSymbols: () => pastSymbols(records.db, provider),
	};
}
