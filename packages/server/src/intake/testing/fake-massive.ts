import { type Session, sessionOn } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import type { FakeMarket } from './fake-market.ts';
import type { Answer, VendorRequest } from './fake-vendor.ts';

/** Massive's responses about a fake market; pages of `perPage` bars with the URL of the next one, on the vendor's own host. */
export function createFakeMassive(market: FakeMarket, { perPage = 40, skew = 0 } = {}) {
	return (request: VendorRequest): Answer => {
		const { path, query } = request;
		if (request.headers.authorization !== 'Bearer test') return { json: { status: 'ERROR', error: 'Unknown API Key' }, status: 401 };
		const createResults = (rows: unknown[], next?: string): Answer => ({
			json: { results: rows, status: 'OK', ...(next ? { next_url: `https://api.massive.com${next}` } : {}) },
		});
		if (path === '/v1/marketstatus/upcoming') return { json: [] };
		if (path === '/v3/reference/tickers')
			return query.get('active') === 'false'
				? createResults(
						market.endedSymbols.map(({ symbol, until, figi }) => ({
							...{ ticker: symbol, name: `Old ${symbol} Inc.`, active: false, delisted_utc: `${until}T05:00:00Z` },
							composite_figi: figi,
						})),
					)
				: createResults(
						market.symbols.map((ticker) => ({
							...{ ticker, name: `${ticker} Inc.`, type: 'CS', active: true, composite_figi: market.figiBySymbol[ticker] },
						})),
					);
		if (path.startsWith('/v3/reference/tickers/')) {
			const ticker = path.split('/').at(-1) ?? '';
			const list_date = market.listingDates[[ticker, query.get('date')].filter(Boolean).join(' ')];
			return { json: { results: { ticker, list_date, sic_description: 'ELECTRONIC COMPUTERS', share_class_shares_outstanding: 1e9 } } };
		}
		const [, date] = /^\/v2\/aggs\/grouped\/locale\/us\/market\/stocks\/(\d{4}-\d\d-\d\d)$/.exec(path) ?? [];
		if (date) {
			const session = sessionOn(date as ExchangeDate);
			const names = new Set([...market.symbols, ...market.endedSymbols.map(({ symbol }) => symbol)]);
			const dailyBars = [...names].flatMap((T) =>
				(session ? market.days(T, session.open, session.close) : []).map(({ open, high, low, close, volume }) => ({
					...{ T, t: (session as Session).close, o: open, h: high, l: low, c: close, v: volume },
				})),
			);
			return dailyBars.length > 0 ? createResults(dailyBars) : { json: { resultsCount: 0, status: 'OK' } };
		}
		if (path === '/stocks/v1/splits')
			return createResults(
				market.splits
					.filter(({ date }) => date >= (query.get('execution_date.gte') ?? '') && date <= (query.get('execution_date.lte') ?? ''))
					.map(({ symbol, date, ratio }) => ({ ticker: symbol, execution_date: date, split_from: 1, split_to: ratio })),
			);
		if (path === '/stocks/v1/dividends') return createResults([]);
		if (path.startsWith('/v3/snapshot/options/')) {
			const symbol = path.split('/').at(-1) ?? '';
			const { calls, puts } = market.contracts(symbol);
			const row = (contract_type: string, volume: number) => ({
				day: { volume, last_updated: (market.now() - 3_600_000) * 1e6 },
				details: { contract_type, ticker: `O:${symbol}250117C00100000` },
			});
			return createResults([row('call', calls), row('put', puts)]);
		}
		const [, symbol, from, to] = /^\/v2\/aggs\/ticker\/([^/]+)\/range\/15\/minute\/(\d+)\/(\d+)$/.exec(path) ?? [];
		if (!symbol) return { json: { status: 'NOT_FOUND' }, status: 404 };
		const allBars = market.bars(symbol, Number(from), Number(to) + 1);
		const offset = Number(query.get('cursor') ?? 0);
		const rows = allBars
			.slice(offset, offset + perPage)
			.map(({ ms, open, high, low, close, volume }) => ({ t: ms + skew, o: open, h: high, l: low, c: close, v: volume, n: 1 }));
		const next = offset + perPage < allBars.length ? `${path}?cursor=${offset + perPage}` : undefined;
		const page = createResults(rows, next) as { json: object };
		return { json: { ...page.json, ticker: symbol } };
	};
}
