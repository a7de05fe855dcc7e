import { yahooSymbol } from './symbol.ts';

/** A link to a ticker on another site. */
export interface TickerLink {
	readonly name: string;
	/** An https address with placeholders, for example https://example.com/quote/{symbol}. */
	readonly template: string;
}

/** Links of visitors, and of accounts that have set none of their own. */
export const PRESET_LINKS: readonly TickerLink[] = [
	{ name: 'TradingView', template: 'https://www.tradingview.com/chart/?symbol={tv}' },
	{ name: 'Yahoo Finance', template: 'https://finance.yahoo.com/quote/{yahoo}' },
	{ name: 'Finviz', template: 'https://finviz.com/quote.ashx?t={yahoo}' },
];

export const MOST_LINKS = 12;
export const LONGEST_LINK_NAME = 40;
export const LONGEST_TEMPLATE = 500;

/** What each placeholder becomes. TradingView needs the exchange before the symbol; without it, it finds the ticker by its symbol alone. */
const PLACEHOLDERS: Readonly<Record<string, (ticker: LinkedTicker) => string | null>> = {
	symbol: ({ symbol }) => symbol,
	exchange: ({ exchange }) => exchange,
	tv: ({ symbol, exchange }) => (exchange === null ? symbol : `${exchange}:${symbol}`),
	yahoo: ({ symbol }) => yahooSymbol(symbol),
};
const PLACEHOLDER = /\{([^{}]*)\}/g;

export interface LinkedTicker {
	readonly symbol: string;
	/** For example NASDAQ; null when unknown. */
	readonly exchange: string | null;
}

/** The address of a ticker; null when it needs an exchange that isn't known. */
export function tickerAddress(template: string, ticker: LinkedTicker): string | null {
	let known = true;
	const address = template.replace(PLACEHOLDER, (_, name: string) => {
		const value = PLACEHOLDERS[name]?.(ticker) ?? null;
		if (value === null) known = false;
		return encodeURIComponent(value ?? '');
	});
	return known ? address : null;
}

/** What is wrong with a template; null for a valid one. The site itself is fixed: a placeholder is allowed only after its name. */
export function templateFault(template: string): string | null {
	if ([...template].length > LONGEST_TEMPLATE) return `Use at most ${LONGEST_TEMPLATE} characters.`;
	if (!template.startsWith('https://')) return 'Start with https://.';
	const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
	const unknown = names.find((name) => !Object.hasOwn(PLACEHOLDERS, name));
	if (unknown !== undefined) return `{${unknown}} isn’t a placeholder. Use {symbol}, {exchange}, {tv} or {yahoo}.`;
	if (names.length === 0) return 'Add {symbol} where the ticker’s symbol belongs.';
	if (/[{}]/.test(template.replace(PLACEHOLDER, ''))) return 'Close each placeholder, for example {symbol}.';
	const site = /^https:\/\/([^/?#]*)/.exec(template)?.[1] ?? '';
	if (/[{}@\\]/.test(site) || !isSite(site)) return 'Enter the site’s name after https://, without placeholders or passwords.';
	if (/[\s\\]/.test(template)) return 'Remove spaces and backslashes.';
	return null;
}

/** A host name or address, with a port if needed. */
function isSite(site: string): boolean {
	return /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i.test(site) && !site.includes('..');
}
