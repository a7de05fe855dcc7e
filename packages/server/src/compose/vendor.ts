/** Real markets: one vendor for prices and options, others for mentions, put together from the configuration. */
import type { Calendar } from '@sw/domain/time/calendar';
import { exchangeDate, MINUTE, SECOND, utcMs } from '@sw/domain/time/units';
import { mentionsBetween } from '@sw/store/clickhouse/mentions';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/batches';
import { settingOr } from '@sw/store/postgres/records/settings';
import { ensureTickers, saveTickers, tickersOf } from '@sw/store/postgres/records/tickers';
import type { Vendor, VendorConfig } from '../config/vendors.ts';
import { createApeWisdom, type KnownHours } from '../intake/mentions/apewisdom.ts';
import type { MentionCounter } from '../intake/mentions/mention-source.ts';
import { createReddit } from '../intake/mentions/reddit.ts';
import { withMentions } from '../intake/mentions/with-mentions.ts';
import { createX } from '../intake/mentions/x.ts';
import { createOutbound, type Outbound } from '../intake/outbound/outbound.ts';
import { createWarnOnce } from '../intake/outbound/warn-once.ts';
import type { Provider } from '../intake/provider.ts';
import { createAlpacaMarket } from '../intake/vendors/alpaca/alpaca-market.ts';
import { type AlpacaKeys, createAlpacaClient } from '../intake/vendors/alpaca/client.ts';
import { type AlpacaStream, createAlpacaStream } from '../intake/vendors/alpaca/stream.ts';
import { DEFAULT_COVERAGE } from '../intake/vendors/coverage.ts';
import { createMassiveClient } from '../intake/vendors/massive/client.ts';
import { createFlatFiles, openSigner } from '../intake/vendors/massive/flat-files.ts';
import { createMassiveMarket } from '../intake/vendors/massive/massive-market.ts';
import type { VendorMarket } from '../intake/vendors/vendor-market.ts';
import { createVendorProvider, type VendorDirectory } from '../intake/vendors/vendor-provider.ts';
import { createYahooClient, openYahooPackage } from '../intake/vendors/yahoo/client.ts';
import { createYahooMarket } from '../intake/vendors/yahoo/yahoo-market.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';

export interface VendorOpening {
	config: VendorConfig;
	wall: WallClock;
	calendar: Calendar;
	random: () => number;
	/** Hears what is missing and what was done without. */
	warn(what: string): void;
	signal?: AbortSignal;
	/** Stand-ins for the vendors' hosts, by name. */
	addresses?: Readonly<Record<string, string>>;
}

interface Defaults {
	delay: number;
	most: number;
	perMinute: number;
}
const DEFAULTS: Record<Vendor, Defaults> = {
	yahoo: { delay: MINUTE, most: 150, perMinute: 120 },
	// The free plan gives the whole market's prices once they are fifteen minutes old.
	alpaca: { delay: 16 * MINUTE, most: 2_000, perMinute: 180 },
	massive: { delay: 16 * MINUTE, most: 1_000, perMinute: 600 },
};
/** Until a stream's last minute is there. */
const STREAM_DELAY = 6 * SECOND;
const COUNTERS_PER_MINUTE = { apewisdom: 20, reddit: 60, x: 15 };

const marketOf = async (vendor: Vendor, opening: VendorOpening): Promise<VendorMarket> => {
	const { config, wall, calendar, warn, addresses = {} } = opening;
	const { delay, most, perMinute } = DEFAULTS[vendor];
	const outbound = outboundOf(opening, vendor, config.requestsPerMinute ?? perMinute);
	const streams = vendor === 'alpaca' && config.alpacaStream;
	const common = {
		wall,
		calendar,
		warn,
		delay: config.delay ?? (streams ? STREAM_DELAY : delay),
		most: config.most ?? most,
		symbols: config.symbols,
		chains: config.chains,
	};
	const address = addresses[vendor];
	if (vendor === 'yahoo') return createYahooMarket({ ...common, client: createYahooClient(outbound, await openYahooPackage(), address) });
	if (vendor === 'alpaca') {
		if (!config.alpaca) throw new TypeError('Alpaca has no keys');
		return createAlpacaMarket({
			...common,
			client: createAlpacaClient(
				outbound,
				config.alpaca,
				address ? { data: address, trading: address } : undefined,
				createWarnOnce(wall, warn),
			),
			stream: streams ? streamOf(config.alpaca, opening) : undefined,
		});
	}
	if (!config.massive) throw new TypeError('Massive has no key');
	const { key, files } = config.massive;
	const flatFiles =
		files && createFlatFiles(outboundOf(opening, 'massive', 60), await openSigner(files), calendar, addresses['massive-files']);
	return createMassiveMarket({
		...common,
		client: createMassiveClient(outbound, key, address, createWarnOnce(wall, warn)),
		files: flatFiles ?? undefined,
	});
};

const streamOf = (keys: AlpacaKeys, { wall, calendar, random, warn, signal }: VendorOpening): AlpacaStream => {
	const stream = createAlpacaStream({ keys, wall, calendar, random, warn, connect: (url) => new WebSocket(url) });
	signal?.addEventListener('abort', () => stream.close(), { once: true });
	return stream;
};

const outboundOf = ({ wall, random, signal, warn }: VendorOpening, vendor: string, perMinute: number): Outbound =>
	createOutbound({ vendor, wall, random, perMinute, tell: warn, ...(signal ? { signal } : {}) });

const directoryOf = ({ records }: Stores, provider: string): VendorDirectory => ({
	known: () => tickersOf(records.db, provider),
	register: async (tickers) => {
		const ids = await ensureTickers(records.db, provider, tickers.map((ticker) => ({ ...ticker, delisted: null }))); // biome-ignore format: one call
		const stated = new Map(tickers.map((ticker) => [ids.get(ticker.symbol), ticker]));
		const stored = await tickersOf(records.db, provider);
		// What a vendor does not say stays as it is known.
		const renewed = stored.flatMap((ticker) => {
			const now = stated.get(ticker.id);
			return now
				? [{ ...ticker, name: now.name, type: now.type, industry: now.industry ?? ticker.industry, shares: now.shares ?? ticker.shares }]
				: [];
		});
		if (renewed.length > 0) await saveTickers(records.db, provider, renewed);
		return tickersOf(records.db, provider);
	},
});

const knownHoursOf =
	({ records, series }: Stores, provider: string): KnownHours =>
	async (symbols, from, to) => {
		const wanted = new Set(symbols);
		const tickers = (await tickersOf(records.db, provider)).filter(({ symbol }) => wanted.has(symbol));
		const symbolOf = new Map<number, string>(tickers.map(({ id, symbol }) => [id, symbol]));
		const block = await mentionsBetween(series, undefined, from / SECOND, to / SECOND, await visibleBatches(records.db));
		return Array.from({ length: block.count }, (_, i) => ({
			symbol: symbolOf.get(block.tickerId[i] as number) ?? '',
			ms: (block.time[i] as number) * SECOND,
			mentions: block.mentions[i] as number,
			retweets: block.retweets[i] as number,
		})).filter(({ symbol }) => symbol !== '');
	};

const countersOf = (stores: Stores, vendor: Vendor, opening: VendorOpening): MentionCounter[] => {
	const { config, wall, addresses = {} } = opening;
	return config.mentions.flatMap((name): MentionCounter[] => {
		const outbound = outboundOf(opening, name, COUNTERS_PER_MINUTE[name]);
		const address = addresses[name];
		if (name === 'apewisdom') return [createApeWisdom(outbound, wall, knownHoursOf(stores, vendor), address)];
		if (name === 'reddit')
			return config.reddit ? [createReddit(outbound, wall, config.reddit, address ? { login: address, api: address } : undefined)] : [];
		return config.xToken ? [createX(outbound, wall, config.xToken, undefined, address)] : [];
	});
};

/** Rejects with VendorError 'package' when a package is missing that the vendor needs. */
export const openVendor = async (stores: Stores, vendor: Vendor, opening: VendorOpening): Promise<Provider> => {
	const { config, wall, calendar, warn } = opening;
	const market = await marketOf(vendor, opening);
	// The first start decides where history begins: what is stored since then stays, however short the vendor's memory is.
	const reach = market.historyFrom(utcMs(wall.now() - market.delay));
	const slotsFrom = exchangeDate(String(await settingOr(stores.records.db, `history_from:${vendor}`, reach.slots)));
	const dailyFrom = exchangeDate(String(await settingOr(stores.records.db, `daily_from:${vendor}`, reach.daily)));
	const provider = createVendorProvider({
		market,
		directory: directoryOf(stores, vendor),
		calendar,
		wall,
		slotsFrom,
		dailyFrom: dailyFrom < slotsFrom ? dailyFrom : slotsFrom,
		coverage: { ...DEFAULT_COVERAGE, enough: config.coverage },
		signal: opening.signal,
		warn,
	});
	return withMentions(provider, countersOf(stores, vendor, opening), warn, wall);
};
