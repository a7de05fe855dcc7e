/** Opens every vendor's market on its fake, for tests that must hold for all vendors. */
import type { Ticker } from '@sw/domain/prices/ticker';
import { nyse } from '@sw/domain/time/calendar';
import { type ExchangeDate, tickerId, type UtcMs } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { createWarnOnce } from '../outbound/warn-once.ts';
import { createAlpacaAdapter } from '../vendors/alpaca/alpaca-adapter.ts';
import { createAlpacaClient } from '../vendors/alpaca/client.ts';
import { createMassiveClient } from '../vendors/massive/client.ts';
import { createMassiveAdapter } from '../vendors/massive/massive-adapter.ts';
import type { VendorAdapter, VendorAdapterOptions } from '../vendors/vendor-adapter.ts';
import type { PastSymbol, SessionMembers, VendorDirectory } from '../vendors/vendor-directory.ts';
import { createYahooClient } from '../vendors/yahoo/client.ts';
import { createYahooAdapter } from '../vendors/yahoo/yahoo-adapter.ts';
import { createFakeAlpaca } from './fake-alpaca.ts';
import type { FakeMarket } from './fake-market.ts';
import { createFakeMassive } from './fake-massive.ts';
import type { Answer, VendorRequest } from './fake-vendor.ts';
import { createFakeYahoo, createPlainYahooPackage } from './fake-yahoo.ts';

export interface VendorKind {
	name: 'alpaca' | 'massive' | 'yahoo';
	script(market: FakeMarket, skew: number): (request: VendorRequest) => Answer;
	createAdapter(
		url: string,
		wall: WallClock,
		warn: (message: string) => void,
		outbound: Outbound,
		overrides?: Partial<VendorAdapterOptions>,
	): VendorAdapter;
}

function createOptions(
	wall: WallClock,
	warn: (message: string) => void,
	overrides: Partial<VendorAdapterOptions> = {},
): VendorAdapterOptions {
	return {
		wall,
		warn,
		calendar: nyse,
		delay: 0,
		optionsDelay: 0,
		symbols: [],
		symbolLimit: 50,
		chains: 2,
		...overrides,
	};
}

export const VENDOR_KINDS: readonly VendorKind[] = [
	{
		name: 'alpaca',
		script: (market, skew) => createFakeAlpaca(market, { skew }),
		createAdapter: (url, wall, warn, outbound, more) =>
			createAlpacaAdapter({
				...createOptions(wall, warn, more),
				client: createAlpacaClient(outbound, { key: 'PKtest', secret: 's' }, { data: url, trading: url }, createWarnOnce(wall, warn)),
			}),
	},
	{
		name: 'massive',
		script: (market, skew) => createFakeMassive(market, { skew }),
		createAdapter: (url, wall, warn, outbound, more) =>
			createMassiveAdapter({
				...createOptions(wall, warn, more),
				files: undefined,
				client: createMassiveClient(outbound, 'test', url, createWarnOnce(wall, warn)),
			}),
	},
	{
		name: 'yahoo',
		script: (market, skew) => createFakeYahoo(market, { skew }),
		createAdapter: (url, wall, warn, outbound, more) =>
			createYahooAdapter({ ...createOptions(wall, warn, more), client: createYahooClient(outbound, createPlainYahooPackage, url) }),
	},
];

export function findVendorKind(name: VendorKind['name']): VendorKind {
	return VENDOR_KINDS.find((kind) => kind.name === name) as VendorKind;
}

/** Assigns ids in memory. `storedUntil`: end of the bars that a test has stored. */
export function createMemoryDirectory(state: { storedUntil?: UtcMs } = {}): VendorDirectory {
	let storedTickers: Ticker[] = [];
	const membersByDate = new Map<ExchangeDate, SessionMembers>();
	const add = (tickers: readonly Omit<Ticker, 'id'>[]): void => {
		storedTickers = [...storedTickers, ...tickers.map((ticker, i) => ({ ...ticker, id: tickerId(storedTickers.length + i + 1) }))];
	};
	return {
		tickers: async () => storedTickers,
		registerTickers: async (tickers) => {
			const listedSymbols = new Set(storedTickers.filter(({ delisted }) => delisted === null).map(({ symbol }) => symbol));
			add(tickers.filter(({ symbol }) => !listedSymbols.has(symbol)).map((ticker) => ({ ...ticker, delisted: null })));
			return storedTickers;
		},
		registerDelisted: async (tickers) =>
			tickers.map(({ isStored, ...ticker }) => {
				const isSameTicker = ({ symbol, delisted }: Ticker) => symbol === ticker.symbol && delisted === ticker.delisted;
				if (isStored)
					storedTickers = storedTickers.map((storedTicker) =>
						storedTicker.symbol === ticker.symbol && storedTicker.delisted === null
							? { ...storedTicker, delisted: ticker.delisted }
							: storedTicker,
					);
				if (!storedTickers.some(isSameTicker)) add([ticker]);
				return (storedTickers.find(isSameTicker) as Ticker).id;
			}),
		rename: async ({ before, after }) => {
			storedTickers = storedTickers.map((ticker) => (ticker.symbol === before ? { ...ticker, symbol: after } : ticker));
		},
		storedUntil: async () => state.storedUntil,
		memberDates: async () => [...membersByDate.keys()].sort(),
		members: async (from, to) =>
			[...membersByDate.values()].filter(({ date }) => date >= from && date <= to).sort((a, b) => (a.date < b.date ? -1 : 1)),
		saveMembers: async (newMembers) => {
			for (const sessionMembers of newMembers) membersByDate.set(sessionMembers.date, sessionMembers);
		},
		pastSymbols: async () => {
			const lastBySymbolAndId = new Map<string, PastSymbol>();
			for (const { date, ids, symbols } of [...membersByDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1)))
				for (const [i, symbol] of symbols.entries()) lastBySymbolAndId.set(`${symbol} ${ids[i]}`, { symbol, id: ids[i]!, last: date });
			return [...lastBySymbolAndId.values()].sort((a, b) => (a.last < b.last ? -1 : 1));
		},
	};
}
