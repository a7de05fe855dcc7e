/** What the environment says of real markets. */
import { MINUTE } from '@sw/domain/time/units';

export const VENDORS = ['yahoo', 'alpaca', 'massive'] as const;
export type Vendor = (typeof VENDORS)[number];
export const MENTION_COUNTERS = ['apewisdom', 'reddit', 'x'] as const;
export type MentionCounterName = (typeof MENTION_COUNTERS)[number];

export interface KeyPair {
	key: string;
	secret: string;
}

export interface VendorConfig {
	/** To follow; the vendor's most traded when empty. */
	symbols: readonly string[];
	/** How many of the most traded; the vendor's own number when null. */
	most: number | null;
	/** Milliseconds by which the market clock is behind; the vendor's own when null. */
	delay: number | null;
	/** Share of the expected tickers without which a slot waits. */
	coverage: number;
	requestsPerMinute: number | null;
	/** Underlyings whose option chains are read after each slot. */
	chains: number;
	alpaca: KeyPair | null;
	/** Whether Alpaca's stream of the whole market is used. */
	alpacaStream: boolean;
	massive: { key: string; files: KeyPair | null } | null;
	mentions: readonly MentionCounterName[];
	reddit: { id: string; secret: string } | null;
	xToken: string | null;
}

const VENDOR_SETTINGS = [
	'SIGNALWHEEL_PROVIDER',
	'SIGNALWHEEL_SYMBOLS',
	'SIGNALWHEEL_UNIVERSE',
	'SIGNALWHEEL_DELAY',
	'SIGNALWHEEL_COVERAGE',
	'SIGNALWHEEL_REQUESTS_PER_MINUTE',
	'SIGNALWHEEL_CHAINS',
	'SIGNALWHEEL_ALPACA_KEY',
	'SIGNALWHEEL_ALPACA_SECRET',
	'SIGNALWHEEL_ALPACA_STREAM',
	'SIGNALWHEEL_MASSIVE_KEY',
	'SIGNALWHEEL_MASSIVE_FILES_KEY',
	'SIGNALWHEEL_MASSIVE_FILES_SECRET',
	'SIGNALWHEEL_MENTIONS',
	'SIGNALWHEEL_REDDIT_ID',
	'SIGNALWHEEL_REDDIT_SECRET',
	'SIGNALWHEEL_X_TOKEN',
] as const;
export type VendorSetting = (typeof VENDOR_SETTINGS)[number];

const SYMBOL = /^[A-Z0-9][A-Z0-9.\-^]{0,14}$/;

const parts = (text: string): string[] =>
	text
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);

/** Checks what depends on each other; each value was checked by itself before. */
export const vendorConfig = (value: (name: VendorSetting) => string, faults: string[]): VendorConfig => {
	const number = (name: VendorSetting): number | null => (value(name) === '' ? null : Number(value(name)));
	const pair = (key: VendorSetting, secret: VendorSetting): KeyPair | null => {
		const [a, b] = [value(key), value(secret)];
		if (Boolean(a) !== Boolean(b)) faults.push(`${key} and ${secret} belong together.`);
		return a && b ? { key: a, secret: b } : null;
	};
	const symbols = parts(value('SIGNALWHEEL_SYMBOLS')).map((symbol) => symbol.toUpperCase());
	if (!symbols.every((symbol) => SYMBOL.test(symbol)))
		faults.push('SIGNALWHEEL_SYMBOLS takes symbols with commas between them, for example AAPL,MSFT,BRK.B.');
	const alpaca = pair('SIGNALWHEEL_ALPACA_KEY', 'SIGNALWHEEL_ALPACA_SECRET');
	const files = pair('SIGNALWHEEL_MASSIVE_FILES_KEY', 'SIGNALWHEEL_MASSIVE_FILES_SECRET');
	const key = value('SIGNALWHEEL_MASSIVE_KEY');
	const provider = value('SIGNALWHEEL_PROVIDER');
	if (provider === 'alpaca' && !alpaca)
		faults.push('SIGNALWHEEL_PROVIDER=alpaca needs SIGNALWHEEL_ALPACA_KEY and SIGNALWHEEL_ALPACA_SECRET.');
	if (provider === 'massive' && !key) faults.push('SIGNALWHEEL_PROVIDER=massive needs SIGNALWHEEL_MASSIVE_KEY.');
	const id = pair('SIGNALWHEEL_REDDIT_ID', 'SIGNALWHEEL_REDDIT_SECRET');
	const xToken = value('SIGNALWHEEL_X_TOKEN') || null;
	const mentions = parts(value('SIGNALWHEEL_MENTIONS')) as MentionCounterName[];
	if (mentions.some((name) => !MENTION_COUNTERS.includes(name))) faults.push(`SIGNALWHEEL_MENTIONS takes ${MENTION_COUNTERS.join(', ')}, with commas between them.`); // biome-ignore format: one sentence
	if (mentions.includes('apewisdom') && mentions.includes('reddit')) faults.push('SIGNALWHEEL_MENTIONS takes apewisdom or reddit, not both: both count Reddit.'); // biome-ignore format: one sentence
	if (mentions.includes('reddit') && !id)
		faults.push('SIGNALWHEEL_MENTIONS=reddit needs SIGNALWHEEL_REDDIT_ID and SIGNALWHEEL_REDDIT_SECRET.');
	if (mentions.includes('x') && !xToken) faults.push('SIGNALWHEEL_MENTIONS=x needs SIGNALWHEEL_X_TOKEN.');
	const minutes = number('SIGNALWHEEL_DELAY');
	return {
		symbols: [...new Set(symbols)],
		most: number('SIGNALWHEEL_UNIVERSE'),
		delay: minutes === null ? null : minutes * MINUTE,
		coverage: Number(value('SIGNALWHEEL_COVERAGE')) / 100,
		requestsPerMinute: number('SIGNALWHEEL_REQUESTS_PER_MINUTE'),
		chains: Number(value('SIGNALWHEEL_CHAINS')),
		alpaca,
		alpacaStream: value('SIGNALWHEEL_ALPACA_STREAM') === 'sip',
		massive: key ? { key, files } : null,
		mentions,
		reddit: id && { id: id.key, secret: id.secret },
		xToken,
	};
};
