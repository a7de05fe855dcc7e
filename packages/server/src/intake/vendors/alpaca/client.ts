import { type ExchangeDate, exchangeDate, type UtcMs } from '@sw/domain/time/units';
import type { OnInvalidItems } from '../../outbound/decode.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { VendorError } from '../../outbound/vendor-error.ts';
import type { VendorBar } from '../bars.ts';
import type { OptionVolumes, VendorTicker } from '../vendor-adapter.ts';
import {
	ALPACA,
	type CorporateActions,
	type Page,
	parseActions,
	parseAssets,
	parseBars,
	parseCalendar,
	parseChain,
	type VendorSession,
} from './parse.ts';

export interface AlpacaKeys {
	key: string;
	secret: string;
}

export interface AlpacaClient {
	/** Raw bars that start in [from, to), of any number of symbols. */
	bars(symbols: readonly string[], timeframe: '15Min' | '1Day', from: UtcMs, to: UtcMs): Promise<Map<string, VendorBar[]>>;
	/** Contracts of an underlying traded on `date`, which must be today. */
	chain(underlying: string, date: ExchangeDate, feed: OptionFeed): Promise<OptionVolumes>;
	actions(from: ExchangeDate, to: ExchangeDate): Promise<CorporateActions>;
	assets(): Promise<VendorTicker[]>;
	calendar(from: ExchangeDate, to: ExchangeDate): Promise<VendorSession[]>;
}

/** `opra` is in real time and needs a signed agreement; `indicative` is delayed by 15 minutes. */
export type OptionFeed = 'opra' | 'indicative';

export interface AlpacaUrls {
	data: string;
	trading: string;
}

/** Returns the hosts for a key; keys of paper accounts begin with PK. */
export function selectAlpacaUrls({ key }: AlpacaKeys): AlpacaUrls {
	return {
		data: 'https://data.alpaca.markets',
		trading: key.startsWith('PK') ? 'https://paper-api.alpaca.markets' : 'https://api.alpaca.markets',
	};
}

/** Symbols per URL; some proxies reject longer URLs. */
const SYMBOLS_PER_REQUEST = 500;
const BARS_PER_PAGE = 10_000;
const CONTRACTS_PER_PAGE = 1_000;
/** Limit in case a vendor's page tokens never end. */
const MAX_PAGES = 20_000;
/** Days per request for corporate actions. */
const ACTION_DAYS_PER_REQUEST = 80;

export function createAlpacaClient(
	outbound: Outbound,
	keys: AlpacaKeys,
	{ data, trading } = selectAlpacaUrls(keys),
	onInvalidItems?: OnInvalidItems,
): AlpacaClient {
	const headers = { 'apca-api-key-id': keys.key, 'apca-api-secret-key': keys.secret, accept: 'application/json' };
	const fetchText = (call: string, base: string, path: string, query: Record<string, string | number>): Promise<string> => {
		const url = new URL(path, base);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
		return outbound.text(call, url, { headers });
	};
	/** Yields the pages of a call, until a page has no token. Throws VendorError if the pages never end. */
	async function* fetchPages<T>(
		call: string,
		path: string,
		query: Record<string, string | number>,
		parse: (text: string) => Page<T>,
	): AsyncGenerator<T> {
		let token: string | undefined;
		for (let n = 0; n < MAX_PAGES; n++) {
			const { value, next } = parse(await fetchText(call, data, path, token === undefined ? query : { ...query, page_token: token }));
			yield value;
			if (next === undefined) return;
			if (next === token) break;
			token = next;
		}
		throw new VendorError(ALPACA, call, 'shape', 'Its pages never end.', { field: 'next_page_token' });
	}

	return {
		async bars(symbols, timeframe, from, to) {
			const barsBySymbol = new Map<string, VendorBar[]>();
			for (let at = 0; at < symbols.length; at += SYMBOLS_PER_REQUEST) {
				const query = {
					symbols: symbols.slice(at, at + SYMBOLS_PER_REQUEST).join(','),
					timeframe,
					start: new Date(from).toISOString(),
					// The vendor's end is inclusive.
					end: new Date(to - 1).toISOString(),
					adjustment: 'raw',
					limit: BARS_PER_PAGE,
				};
				for await (const page of fetchPages('bars', '/v2/stocks/bars', query, (text) => parseBars(text, onInvalidItems)))
					for (const [symbol, bars] of page) barsBySymbol.set(symbol, [...(barsBySymbol.get(symbol) ?? []), ...bars]);
			}
			return barsBySymbol;
		},
		async chain(underlying, date, feed) {
			const sum = { calls: 0, puts: 0 };
			const path = `/v1beta1/options/snapshots/${encodeURIComponent(underlying)}`;
			for await (const page of fetchPages('option chain', path, { limit: CONTRACTS_PER_PAGE, feed }, (text) => parseChain(text, date))) {
				sum.calls += page.calls;
				sum.puts += page.puts;
			}
			return sum;
		},
		async actions(from, to) {
			const actions: CorporateActions = { splits: [], dividends: [], renames: [] };
			const types = 'forward_split,reverse_split,cash_dividend,name_change';
			for (let start = Date.parse(from); start <= Date.parse(to); start += ACTION_DAYS_PER_REQUEST * 86_400_000) {
				const end = Math.min(Date.parse(to), start + (ACTION_DAYS_PER_REQUEST - 1) * 86_400_000);
				const query = { types, start: toExchangeDate(start), end: toExchangeDate(end), limit: CONTRACTS_PER_PAGE };
				for await (const page of fetchPages('corporate actions', '/v1/corporate-actions', query, (text) =>
					parseActions(text, onInvalidItems),
				)) {
					actions.splits.push(...page.splits);
					actions.dividends.push(...page.dividends);
					actions.renames.push(...page.renames);
				}
			}
			return actions;
		},
		assets: async () =>
			parseAssets(await fetchText('assets', trading, '/v2/assets', { status: 'active', asset_class: 'us_equity' }), onInvalidItems),
		calendar: async (from, to) => parseCalendar(await fetchText('calendar', trading, '/v2/calendar', { start: from, end: to })),
	};
}

function toExchangeDate(ms: number): ExchangeDate {
	return exchangeDate(new Date(ms).toISOString().slice(0, 10));
}
