import type { Calendar } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import { saveTickers, tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { createEdgar, createEdgarClient, EDGAR_REQUESTS_PER_MINUTE } from '../intake/filings/edgar.ts';
import { createWarnOnce } from '../intake/outbound/warn-once.ts';
import type { Provider } from '../intake/provider.ts';
import { createFilingFollower, type FilingFollower } from '../market/filings/follow-source.ts';
import { createFilingsReader, type FilingsReader } from '../market/filings/read-information.ts';
import type { StoredFilings } from '../market/filings/stored-filings.ts';
import type { Peers } from './processes/peers.ts';
import { createVendorOutbound, type VendorWiring } from './vendors/vendor-adapter.ts';

export interface FilingWiring {
	stores: Stores;
	provider: Pick<Provider, 'name' | 'simulated' | 'clock'>;
	filings: StoredFilings;
	calendar: Calendar;
	vendorWiring: VendorWiring;
	onError(message: string, error: unknown): void;
}

/** Follows the SEC's filings. Undefined without a contact address for its requests, and for markets that are not on the real clock. */
export function openFilingSource({ stores, provider, filings, calendar, vendorWiring, onError }: FilingWiring): FilingFollower | undefined {
	const { config, wall, warn, addresses = {} } = vendorWiring;
	if (config.edgarContact === null || provider.simulated || provider.clock) return undefined;
	const { db } = stores.records;
	const siteUrl = addresses['edgar'];
	const client = createEdgarClient(
		createVendorOutbound(vendorWiring, 'edgar', EDGAR_REQUESTS_PER_MINUTE),
		config.edgarContact,
		siteUrl ? { site: siteUrl, data: siteUrl } : undefined,
	);
	const warnOnce = createWarnOnce(wall, warn);
	return createFilingFollower({
		source: createEdgar(client, wall, warnOnce),
		filings,
		calendar,
		wall,
		tickers: () => tickersOf(db, provider.name),
		saveIndustry: async (ids, industry) => {
			const tickerIds = new Set(ids);
			const withoutIndustry = (await tickersOf(db, provider.name)).filter((ticker) => tickerIds.has(ticker.id) && ticker.industry === null);
			await saveTickers(
				db,
				provider.name,
				withoutIndustry.map((ticker) => ({ ...ticker, industry })),
			);
		},
		onError,
	});
}

export interface ShownFilingsWiring {
	filings: StoredFilings;
	calendar: Calendar;
	/** Undefined where no source is followed. */
	source: Pick<FilingFollower, 'prioritize'> | undefined;
	peers: Pick<Peers, 'wantFilings' | 'onWanted'>;
}

/** Reads the filings shown with a ticker. If the ticker's history is incomplete, the process that follows the source is asked to load that history next. */
export function createShownFilings({ filings, calendar, source, peers }: ShownFilingsWiring): FilingsReader {
	if (source) peers.onWanted(source.prioritize);
	return createFilingsReader({ filings, calendar }, (ticker) => {
		source?.prioritize(ticker);
		if (source) peers.wantFilings(ticker);
	});
}
