import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { capPlace } from '@sw/domain/prices/cap';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Page } from '@sw/domain/reports/ranking';
import { compareTickers } from '@sw/domain/signals/order';
import type { TickerId } from '@sw/domain/time/units';
import { recentCloses } from '../../market/window/price-series.ts';
import { notFound } from '../../platform/errors.ts';
import type { PriceParts } from './top-tables.ts';

type TickerPiece = AnswerOf<Contract['prices']['ticker']>;
type Tickers = AnswerOf<Contract['prices']['tickers']>;

interface Searchable {
	readonly ticker: Ticker;
	readonly symbol: string;
	readonly name: string;
}

/** The directory by symbol, listed tickers first; worked out anew when an import brings other tickers. */
const createIndex = (directory: PriceParts['directory']) => {
	let of: readonly Ticker[] | undefined;
	let sorted: readonly Searchable[] = [];
	return (): readonly Searchable[] => {
		if (of === directory.tickers) return sorted;
		of = directory.tickers;
		sorted = [...of]
			.sort((a, b) => Number(a.delisted !== null) - Number(b.delisted !== null) || compareTickers(a.symbol, b.symbol))
			.map((ticker) => ({ ticker, symbol: ticker.symbol.toLowerCase(), name: ticker.name.toLowerCase() }));
		return sorted;
	};
};

export const createTickers = ({ directory, prices }: Pick<PriceParts, 'directory' | 'prices'>) => {
	const index = createIndex(directory);

	/** Shares x last price; null when either is unknown. */
	const capOf = ({ id }: Ticker): number | null => {
		const row = directory.rowOf(id);
		const [last] = recentCloses(prices, row, Number.POSITIVE_INFINITY, 1);
		const cap = (directory.shares[row] as number) * (last ?? Number.NaN);
		return Number.isFinite(cap) ? Math.round(cap) : null;
	};

	const present = (ticker: Ticker): TickerPiece => {
		const cap = capOf(ticker);
		const shares = directory.shares[directory.rowOf(ticker.id)] as number;
		return {
			ticker: ticker.symbol,
			ticker_id: ticker.id,
			name: ticker.name,
			type: ticker.type,
			industry: ticker.industry,
			shares: Number.isNaN(shares) ? null : shares,
			marketcap: capPlace(cap),
			capitalization: cap,
			listed: ticker.listed,
			delisted: ticker.delisted,
		};
	};

	return {
		one: (id: TickerId): TickerPiece => {
			const ticker = directory.byId(id);
			if (!ticker) throw notFound('There is no such ticker.');
			return present(ticker);
		},

		/** Symbols that begin with the part, the exact one first; then names that hold it. Without a part all. */
		search: ({ part = '', skip, max }: { part?: string | undefined } & Page): Tickers => {
			const wanted = part.trim().toLowerCase();
			const bySymbol = index().filter(({ symbol }) => symbol.startsWith(wanted));
			const byName = wanted === '' ? [] : index().filter(({ symbol, name }) => !symbol.startsWith(wanted) && name.includes(wanted));
			const found = [...bySymbol, ...byName];
			return { total_count: found.length, items: found.slice(skip, skip + max).map(({ ticker }) => present(ticker)) };
		},
	};
};
