import type { TickerId } from '../time/units.ts';

/** Hashed ids start here; lower ids are assigned sequentially. */
const FIRST_HASHED_ID = 2 ** 22;

/** The largest signed 32-bit integer. */
const MAX_INT32 = 2 ** 31 - 1;

const FNV_OFFSET = 0x811c9dc5;

const FNV_PRIME = 0x01000193;

/** A valid symbol in its normal form. */
const SYMBOL = /^\^?[A-Z0-9][A-Z0-9.\-^]{0,14}$/;
/** The vendor Massive marks preferred shares, when-issued shares and rights by a lower-case letter: TpC is a preferred share of T, TPC another symbol. */
const LOWERCASE_MARKER = /^([A-Z]{1,5})(p|w|r)([A-Z]?)$/;
const MARKER_SUFFIX = { p: 'PR', w: 'WI', r: 'RT' } as const;
/** As in 'NASDAQ:AAPL' and 'XNAS:AAPL'. */
const EXCHANGE_PREFIX = /^[A-Z]{2,10}:(?=[A-Z0-9])/i;
/** As in 'AAPL US Equity', 'AAPL.US', 'AAPL.XNAS' and 'AAPL.NAS'. */
const MARKET_SUFFIX = /( US)?( EQUITY)$| US$|\.US$|\.X[A-Z]{3}$|\.(NAS|NYS|NASDAQ|NYSE|OQ)$/i;
/** A root, a separator and a share type, as in 'BRK-B', 'BAC PRL', 'OXY/WS' and 'BAC^L'. */
const SUFFIXED = /^([A-Z]{1,5})([-./ ^$+=_])([A-Z]{0,4}|WS\.[A-Z])$/i;

/** Share classes that some sources write without a separator ('BRKB') or with the separator of preferred shares ('BRK^B'). */
const CLASS_SHARES: ReadonlyMap<string, string> = new Map(
	'AKO.A AKO.B BF.A BF.B BIO.B BRK.A BRK.B CRD.A CRD.B CWEN.A GEF.B HEI.A JW.A JW.B LEN.B LGF.A LGF.B MKC.V MOG.A MOG.B STZ.B TAP.A UHAL.B WSO.B'
		.split(' ')
		.map((symbol) => [symbol.replace('.', ''), symbol]),
);

/**
 * Returns the normal form of a symbol from any source: BRK-B, BRK/B, BRK B and BRK.B.US become BRK.B; BAC-PL and BAC^L become BAC.PRL. The form is in
 * capitals, without the exchange, with a dot before a share class, preferred series (.PRL), warrant (.WS), unit (.U) or right (.RT). undefined if invalid.
 * Lower-case letters among capitals are significant: they are interpreted ('TpC' is T.PRC) or, if ambiguous, rejected.
 */
export function normalizeSymbol(text: string): string | undefined {
	const trimmed = text.trim().replace(/^#/, '').replace(EXCHANGE_PREFIX, '');
	const bare = trimmed.replace(MARKET_SUFFIX, '');
	const [, root = '', kind, series = ''] = LOWERCASE_MARKER.exec(bare) ?? [];
	if (kind !== undefined) return `${root}.${MARKER_SUFFIX[kind as keyof typeof MARKER_SUFFIX]}${series}`;
	const normalized = normalizeSuffixed(bare, bare !== trimmed);
	if (normalized !== undefined) return normalized;
	if (isMixedCase(bare)) return undefined;
	const symbol = bare.toUpperCase();
	return SYMBOL.test(symbol) ? (CLASS_SHARES.get(symbol) ?? symbol) : undefined;
}

/** Whether the text mixes cases other than by capitalization: 'aAPl', not 'Aapl'. */
function isMixedCase(text: string): boolean {
	return /[a-z]/.test(text) && /[A-Z]/.test(text.slice(1));
}

/**
 * Converts a symbol with a known suffix; undefined without one. `hasMarketSuffix`: the text had a market suffix such as '.US'. In such
 * texts (from Stooq), an underscore marks preferred shares.
 */
function normalizeSuffixed(text: string, hasMarketSuffix: boolean): string | undefined {
	const [, rootText = '', separator, suffixText = ''] = SUFFIXED.exec(text) ?? [];
	if (separator === undefined || isMixedCase(rootText)) return undefined;
	const root = rootText.toUpperCase();
	const kind = suffixText.toUpperCase().replace('.', '');
	const classShare = CLASS_SHARES.get(root + kind);
	if (classShare !== undefined) return classShare;
	if (separator === '_' && !hasMarketSuffix) return undefined;
	const suffix = normalizeSuffix(separator, kind);
	return suffix === undefined ? undefined : `${root}.${suffix}`;
}

function normalizeSuffix(separator: string, kind: string): string | undefined {
	if (separator === '+') return kind.length < 2 ? `WS${kind}` : undefined;
	if (separator === '=') return kind === '' ? 'U' : undefined;
	if (separator === '^' || separator === '$' || separator === '_') return kind.length < 2 ? `PR${kind}` : undefined;
	// Yahoo's 'PSA-PR' is series R. Elsewhere, PR without a letter means the only series.
	if (separator === '-' && kind === 'PR') return 'PRR';
	const [, series] = /^PR?([A-Z]?)$/.exec(kind) ?? [];
	if (series !== undefined) return kind === 'PR' ? 'PR' : `PR${series}`;
	if (/^W[ST][A-Z]?$/.test(kind)) return `WS${kind.slice(2)}`;
	if (/^U[NT]?$/.test(kind)) return 'U';
	if (/^R[IT]$/.test(kind)) return 'RT';
	// After a space, only one letter: 'what is' isn't a symbol.
	return kind !== '' && kind.length <= (separator === ' ' ? 1 : 2) ? kind : undefined;
}

/** Returns Yahoo's spelling: BRK-B, BAC-PL, OXY-WT, SPAQ-UN. */
export function yahooSymbol(symbol: string): string {
	const [, root, kind = ''] = /^([A-Z]{1,5})\.([A-Z]{1,4})$/.exec(symbol) ?? [];
	if (root === undefined) return symbol;
	if (kind === 'U') return `${root}-UN`;
	if (kind === 'RT') return `${root}-RI`;
	return `${root}-${kind.replace(/^PR/, 'P').replace(/^WS/, 'WT')}`;
}

/**
 * Computes the id a symbol gets if that is free: FNV-1a over the characters, mixed once more. Every installation assigns the same ids, in whatever order data
 * arrives. With ten thousand symbols, the chance that any two collide is about 1 in 40.
 */
export function preferredTickerId(symbol: string): TickerId {
	let hash = FNV_OFFSET;
	for (let i = 0; i < symbol.length; i++) hash = Math.imul(hash ^ symbol.charCodeAt(i), FNV_PRIME);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash = (hash ^ (hash >>> 16)) >>> 0;
	return (FIRST_HASHED_ID + (hash % (MAX_INT32 - FIRST_HASHED_ID))) as TickerId;
}

/** A link to a ticker on another site. */
export interface TickerLink {
	readonly name: string;
	/** An https URL with placeholders, such as https://example.com/quote/{symbol}. */
	readonly template: string;
}

/** The links for visitors, and for accounts that have set none. */
export const PRESET_LINKS: readonly TickerLink[] = [
	{ name: 'TradingView', template: 'https://www.tradingview.com/chart/?symbol={tv}' },
	{ name: 'Yahoo Finance', template: 'https://finance.yahoo.com/quote/{yahoo}' },
	{ name: 'Finviz', template: 'https://finviz.com/quote.ashx?t={yahoo}' },
];

export const MAX_LINKS = 12;
export const MAX_LINK_NAME_LENGTH = 40;
const MAX_TEMPLATE_LENGTH = 500;

/** Values of the placeholders. TradingView expects the exchange before the symbol, but also finds a ticker by the symbol alone. */
const PLACEHOLDERS: Readonly<Record<string, (ticker: LinkedTicker) => string | null>> = {
	symbol: ({ symbol }) => symbol,
	exchange: ({ exchange }) => exchange,
	tv: ({ symbol, exchange }) => (exchange === null ? symbol : `${exchange}:${symbol}`),
	yahoo: ({ symbol }) => yahooSymbol(symbol),
};
const PLACEHOLDER = /\{([^{}]*)\}/g;

interface LinkedTicker {
	readonly symbol: string;
	/** TradingView's name, such as NASDAQ; null when unknown. */
	readonly exchange: string | null;
}

/** Fills in a template; null if the template needs an unknown exchange. */
export function tickerUrl(template: string, ticker: LinkedTicker): string | null {
	let isComplete = true;
	const url = template.replace(PLACEHOLDER, (_, name: string) => {
		const value = PLACEHOLDERS[name]?.(ticker) ?? null;
		if (value === null) isComplete = false;
		return encodeURIComponent(value ?? '');
	});
	return isComplete ? url : null;
}

/** Returns the error message for an invalid template; null for a valid one. Placeholders aren't allowed in the host, so the site is fixed. */
export function templateError(template: string): string | null {
	if ([...template].length > MAX_TEMPLATE_LENGTH) return `Use at most ${MAX_TEMPLATE_LENGTH} characters.`;
	if (!template.startsWith('https://')) return 'Start with https://.';
	const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
	const unknownName = names.find((name) => !Object.hasOwn(PLACEHOLDERS, name));
	if (unknownName !== undefined) return `{${unknownName}} isn’t a placeholder. Use {symbol}, {exchange}, {tv} or {yahoo}.`;
	if (names.length === 0) return 'Add {symbol} where the ticker’s symbol belongs.';
	if (/[{}]/.test(template.replace(PLACEHOLDER, ''))) return 'Close each placeholder, for example {symbol}.';
	const host = /^https:\/\/([^/?#]*)/.exec(template)?.[1] ?? '';
	if (/[{}@\\]/.test(host) || !isHost(host)) return 'Enter the site’s name after https://, without placeholders or passwords.';
	if (/[\s\\]/.test(template)) return 'Remove spaces and backslashes.';
	return null;
}

/** Whether the text is a host name or IPv4 address, optionally with a port. */
function isHost(text: string): boolean {
	return /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i.test(text) && !text.includes('..');
}
