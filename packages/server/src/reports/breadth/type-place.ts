import { TICKER_TYPES, type Ticker } from '@sw/domain/prices/ticker';

/** Place of a ticker's type; an unknown ticker counts as a stock, the default type. */
export function typePlace(ticker: Pick<Ticker, 'type'> | undefined): number {
	return TICKER_TYPES.indexOf(ticker?.type ?? 'stocks');
}
