/** A vendor's adapter as configured: its addresses, keys, limits and delays. */
import type { Calendar } from '@sw/domain/time/calendar';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import type { Vendor, VendorConfig } from '../../config/vendors.ts';
import { createApeWisdomCounter, type LoadCountedHours } from '../../intake/mentions/apewisdom.ts';
import type { MentionCounter } from '../../intake/mentions/mention-source.ts';
import { createRedditCounter } from '../../intake/mentions/reddit.ts';
import { createXCounter } from '../../intake/mentions/x.ts';
import { createOutbound, type Outbound } from '../../intake/outbound/outbound.ts';
import { createWarnOnce } from '../../intake/outbound/warn-once.ts';
import { createAlpacaAdapter, estimateAlpacaLoad } from '../../intake/vendors/alpaca/alpaca-adapter.ts';
import { type AlpacaKeys, createAlpacaClient } from '../../intake/vendors/alpaca/client.ts';
import { type AlpacaStream, createAlpacaStream } from '../../intake/vendors/alpaca/stream.ts';
import { describeLoad, type EstimateLoad, fitLoad } from '../../intake/vendors/load.ts';
import { createMassiveClient } from '../../intake/vendors/massive/client.ts';
import { createFlatFiles, openSigner } from '../../intake/vendors/massive/flat-files.ts';
import { createMassiveAdapter, estimateMassiveLoad } from '../../intake/vendors/massive/massive-adapter.ts';
import type { VendorAdapter } from '../../intake/vendors/vendor-adapter.ts';
import { createYahooClient, loadYahooPackage } from '../../intake/vendors/yahoo/client.ts';
import { createYahooAdapter, estimateYahooLoad } from '../../intake/vendors/yahoo/yahoo-adapter.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

export interface VendorWiring {
	config: VendorConfig;
	wall: WallClock;
	calendar: Calendar;
	random: () => number;
	/** Receives warnings about missing or skipped data. */
	warn(message: string): void;
	/** Receives information, such as the number of requests needed to follow the market. */
	info?(message: string): void;
	/** Receives each outbound client. */
	onOutbound?(outbound: Outbound): void;
	signal?: AbortSignal;
	/** Maximum attempts per call; with 1, a call does not wait for rate limits either. Default: 4. */
	tries?: number;
	/** Stand-ins for the vendors' hosts, by name. */
	addresses?: Readonly<Record<string, string>>;
}

interface Defaults {
	/** Delay of bars, in milliseconds. */
	delay: number;
	/** Delay of option volumes, in milliseconds: exchanges delay them by fifteen minutes unless a higher fee is paid. */
	optionsDelay: number;
	symbolLimit: number;
	/** Requests per minute. */
	perMinute: number;
}
export const VENDOR_DEFAULTS: Record<Vendor, Defaults> = {
	yahoo: { delay: MINUTE, optionsDelay: 15 * MINUTE, symbolLimit: 150, perMinute: 120 },
	// The free plan has the whole market's prices, fifteen minutes late.
	alpaca: { delay: 16 * MINUTE, optionsDelay: 15 * MINUTE, symbolLimit: 2_000, perMinute: 180 },
	massive: { delay: 16 * MINUTE, optionsDelay: 15 * MINUTE, symbolLimit: 1_000, perMinute: 600 },
};
/** Time until the stream has delivered a finished minute. */
const STREAM_DELAY = 6 * SECOND;

/**
 * Opens a vendor's adapter as configured, with as many symbols and option chains as the rate limit allows. Throws VendorError 'package' if a package
 * that the vendor needs is missing.
 */
export async function openVendorAdapter(vendor: Vendor, wiring: VendorWiring): Promise<VendorAdapter> {
	const { config, wall, calendar, warn, addresses = {} } = wiring;
	const { delay, optionsDelay, symbolLimit, perMinute } = VENDOR_DEFAULTS[vendor];
	const limit = config.requestsPerMinute ?? perMinute;
	const outbound = createVendorOutbound(wiring, vendor, limit);
	const usesStream = vendor === 'alpaca' && config.alpacaStream;
	const requested = { symbols: config.symbols.length || (config.symbolLimit ?? symbolLimit), chains: config.chains };
	const affordable = fitLoad(loadFor(vendor, config), limit, requested);
	wiring.info?.(`${vendor}: ${describeLoad(affordable, limit)}`);
	if (affordable.symbols < requested.symbols)
		warn(
			`${limit} requests per minute are enough for ${affordable.symbols} of the ${requested.symbols} symbols in each slot; the others are not followed.`,
		);
	if (affordable.chains < Math.min(requested.chains, affordable.symbols))
		warn(`${limit} requests per minute are enough for ${affordable.chains} of the ${requested.chains} option chains.`);
	const common = {
		wall,
		calendar,
		warn,
		delay: config.delay ?? (usesStream ? STREAM_DELAY : delay),
		optionsDelay: config.optionsDelay ?? optionsDelay,
		symbolLimit: affordable.symbols,
		symbols: config.symbols.slice(0, affordable.symbols),
		chains: affordable.chains,
	};
	const baseUrl = addresses[vendor];
	if (vendor === 'yahoo') return createYahooAdapter({ ...common, client: createYahooClient(outbound, await loadYahooPackage(), baseUrl) });
	if (vendor === 'alpaca') {
		if (!config.alpaca) throw new TypeError('the Alpaca keys are missing');
		return createAlpacaAdapter({
			...common,
			client: createAlpacaClient(
				outbound,
				config.alpaca,
				baseUrl ? { data: baseUrl, trading: baseUrl } : undefined,
				createWarnOnce(wall, warn),
			),
			stream: usesStream ? openAlpacaStream(config.alpaca, wiring) : undefined,
		});
	}
	if (!config.massive) throw new TypeError('the Massive key is missing');
	const { key, files } = config.massive;
	const flatFiles =
		files && createFlatFiles(createVendorOutbound(wiring, 'massive', 60), await openSigner(files), calendar, addresses['massive-files']);
	return createMassiveAdapter({
		...common,
		client: createMassiveClient(outbound, key, baseUrl, createWarnOnce(wall, warn)),
		files: flatFiles ?? undefined,
	});
}

function loadFor(vendor: Vendor, { massive, symbols }: VendorConfig): EstimateLoad {
	if (vendor === 'massive') return estimateMassiveLoad(Boolean(massive?.files), symbols.length === 0);
	return vendor === 'yahoo' ? estimateYahooLoad : estimateAlpacaLoad;
}

function openAlpacaStream(keys: AlpacaKeys, { wall, calendar, random, warn, signal }: VendorWiring): AlpacaStream {
	const stream = createAlpacaStream({ keys, wall, calendar, random, warn, connect: (url) => new WebSocket(url) });
	signal?.addEventListener('abort', () => stream.close(), { once: true });
	return stream;
}

export function createVendorOutbound(
	{ wall, random, signal, tries, warn, onOutbound }: VendorWiring,
	vendor: string,
	perMinute: number,
): Outbound {
	const outbound = createOutbound({
		vendor,
		wall,
		random,
		perMinute,
		notify: warn,
		...(signal ? { signal } : {}),
		...(tries === undefined ? {} : { tries }),
	});
	onOutbound?.(outbound);
	return outbound;
}

/** Requests per minute to each counter of mentions. */
const COUNTERS_PER_MINUTE = { apewisdom: 20, reddit: 60, x: 15 };

/** Opens the configured counters of mentions. `readKnownHours` reads hours that were already counted and stored. */
export function openCounters(wiring: VendorWiring, readKnownHours: LoadCountedHours): MentionCounter[] {
	const { config, wall, addresses = {} } = wiring;
	return config.mentions.flatMap((name): MentionCounter[] => {
		const outbound = createVendorOutbound(wiring, name, COUNTERS_PER_MINUTE[name]);
		const baseUrl = addresses[name];
		if (name === 'apewisdom') return [createApeWisdomCounter(outbound, wall, readKnownHours, baseUrl)];
		if (name === 'reddit')
			return config.reddit
				? [createRedditCounter(outbound, wall, config.reddit, baseUrl ? { login: baseUrl, api: baseUrl } : undefined)]
				: [];
		return config.xToken ? [createXCounter(outbound, wall, config.xToken, undefined, baseUrl)] : [];
	});
}
