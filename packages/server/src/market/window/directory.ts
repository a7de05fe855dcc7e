import { type Industries, industriesOf } from '@sw/domain/filters/industries';
import { normalSymbol } from '@sw/domain/prices/symbol';
import type { Ticker } from '@sw/domain/prices/ticker';

/** The tickers of the market. Row r is the r-th by ascending id, as in every columnar array. */
export interface Directory {
	readonly rows: number;
	readonly tickers: readonly Ticker[];
	/** Shares outstanding by row on the share basis of the running session; NaN where unknown. Read only. */
	readonly shares: Float64Array;
	/** Row of an id, -1 when unknown. */
	rowOf(id: number): number;
	byId(id: number): Ticker | undefined;
	/** By the symbol it trades under now, in any case of letters and any spelling of its class. */
	bySymbol(symbol: string): Ticker | undefined;
	/** The tickers by their present industry; of one directory always the same object. */
	industries(): Industries;
}

/** `shares` may be the pipeline's own array, so that splits show at once. Throws when ids do not ascend. */
export function createDirectory(tickers: readonly Ticker[], shares?: Float64Array): Directory {
	const rows = new Map<number, number>();
	const bySymbol = new Map<string, Ticker>();
	tickers.forEach((ticker, row) => {
		const before = tickers[row - 1];
		if (before && before.id >= ticker.id)
			throw new RangeError(`Ticker ids must be in ascending order, found ${ticker.id} after ${before.id}.`);
		rows.set(ticker.id, row);
		// A delisted ticker gives its symbol up to a later one.
		const holder = bySymbol.get(ticker.symbol);
		if (!holder || holder.delisted !== null || ticker.delisted === null) bySymbol.set(ticker.symbol, ticker);
	});
	let industries: Industries | undefined;
	const rowOf = (id: number): number => rows.get(id) ?? -1;
	return {
		rows: tickers.length,
		tickers,
		shares: shares ?? Float64Array.from(tickers, (t) => t.shares ?? Number.NaN),
		rowOf,
		byId: (id) => tickers[rowOf(id)],
		industries: () => {
			industries ??= industriesOf(tickers);
			return industries;
		},
		bySymbol: (symbol) => bySymbol.get(symbol) ?? bySymbol.get(normalSymbol(symbol) ?? '') ?? bySymbol.get(symbol.toUpperCase()),
	};
}
