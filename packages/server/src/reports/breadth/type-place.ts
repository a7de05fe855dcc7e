import { TICKER_TYPES, type Ticker } from '@sw/domain/prices/ticker';

/** Place of a ticker's type; an unknown ticker counts as a stock, the default type. */
export const typePlace = (ticker: Pick<Ticker, 'type'> | undefined): number => TICKER_TYPES.indexOf(ticker?.type ?? 'stocks');
