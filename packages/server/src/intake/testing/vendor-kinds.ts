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
import { fakeAlpaca } from './fake-alpaca.ts';
import type { FakeMarket } from './fake-market.ts';
import { fakeMassive } from './fake-massive.ts';
import type { Answer, VendorRequest } from './fake-vendor.ts';
import { fakeYahoo, plainYahooPackage } from './fake-yahoo.ts';

export interface VendorKind {
	name: 'alpaca' | 'massive' | 'yahoo';
	script(market: FakeMarket, skew: number): (request: VendorRequest) => Answer;
	make(
		url: string,
		wall: WallClock,
		warn: (message: string) => void,
		outbound: Outbound,
		more?: Partial<VendorAdapterOptions>,
	): VendorAdapter;
}

function common(wall: WallClock, warn: (message: string) => void, more: Partial<VendorAdapterOptions> = {}): VendorAdapterOptions {
	return {
		wall,
		warn,
		calendar: nyse,
		delay: 0,
		optionsDelay: 0,
		symbols: [],
		symbolLimit: 50,
		chains: 2,
		...more,
	};
}

export const VENDOR_KINDS: readonly VendorKind[] = [
	{
		name: 'alpaca',
		script: (market, skew) => fakeAlpaca(market, { skew }),
		make: (url, wall, warn, outbound, more) =>
			createAlpacaAdapter({
				...common(wall, warn, more),
				client: createAlpacaClient(outbound, { key: 'PKtest', secret: 's' }, { data: url, trading: url }, createWarnOnce(wall, warn)),
			}),
	},
	{
		name: 'massive',
		script: (market, skew) => fakeMassive(market, { skew }),
		make: (url, wall, warn, outbound, more) =>
			createMassiveAdapter({
				...common(wall, warn, more),
				files: undefined,
				client: createMassiveClient(outbound, 'test', url, createWarnOnce(wall, warn)),
			}),
	},
	{
		name: 'yahoo',
		script: (market, skew) => fakeYahoo(market, { skew }),
		make: (url, wall, warn, outbound, more) =>
			createYahooAdapter({ ...common(wall, warn, more), client: createYahooClient(outbound, plainYahooPackage, url) }),
	},
];

export function kindNamed(name: VendorKind['name']): VendorKind {
	return VENDOR_KINDS.find((kind) => kind.name === name) as VendorKind;
}

/** Assigns ids in memory. `storedUntil`: end of the bars that a test has stored. */
export function memoryDirectory(state: { storedUntil?: UtcMs } = {}): VendorDirectory {
	let stored: Ticker[] = [];
	const sessions = new Map<ExchangeDate, SessionMembers>();
	const add = (tickers: readonly Omit<Ticker, 'id'>[]): void => {
		stored = [...stored, ...tickers.map((ticker, i) => ({ ...ticker, id: tickerId(stored.length + i + 1) }))];
	};
	return {
		tickers: async () => stored,
		registerTickers: async (tickers) => {
			const listed = new Set(stored.filter(({ delisted }) => delisted === null).map(({ symbol }) => symbol));
			add(tickers.filter(({ symbol }) => !listed.has(symbol)).map((ticker) => ({ ...ticker, delisted: null })));
			return stored;
		},
		registerDelisted: async (tickers) =>
			tickers.map(({ isStored, ...ticker }) => {
				const end = ({ symbol, delisted }: Ticker) => symbol === ticker.symbol && delisted === ticker.delisted;
				if (isStored)
					stored = stored.map((each) =>
						each.symbol === ticker.symbol && each.delisted === null ? { ...each, delisted: ticker.delisted } : each,
					);
				if (!stored.some(end)) add([ticker]);
				return (stored.find(end) as Ticker).id;
			}),
		rename: async ({ before, after }) => {
			stored = stored.map((ticker) => (ticker.symbol === before ? { ...ticker, symbol: after } : ticker));
		},
		storedUntil: async () => state.storedUntil,
		memberDates: async () => [...sessions.keys()].sort(),
		members: async (from, to) =>
			[...sessions.values()].filter(({ date }) => date >= from && date <= to).sort((a, b) => (a.date < b.date ? -1 : 1)),
		saveMembers: async (saved) => {
			for (const each of saved) sessions.set(each.date, each);
		},
		pastSymbols: async () => {
			const last = new Map<string, PastSymbol>();
			for (const { date, ids, symbols } of [...sessions.values()].sort((a, b) => (a.date < b.date ? -1 : 1)))
				for (const [i, symbol] of symbols.entries()) last.set(`${symbol} ${ids[i]}`, { symbol, id: ids[i]!, last: date });
			return [...last.values()].sort((a, b) => (a.last < b.last ? -1 : 1));
		},
	};
}
