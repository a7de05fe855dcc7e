import { sessionsBetween } from '@sw/domain/time/calendar';
import { type ExchangeDate, exchangeDate, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { VendorBar } from '../vendors/bars.ts';
import type { FakeMarket } from './fake-market.ts';
import type { Answer, VendorRequest } from './fake-vendor.ts';

/** Alpaca's responses about a fake market; pages of `perPage` bars, sorted by symbol, then time. */
export function createFakeAlpaca(market: FakeMarket, { perPage = 40, skew = 0 } = {}) {
	return (request: VendorRequest): Answer => {
		const { path, query } = request;
		if (request.headers['apca-api-key-id'] !== 'PKtest') return { json: { message: 'forbidden.' }, status: 403 };
		if (path === '/v2/assets')
			return {
				json: [
					...market.symbols.map((symbol) => ({ symbol, name: `${symbol} Inc.`, exchange: 'NASDAQ', tradable: true, status: 'active' })),
					{ symbol: 'OTCXX', name: 'Elsewhere', exchange: 'OTC', tradable: true, status: 'active' },
				],
			};
		if (path === '/v2/calendar') {
			const [start, end] = [query.get('start') ?? '', query.get('end') ?? ''].map(exchangeDate) as [ExchangeDate, ExchangeDate];
			return { json: sessionsBetween(start, end).map(({ date, early }) => ({ date, open: '09:30', close: early ? '13:00' : '16:00' })) };
		}
		if (path === '/v1/corporate-actions')
			return {
				json: {
					corporate_actions: {
						forward_splits: market.splits
							.filter(({ date }) => date >= (query.get('start') ?? '') && date <= (query.get('end') ?? ''))
							.map(({ symbol, date, ratio }) => ({ symbol, ex_date: date, new_rate: ratio, old_rate: 1 })),
						name_changes: market.renames
							.filter(({ date }) => date <= newYorkDate(market.now() as UtcMs))
							.map(({ before, after, date }) => ({ old_symbol: before, new_symbol: after, process_date: date })),
					},
					next_page_token: null,
				},
			};
		if (path.startsWith('/v1beta1/options/snapshots/')) {
			const symbol = path.split('/').at(-1) ?? '';
			const { calls, puts } = market.contracts(symbol);
			const bar = (v: number) => ({ dailyBar: { t: new Date(market.now() - 3_600_000).toISOString(), v } });
			const isSecond = query.get('page_token') === 'puts';
			const snapshots = isSecond ? { [`${symbol}250117P00100000`]: bar(puts) } : { [`${symbol}250117C00100000`]: bar(calls) };
			return { json: { snapshots, next_page_token: isSecond ? null : 'puts' } };
		}
		if (path !== '/v2/stocks/bars') return { json: { message: 'not found' }, status: 404 };
		const [from, to] = [Date.parse(query.get('start') ?? ''), Date.parse(query.get('end') ?? '')];
		const requestedSymbols = (query.get('symbols') ?? '').split(',').sort();
		const allBars = requestedSymbols.flatMap((symbol) =>
			market.bars(symbol, from, to + 1).map((bar): [string, VendorBar] => [symbol, bar]),
		);
		const offset = Number(query.get('page_token') ?? 0);
		const bars: Record<string, unknown[]> = {};
		for (const [symbol, { ms, open, high, low, close, volume }] of allBars.slice(offset, offset + perPage)) {
			bars[symbol] ??= [];
			bars[symbol].push({ t: new Date(ms + skew).toISOString(), o: open, h: high, l: low, c: close, v: volume, n: 1, vw: open });
		}
		return { json: { bars, next_page_token: offset + perPage < allBars.length ? String(offset + perPage) : null } };
	};
}
