/** Every vendor's market opened on its fake, for what must hold of all of them. */
import type { Ticker } from '@sw/domain/prices/ticker';
import { nyse } from '@sw/domain/time/calendar';
import { tickerId } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { createWarnOnce } from '../outbound/warn-once.ts';
import { createAlpacaAdapter } from '../vendors/alpaca/alpaca-adapter.ts';
import { createAlpacaClient } from '../vendors/alpaca/client.ts';
import { createMassiveClient } from '../vendors/massive/client.ts';
import { createMassiveAdapter } from '../vendors/massive/massive-adapter.ts';
import type { VendorAdapter, VendorAdapterOptions } from '../vendors/vendor-adapter.ts';
import type { VendorDirectory } from '../vendors/vendor-provider.ts';
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

/** Gives numbers and forgets them with the process. */
export function memoryDirectory(): VendorDirectory {
	let stored: Ticker[] = [];
	return {
		known: async () => stored,
		registerTickers: async (tickers) => {
			const fresh = tickers.filter(({ symbol }) => !stored.some((ticker) => ticker.symbol === symbol));
			stored = [...stored, ...fresh.map((ticker, i) => ({ ...ticker, id: tickerId(stored.length + i + 1), delisted: null }))];
			return stored;
		},
		rename: async ({ before, after }) => {
			stored = stored.map((ticker) => (ticker.symbol === before ? { ...ticker, symbol: after } : ticker));
		},
	};
}
