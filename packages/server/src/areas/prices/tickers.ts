import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { endsListing } from '@sw/domain/filings/forms';
import { isSoundIndustry } from '@sw/domain/filters/group-text';
import { industryKey } from '@sw/domain/filters/industries';
import { capPlace, marketCap } from '@sw/domain/prices/cap';
import { exchangeOf } from '@sw/domain/prices/exchange';
import { normalSymbol } from '@sw/domain/prices/symbol';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Page } from '@sw/domain/reports/list/ranking';
import { compareTickers } from '@sw/domain/signals/order';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, type TickerId, utcMs } from '@sw/domain/time/units';
import { recentCloses } from '../../market/window/price-series.ts';
import { unknownTicker } from '../../platform/unknown-values.ts';
import type { PriceReadParts } from './ports.ts';
import type { PriceParts } from './top-tables.ts';

type TickerDetails = AnswerOf<Contract['prices']['ticker']>;
type TickerPiece = Tickers['items'][number];
type Tickers = AnswerOf<Contract['prices']['tickers']>;
type Industries = AnswerOf<Contract['prices']['industries']>;

interface Searchable {
	readonly ticker: Ticker;
	readonly symbol: string;
	readonly name: string;
}

/** How long a filing that ends a listing is shown: the listing ends within weeks of it. */
const ENDING_DAYS = 90;

export function createTickers({ directory, prices, book, now }: Pick<PriceReadParts, 'directory' | 'prices' | 'book' | 'now'>) {
	const index = createIndex(directory);

	/** Shares times last price; null when either is unknown. */
	const capOf = ({ id }: Ticker): number | null => {
		const row = directory.rowOf(id);
		const [last] = recentCloses(prices, row, Number.POSITIVE_INFINITY, 1);
		return marketCap(directory.shares[row]!, last ?? Number.NaN);
	};

	const present = (ticker: Ticker): TickerPiece => {
		const cap = capOf(ticker);
		const shares = directory.shares[directory.rowOf(ticker.id)]!;
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

	const answer = (found: readonly Searchable[], { skip, max }: Page): Tickers => ({
		total_count: found.length,
		items: found.slice(skip, skip + max).map(({ ticker }) => present(ticker)),
	});

	return {
		one: (id: TickerId): TickerDetails => {
			const ticker = directory.byId(id);
			if (!ticker) throw unknownTicker('id');
			const at = now();
			const recent = book?.informationInputs(id, { from: utcMs(at - ENDING_DAYS * DAY), at }, 'live').filings;
			const ending = recent?.find(({ form }) => endsListing(form));
			return {
				...present(ticker),
				exchange: exchangeOf(ticker, book?.issuerOf(id, at)),
				ending: ending ? isoSeconds(ending.acceptedAt) : null,
			};
		},

		/**
		 * Tickers whose symbol begins with the text, exact match first, with any spelling of share classes ('brk-b', 'BRKB'); then those whose name
		 * contains it. All tickers without a text.
		 */
		search: ({ part = '', skip, max }: { part?: string | undefined } & Page): Tickers => {
			const wanted = part.trim().toLowerCase();
			if (wanted === '') return answer(index(), { skip, max });
			const normal = normalSymbol(part)?.toLowerCase() ?? wanted;
			const letters = wanted.replaceAll(/[^a-z0-9]/g, '');
			const found = new Set(index().filter(({ symbol }) => symbol.startsWith(normal)));
			const add = (fits: (ticker: Searchable) => boolean): void => {
				for (const each of index()) if (fits(each)) found.add(each);
			};
			add(({ symbol }) => symbol.startsWith(wanted));
			if (letters !== '') add(({ symbol }) => symbol.includes('.') && symbol.replaceAll('.', '').startsWith(letters));
			add(({ name }) => name.includes(wanted));
			return answer([...found], { skip, max });
		},

		/** Those that a filter can name, in the spelling of the first ticker. */
		industries: (): Industries => {
			const names = new Map<string, string>();
			for (const { industry } of directory.tickers) {
				const key = industryKey(industry ?? '');
				if (industry !== null && isSoundIndustry(industry.trim()) && !names.has(key)) names.set(key, industry.trim());
			}
			const counted = [...names].map(([key, industry]) => ({ industry, ticker_count: directory.industries().get(key)?.size ?? 0 }));
			return { items: counted.sort((a, b) => compareTickers(a.industry, b.industry)) };
		},
	};
}

/** The directory sorted by symbol, listed tickers first; rebuilt when an import changes the tickers. */
function createIndex(directory: PriceParts['directory']) {
	let sortedFrom: readonly Ticker[] | undefined;
	let sorted: readonly Searchable[] = [];
	return (): readonly Searchable[] => {
		if (sortedFrom === directory.tickers) return sorted;
		sortedFrom = directory.tickers;
		sorted = [...sortedFrom]
			.sort((a, b) => Number(a.delisted !== null) - Number(b.delisted !== null) || compareTickers(a.symbol, b.symbol))
			.map((ticker) => ({ ticker, symbol: ticker.symbol.toLowerCase(), name: ticker.name.toLowerCase() }));
		return sorted;
	};
}
