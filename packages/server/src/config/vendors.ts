/** The configuration of real markets. */
import { MINUTE } from '@sw/domain/time/units';
import type { Environment } from './environment.ts';
import type { VENDORS } from './environment-values.ts';

export type Vendor = (typeof VENDORS)[number];

export interface KeyPair {
	key: string;
	secret: string;
}

export interface VendorConfig {
	/** Symbols to follow; when empty, the vendor's most traded ones. */
	symbols: readonly string[];
	/** How many of the most traded; null: the vendor's default. */
	symbolLimit: number | null;
	/** Delay of the market clock in milliseconds; null: the vendor's default. */
	delay: number | null;
	/** The same for option volumes. */
	optionsDelay: number | null;
	/** Share of the expected tickers that a slot waits for. */
	coverage: number;
	requestsPerMinute: number | null;
	/** Underlyings whose option chains are read after each slot. */
	chains: number;
	alpaca: KeyPair | null;
	/** Whether Alpaca's stream of the whole market is used. */
	alpacaStream: boolean;
	massive: { key: string; files: KeyPair | null } | null;
	mentions: NonNullable<Environment['SIGNALWHEEL_MENTIONS']>;
	reddit: { id: string; secret: string } | null;
	xToken: string | null;
	/** Mail address named to the SEC in each request; null: its filings aren't read. */
	edgarContact: string | null;
}

export function vendorConfig(environment: Environment): VendorConfig {
	const { SIGNALWHEEL_DELAY: minutes, SIGNALWHEEL_OPTIONS_DELAY: optionMinutes, SIGNALWHEEL_MASSIVE_KEY: key } = environment;
	const reddit = pair(environment.SIGNALWHEEL_REDDIT_ID, environment.SIGNALWHEEL_REDDIT_SECRET);
	return {
		symbols: environment.SIGNALWHEEL_SYMBOLS ?? [],
		symbolLimit: environment.SIGNALWHEEL_UNIVERSE,
		delay: minutes === null ? null : minutes * MINUTE,
		optionsDelay: optionMinutes === null ? null : optionMinutes * MINUTE,
		coverage: environment.SIGNALWHEEL_COVERAGE / 100,
		requestsPerMinute: environment.SIGNALWHEEL_REQUESTS_PER_MINUTE,
		chains: environment.SIGNALWHEEL_CHAINS,
		alpaca: pair(environment.SIGNALWHEEL_ALPACA_KEY, environment.SIGNALWHEEL_ALPACA_SECRET),
		alpacaStream: environment.SIGNALWHEEL_ALPACA_STREAM === 'sip',
		massive: key ? { key, files: pair(environment.SIGNALWHEEL_MASSIVE_FILES_KEY, environment.SIGNALWHEEL_MASSIVE_FILES_SECRET) } : null,
		mentions: environment.SIGNALWHEEL_MENTIONS ?? [],
		reddit: reddit && { id: reddit.key, secret: reddit.secret },
		xToken: environment.SIGNALWHEEL_X_TOKEN,
		edgarContact: environment.SIGNALWHEEL_EDGAR_CONTACT,
	};
}

function pair(key: string | null, secret: string | null): KeyPair | null {
	return key && secret ? { key, secret } : null;
}
