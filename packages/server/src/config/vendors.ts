import { MINUTE } from '@sw/domain/time/units';
import type { Environment } from './environment.ts';
import type { VENDORS } from './environment-values.ts';

export type Vendor = (typeof VENDORS)[number];

export interface KeyPair {
	key: string;
	secret: string;
}

/** The configuration of a real market and its data vendors. */
export interface VendorConfig {
	/** Symbols to follow. If empty, the most traded ones are followed. */
	symbols: readonly string[];
	/** Number of most traded symbols to follow; null: the vendor's default. */
	symbolLimit: number | null;
	/** Delay of the market clock in milliseconds; null: the vendor's default. */
	delay: number | null;
	/** Delay of option volumes in milliseconds; null: the vendor's default. */
	optionsDelay: number | null;
	/** Share of the expected tickers that a slot waits for, 0 to 1. */
	coverage: number;
	requestsPerMinute: number | null;
	/** Number of underlyings whose option chains are read after each slot. */
	chains: number;
	alpaca: KeyPair | null;
	/** Whether Alpaca's stream of the whole market is used. */
	alpacaStream: boolean;
	massive: { key: string; files: KeyPair | null } | null;
	mentions: NonNullable<Environment['SIGNALWHEEL_MENTIONS']>;
	reddit: { id: string; secret: string } | null;
	xToken: string | null;
	/** Mail address that each request names to the SEC; null: its filings aren't read. */
	edgarContact: string | null;
}

export function vendorConfig(environment: Environment): VendorConfig {
	const { SIGNALWHEEL_DELAY: delayMinutes, SIGNALWHEEL_OPTIONS_DELAY: optionsDelayMinutes, SIGNALWHEEL_MASSIVE_KEY: key } = environment;
	const reddit = createKeyPair(environment.SIGNALWHEEL_REDDIT_ID, environment.SIGNALWHEEL_REDDIT_SECRET);
	return {
		symbols: environment.SIGNALWHEEL_SYMBOLS ?? [],
		symbolLimit: environment.SIGNALWHEEL_UNIVERSE,
		delay: delayMinutes === null ? null : delayMinutes * MINUTE,
		optionsDelay: optionsDelayMinutes === null ? null : optionsDelayMinutes * MINUTE,
		coverage: environment.SIGNALWHEEL_COVERAGE / 100,
		requestsPerMinute: environment.SIGNALWHEEL_REQUESTS_PER_MINUTE,
		chains: environment.SIGNALWHEEL_CHAINS,
		alpaca: createKeyPair(environment.SIGNALWHEEL_ALPACA_KEY, environment.SIGNALWHEEL_ALPACA_SECRET),
		alpacaStream: environment.SIGNALWHEEL_ALPACA_STREAM === 'sip',
		massive: key
			? { key, files: createKeyPair(environment.SIGNALWHEEL_MASSIVE_FILES_KEY, environment.SIGNALWHEEL_MASSIVE_FILES_SECRET) }
			: null,
		mentions: environment.SIGNALWHEEL_MENTIONS ?? [],
		reddit: reddit && { id: reddit.key, secret: reddit.secret },
		xToken: environment.SIGNALWHEEL_X_TOKEN,
		edgarContact: environment.SIGNALWHEEL_EDGAR_CONTACT,
	};
}

function createKeyPair(key: string | null, secret: string | null): KeyPair | null {
	return key && secret ? { key, secret } : null;
}
