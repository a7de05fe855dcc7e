import type { ExchangeDate, TickerId, UtcMs } from '../time/units.ts';

export const TICKER_TYPES = ['stocks', 'etf', 'index'] as const;
export type TickerType = (typeof TICKER_TYPES)[number];

/** The types by which lists can be restricted, as named in URLs and API calls. */
export const LIST_TICKER_TYPES = ['stocks', 'etf', 'indexes', 'all'] as const;
export type ListTickerType = (typeof LIST_TICKER_TYPES)[number];

/** Whether a list restricted to `listType` contains tickers of type `type`. */
export function isListedType(listType: ListTickerType, type: TickerType): boolean {
	return listType === 'all' || listType === (type === 'index' ? 'indexes' : type);
}

/** Data on a ticker, without bars. History belongs to the id, never to the symbol. */
export interface Ticker {
	id: TickerId;
	symbol: string;
	name: string;
	type: TickerType;
	/** Industry sector, for example 'Technology'; null when unknown. */
	industry: string | null;
	/** Shares outstanding; null when unknown. Market cap is shares x last price. */
	shares: number | null;
	listed: ExchangeDate | null;
	delisted: ExchangeDate | null;
	/** TradingView's name of the exchange, from the vendor or a file; absent or null if neither names it. */
	exchange?: string | null;
	/**
	 * For a ticker that had only prices at first: when a volume was first known. Earlier, the ticker counts as an index. Infinity: there was never a volume.
	 * Absent: `type` applies at all times.
	 */
	volumeFrom?: UtcMs;
}

/** Returns a ticker's type in a report at `time`, from data known at that time. */
export function typeAt({ type, volumeFrom }: Pick<Ticker, 'type' | 'volumeFrom'>, time: number): TickerType {
	return volumeFrom !== undefined && time < volumeFrom ? 'index' : type;
}

/** A stock split, effective before the open of `date`: earlier prices are divided by the ratio, earlier volumes multiplied. */
export interface Split {
	tickerId: TickerId;
	date: ExchangeDate;
	/** New shares per old share. */
	ratio: number;
}

/** A cash dividend. */
export interface Dividend {
	tickerId: TickerId;
	exDate: ExchangeDate;
	/** Dollars per share, on the share basis of the ex-date. */
	amount: number;
}
