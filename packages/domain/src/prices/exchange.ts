import type { Ticker } from './ticker.ts';

/** TradingView's name of each exchange, by the spellings of vendors, files and the SEC, as capitals and digits only. */
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

/** Returns TradingView's name of an exchange; null if unknown. */
export function exchangeName(text: string | null | undefined): string | null {
	return EXCHANGES.get((text ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')) ?? null;
}

/** Returns the exchange according to the vendor or file, otherwise according to the SEC's list of issuers; null when unknown. */
export function exchangeOf(
	{ exchange, type }: Pick<Ticker, 'exchange' | 'type'>,
	issuer?: { readonly exchange: string | null },
): string | null {
	const issuerExchange = issuer?.exchange ?? null;
	// The SEC's list says NYSE for funds listed on NYSE Arca, too.
	return exchange ?? (type === 'etf' && issuerExchange === 'NYSE' ? null : issuerExchange);
}
