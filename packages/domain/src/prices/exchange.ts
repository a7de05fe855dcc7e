import type { Ticker } from './ticker.ts';

/** Exchanges as TradingView names them, by the names, in letters and digits alone, that vendors, files and the SEC use. */
const EXCHANGES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		NASDAQ: 'NASDAQ XNAS XNGS XNMS XNCM NMS NGM NCM NAS NASDAQGS NASDAQGM NASDAQCM',
		NYSE: 'NYSE XNYS NYQ NYS',
		// TradingView has both NYSE American and NYSE Arca under this name.
		AMEX: 'AMEX XASE ASE ARCX ARCA PCX NYSEARCA NYSEAMERICAN NYSEMKT NYSEAMEX',
		CBOE: 'CBOE BATS BTS XCBO CBOEBZX CBOEUS',
		OTC: 'OTC OTCM PNK PINX OTCMARKETS OTCPK',
	}).flatMap(([name, spellings]) => spellings.split(' ').map((spelling) => [spelling, name] as const)),
);

/** TradingView's name of an exchange; null for one that isn't known. */
export function exchangeName(text: string | null | undefined): string | null {
	return EXCHANGES.get((text ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')) ?? null;
}

/** The exchange of a ticker: the vendor's or file's, otherwise the issuer's in the SEC's list; null when unknown. */
export function exchangeOf(
	{ exchange, type }: Pick<Ticker, 'exchange' | 'type'>,
	issuer?: { readonly exchange: string | null },
): string | null {
	const listed = issuer?.exchange ?? null;
	// The SEC says NYSE for funds of NYSE Arca too.
	return exchange ?? (type === 'etf' && listed === 'NYSE' ? null : listed);
}
