import { type Calendar, nyse } from '@sw/domain/time/calendar';
import { type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Stores } from '@sw/store/open';
import { setting, settingOr } from '@sw/store/postgres/records/settings';
import { splitsOf } from '@sw/store/postgres/records/tickers/corporate-actions';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import type { Config } from '../../config/config.ts';
import { createFilesProvider } from '../../intake/files/files-provider.ts';
import type { Provider } from '../../intake/provider.ts';
import { sharesOn } from '../../intake/shares-on.ts';
import { type MarketVersion, NEWEST_MARKET } from '../../intake/simulated/market-model.ts';
import { createSimulatedProvider } from '../../intake/simulated/simulated-provider.ts';
import { sharesStated } from '../../market/imports/name-companies.ts';
import { OtherMarket } from '../../market/imports/other-market.ts';
import { storedUntil } from '../../market/stored/stored-until.ts';
import { volumeFrom } from '../../market/stored/volume-from.ts';
import { openVendor } from './vendor.ts';
import type { VendorOpening } from './vendor-adapter.ts';

const MARKET_KEY = 'market';
/** Version of the model that a simulated market was filled by. */
const MODEL_KEY = 'simulated_market';
/** Folders without the key are older than it. */
const FIRST_MODEL: MarketVersion = 1;
const NONE_LATE: ReadonlyMap<TickerId, UtcMs> = new Map();

/** A data folder belongs to one market permanently: reports of two markets could have the same times. */
export async function bindFolderToMarket({ records }: Stores, provider: Config['provider'], folder: string): Promise<void> {
	if (provider === 'simulated' && (await setting(records.db, MARKET_KEY)) === undefined)
		await settingOr(records.db, MODEL_KEY, NEWEST_MARKET);
	// If several processes start together, the first one decides.
	const held = await settingOr(records.db, MARKET_KEY, provider);
	if (held === provider) return;
	const which = (name: unknown): string =>
		name === 'simulated' ? 'the simulated market' : name === 'files' ? 'imported files' : `the market of ${name}`;
	throw new OtherMarket(
		`${folder} contains data of ${which(held)}, not of ${which(provider)}. Use another folder, for example SIGNALWHEEL_DATA=data-${provider}, or start with SIGNALWHEEL_PROVIDER=${held}.`,
	);
}

/** Without `opening`, a vendor's market only reads stored data and never calls the vendor. */
export async function openProvider(
	stores: Stores,
	name: Config['provider'],
	calendar: Calendar,
	opening?: VendorOpening,
): Promise<Provider> {
	if (name === 'simulated') {
		const version = ((await setting(stores.records.db, MODEL_KEY)) ?? FIRST_MODEL) as MarketVersion;
		return createSimulatedProvider({ version, calendar: nyse, open: calendar });
	}
	if (name !== 'files' && name !== 'replay' && opening) return openVendor(stores, name, opening);
	const { db } = stores.records;
	const stored = createFilesProvider({
		tickers: async (asOf) => {
			const [splits, stated] = [Map.groupBy(await splitsOf(db, name), ({ tickerId }) => tickerId), await sharesStated(db, name)];
			// A vendor states the type of a ticker; in files, its volume decides it.
			const late = name === 'files' ? await volumeFrom(stores, calendar) : NONE_LATE;
			return (await tickersOf(db, name)).map((known) => {
				const [since, from] = [stated.get(known.id), late.get(known.id)];
				const ticker = from === undefined ? known : { ...known, volumeFrom: from };
				return since ? { ...ticker, shares: sharesOn(ticker.shares, splits.get(ticker.id) ?? [], since, newYorkDate(asOf)) } : ticker;
			});
		},
		end: (await storedUntil(db, name, 'bars')) ?? utcMs(0),
	});
	return { ...stored, name };
}
