/**
 * Yahoo requires a cookie and a crumb token, which the package yahoo-finance2 obtains. The package builds the URLs; requests are sent through Outbound with
 * its limits, and responses are validated by our own schemas, which report the wrong field.
 */
import { yahooSymbol } from '@sw/domain/prices/symbol';
import type { UtcMs } from '@sw/domain/time/units';
import type { Outbound } from '../../outbound/outbound.ts';
import { VendorError } from '../../outbound/vendor-error.ts';
import { importOptionalPackage } from '../optional-package.ts';
import { YAHOO } from './parse.ts';

interface CallOptions {
	fetch: typeof fetch;
	validateResult: false;
}
/** The functions of yahoo-finance2 version 4 that the client uses. */
export interface YahooPackage {
	chart(symbol: string, query: Record<string, unknown>, options: CallOptions): Promise<unknown>;
	options(symbol: string, query: Record<string, unknown>, options: CallOptions): Promise<unknown>;
	quote(symbols: readonly string[], query: Record<string, unknown>, options: CallOptions): Promise<unknown>;
	screener(query: Record<string, unknown>, overrides: undefined, options: CallOptions): Promise<unknown>;
}

/** Responses as text. */
export interface YahooClient {
	chart(symbol: string, interval: '15m' | '1d', from: UtcMs, to: UtcMs): Promise<string>;
	/** Options of the nearest expiration, or of the given one (UTC seconds). */
	options(symbol: string, expiration?: number): Promise<string>;
	quotes(symbols: readonly string[]): Promise<string>;
	screener(id: string, count: number): Promise<string>;
}

/** Returns a factory of clients with their own cookies and crumb; by default the package shares them between its instances. */
export async function loadYahooPackage(): Promise<() => YahooPackage> {
	const { default: YahooFinance } = (await importOptionalPackage(YAHOO, 'yahoo-finance2')) as {
		default: new (options: object) => YahooPackage;
	};
	const { ExtendedCookieJar } = (await importOptionalPackage(YAHOO, 'yahoo-finance2/lib/cookieJar')) as {
		ExtendedCookieJar: new () => object;
	};
	const silentLogger = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {}, dir: () => {} };
	const options = { suppressNotices: ['yahooSurvey', 'ripHistorical'], versionCheck: false, logger: silentLogger };
	return () => new YahooFinance({ ...options, cookieJar: new ExtendedCookieJar() });
}

const DATA_PATH = /^\/v\d+\/finance\//;
const UNAUTHORIZED = 401;

/** Creates a client. `baseUrl`: used instead of Yahoo's hosts, for tests. */
export function createYahooClient(outbound: Outbound, createPackage: () => YahooPackage, baseUrl?: string): YahooClient {
	let client = createPackage();
	const request = async (
		call: string,
		run: (yahoo: YahooPackage, options: CallOptions) => Promise<unknown>,
		isRetry = false,
	): Promise<string> => {
		let body: string | undefined;
		let fetchError: unknown;
		const trackedFetch: typeof fetch = async (input, init) => {
			const url = new URL(input instanceof Request ? input.url : input);
			const target = baseUrl ? new URL(url.pathname + url.search, baseUrl) : url;
			const isData = DATA_PATH.test(url.pathname);
			try {
				const response = await outbound.response(isData ? call : 'crumb', target, init);
				if (isData) body = await response.clone().text();
				return response;
			} catch (error) {
				fetchError = error;
				throw error;
			}
		};
		try {
			await run(client, { fetch: trackedFetch, validateResult: false });
		} catch (error) {
			// An error of the package in processing a response is ignored if the response itself was received.
			if (fetchError instanceof VendorError && fetchError.status === UNAUTHORIZED && !isRetry) {
				client = createPackage();
				return request(call, run, true);
			}
			if (fetchError) throw fetchError;
			if (body === undefined)
				throw new VendorError(YAHOO, call, 'outage', error instanceof Error ? error.message : String(error), { cause: error });
		}
		if (body === undefined) throw new VendorError(YAHOO, call, 'outage', 'The package sent no request.');
		return body;
	};
	return {
		chart: (symbol, interval, from, to) =>
			request('chart', (yahoo, options) =>
				yahoo.chart(
					yahooSymbol(symbol),
					{ period1: new Date(from), period2: new Date(to), interval, includePrePost: true, events: 'div|split' },
					options,
				),
			),
		options: (symbol, expiration) =>
			request('options', (yahoo, options) =>
				yahoo.options(yahooSymbol(symbol), expiration === undefined ? {} : { date: new Date(expiration * 1000) }, options),
			),
		quotes: (symbols) => request('quote', (yahoo, options) => yahoo.quote(symbols.map(yahooSymbol), {}, options)),
		screener: (id, count) => request('screener', (yahoo, options) => yahoo.screener({ scrIds: id, count }, undefined, options)),
	};
}
