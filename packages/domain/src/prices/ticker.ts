import type { ExchangeDate, TickerId, UtcMs } from '../time/units.ts';

export const TICKER_TYPES = ['stocks', 'etf', 'index'] as const;
export type TickerType = (typeof TICKER_TYPES)[number];

/** The ticker types that a list can be of, as addresses and calls name them. */
export const LIST_TICKER_TYPES = ['stocks', 'etf', 'indexes', 'all'] as const;
export type ListTickerType = (typeof LIST_TICKER_TYPES)[number];

/** Whether a list of that type has tickers of the other. */
export function isListedType(list: ListTickerType, type: TickerType): boolean {
	return list === 'all' || list === (type === 'index' ? 'indexes' : type);
}

/** What is known of a ticker apart from its bars. History follows the id, never the symbol. */
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
	/** As the vendor or a file names it, in TradingView's names; absent or null when neither does. */
	exchange?: string | null;
	/**
	 * When its first volume was known, for a ticker that had prices alone before: it counts as an index until then. Infinity: it never had volume. Absent: it is
	 * what `type` says at any time.
	 */
	volumeFrom?: UtcMs;
}

/** What a ticker counts as in a report, by what was known then. */
export function typeAt({ type, volumeFrom }: Pick<Ticker, 'type' | 'volumeFrom'>, time: number): TickerType {
	return volumeFrom !== undefined && time < volumeFrom ? 'index' : type;
}

/** new shares : old shares, effective before the open of `date`: earlier prices are divided by ratio, volumes multiplied. */
export interface Split {
	tickerId: TickerId;
	date: ExchangeDate;
	ratio: number;
}

/** Cash dividend in dollars a share, on the share basis of its ex-date. */
export interface Dividend {
	tickerId: TickerId;
	exDate: ExchangeDate;
	amount: number;
}
