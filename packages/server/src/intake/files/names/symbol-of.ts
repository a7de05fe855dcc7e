/** Parses symbols from text and from file names. */
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { ImportError } from '../faults/import-error.ts';

/** Alpha Vantage: 'SPY_15min', 'SPY_daily'. Groups: symbol, minutes of a bar. */
export const ALPHA_VANTAGE = /^(.+)_(?:(\d+)min|daily)$/i;
/** Dukascopy: 'AAPLUSUSD_M15' is AAPL in US dollars. Groups: symbol, unit and number of the bar length. */
export const DUKASCOPY = /^([a-z.]+)USUSD_([mhd])(\d+)$/i;
/** NinjaTrader: 'nt-spy-minute-2011', 'SPY.Last'. */
const NINJA_TRADER = /^(?:nt-([a-z.]+)-(?:minute|day)\b.*|([a-z.]+)\.last)$/i;

/** TradingView: 'BATS_AAPL, 15', 'NASDAQ_MSFT, 1D (2)', 'CBOE_DLY_VIX, 1D': exchange, symbol and bar length. DLY marks delayed data. */
const TRADING_VIEW = /^[A-Z0-9]+(?:_DLY)?_([A-Z0-9.]+), ?(\d*[SHDWM]?)(?: ?\(\d+\)|_[0-9a-f]{5})?$/i;
/** MetaTrader 4: 'AAPL15', '#AAPL60'. The number is the bar length in minutes; no stock symbol ends in such a number. */
const META_TRADER_4 = /^#?([A-Z]{1,5}(?:\.[A-Z]{1,4})?)(1|5|15|30|60|240|1440|10080|43200)$/i;
/** MetaTrader 5: 'AAPL_M15', 'AAPL.NAS_H1_202401020930_202412311655'. */
const META_TRADER_5 = /^#?([A-Z]{1,5}(?:\.[A-Z]{1,4})?)_(M|H|D|W|MN)(\d{0,2})(?:_\d{8,12}){0,2}$/i;

/**
 * Reads the bar length from a charting program's file name: minutes, 'day', or undefined if the name has none. Throws ImportError for weekly and monthly bars.
 */
export function parseChartInterval(stem: string): number | 'day' | undefined {
	const tradingViewLength = TRADING_VIEW.exec(stem)?.[2]?.toUpperCase();
	const metaTraderMinutes = META_TRADER_4.exec(stem)?.[2];
	const [, , unit, count] = META_TRADER_5.exec(stem) ?? [];
	if (tradingViewLength !== undefined) {
		if (/S$/.test(tradingViewLength)) return undefined;
		if (/[WM]$/.test(tradingViewLength)) throw longBarsError(tradingViewLength.endsWith('W') ? 'weekly' : 'monthly');
		if (/D$/.test(tradingViewLength)) return 'day';
		return tradingViewLength.endsWith('H') ? Number(tradingViewLength.slice(0, -1) || 1) * 60 : Number(tradingViewLength);
	}
	if (metaTraderMinutes !== undefined) {
		if (Number(metaTraderMinutes) > 1440) throw longBarsError(metaTraderMinutes === '10080' ? 'weekly' : 'monthly');
		return metaTraderMinutes === '1440' ? 'day' : Number(metaTraderMinutes);
	}
	if (unit === undefined) return undefined;
	const unitName = unit.toUpperCase();
	if (unitName === 'W' || unitName === 'MN') throw longBarsError(unitName === 'W' ? 'weekly' : 'monthly');
	return unitName === 'D' ? 'day' : Number(count || 1) * (unitName === 'H' ? 60 : 1);
}

function longBarsError(interval: string): ImportError {
	return new ImportError('interval', `Its name says ${interval} bars.`);
}

/** Option roots that differ from the index's symbol because of how the options are settled. */
const OPTION_ROOTS: Readonly<Record<string, string>> = { SPXW: 'SPX', NDXP: 'NDX', RUTW: 'RUT', VIXW: 'VIX' };

/** Returns the underlying's symbol for an option root: 'BRKB' is BRK.B. */
export function underlyingOf(root: string): string {
	return OPTION_ROOTS[root] ?? normalizeSymbol(root) ?? root;
}

/** Returns the file name without folders and extensions, for example 'SPY_1min' for 'a/SPY_1min.csv.gz'. */
export function stemOf(name: string): string {
	return (name.split(/[/!]/).at(-1) ?? '').replace(/(\.(csv|tsv|txt|gz|parquet))+$/i, '');
}

/** Finds the symbol in a file name that follows a vendor's pattern; undefined otherwise. */
export function symbolOfVendorName(sourcePath: string): string | undefined {
	const stem = stemOf(sourcePath);
	const ninjaMatch = NINJA_TRADER.exec(stem);
	const symbol =
		ninjaMatch?.[1] ??
		ninjaMatch?.[2] ??
		DUKASCOPY.exec(stem)?.[1] ??
		ALPHA_VANTAGE.exec(stem)?.[1] ??
		(TRADING_VIEW.exec(stem) ?? META_TRADER_5.exec(stem) ?? META_TRADER_4.exec(stem))?.[1];
	return symbol === undefined ? undefined : normalizeSymbol(symbol);
}

/** Dates and periods at the end of a name: '2024-Q4', '-2024-01-02', ' 2024'. */
const DATE_TAIL = /(^|[-_. ]+)((19|20)\d{2}([-_. ]?(q[1-4]|h[12]|w?\d{1,2}))?([-_. ]?\d{1,2})?)([-_. ].*)?$/i;

/** Words after a symbol: 'KO-since-1962', 'AAPL daily', 'IBM-history'. */
const WORD_TAIL = /([-_. ]+(since|from|until|daily|history|historical|data|prices?|ohlcv?|max|full|adjusted|unadjusted))+$/i;

/** Exchanges and vendors before or after a symbol: 'NASDAQ_AAPL', 'AAPL_NYSE', 'stooq_AAPL'. */
const SOURCES = new Set(
	'NASDAQ NASD NAS NYSE NYS AMEX ARCA NYSEARCA NYSEAMERICAN BATS CBOE EDGX EDGA IEX OTC OTCMKTS PINK XNAS XNYS XASE ARCX ALPACA ALPHAVANTAGE BARCHART DATABENTO EODHD FINNHUB FIRSTRATE IBKR INTRINIO KIBOT MASSIVE POLYGON QUANDL STOOQ TIINGO TRADINGVIEW TWELVEDATA YAHOO'.split(
		' ',
	),
);

/** TradingView's mark of delayed data between exchange and symbol: 'CBOE_DLY_VIX'. */
const DELAYED = /^([A-Z]+)_DLY_/i;

/** The symbol in a file's name, and the exchange or vendor ('' if none). */
interface NameParts {
	symbol: string;
	source: string;
}

/** Finds the part of a file's name that can be a symbol: without exchange, date and descriptive words. Can be empty. */
export function findNamePart(sourcePath: string): string {
	return parseNameParts(sourcePath).symbol;
}

function parseNameParts(sourcePath: string): NameParts {
	const coreName = stemOf(sourcePath).replace(DELAYED, '$1_').replace(DATE_TAIL, '').replace(WORD_TAIL, '').trim();
	const [head = '', tail = '', ...rest] = coreName.split('_').map((part) => part.trim());
	const [, exchange = '', symbolText = ''] = /^([A-Z]+)[-. ](.+)$/i.exec(head) ?? [];
	if (SOURCES.has(exchange.toUpperCase())) return { symbol: symbolText, source: exchange.toUpperCase() };
	// 'BRK_B' is a share class, 'bac_l.us' a preferred share; 'HVT_A' can be either, but it is not HVT.
	if (/^[A-Z](\.US)?$/i.test(tail) && rest.length === 0) return { symbol: coreName, source: '' };
	if (SOURCES.has(head.toUpperCase()) && classifySymbol(tail) === 'plain') return { symbol: tail, source: head.toUpperCase() };
	if (SOURCES.has(tail.toUpperCase())) return { symbol: head, source: tail.toUpperCase() };
	// Either part can be the symbol: 'mine_AAPL' must not become MINE.
	return { symbol: classifySymbol(head) === 'plain' && classifySymbol(tail) === 'plain' ? coreName : head, source: '' };
}

/** Finds the exchange or vendor in a file's name, including vendor patterns; '' if none. */
export function findSourcePart(sourcePath: string): string {
	const stem = stemOf(sourcePath);
	return TRADING_VIEW.test(stem) ? (stem.split('_')[0] ?? '').toUpperCase() : parseNameParts(sourcePath).source;
}

/** Returns the folder or archive that contains a file; '' if none. */
export function findFolderPart(sourcePath: string): string {
	return (sourcePath.split(/[/!]/).at(-2) ?? '').replace(/(\.(zip|tar|tgz|gz))+$/i, '');
}

/** Up to five letters with an optional class or series, as exchanges write companies and indices: 'BRK.B', '^GSPC', 'VIX9D'. */
const SYMBOL_PATTERN = /^\^?[A-Z]{1,5}(\d{1,2}[A-Z]?)?([.-][A-Z]{1,3})?$/;
/** Bar lengths, parts of years and numbered series, which aren't symbols: 'M15', 'Q4', 'W02'. */
const NUMBERED_PERIOD = /^[DHMPQVW]\d{1,2}$/;
/** Words that are common in file names, and can also be symbols. */
const WORDS = new Set(
	'ALL BAR BARS BOOK CSV DAILY DATA DAY DAYS EQUITY FILE FILES FULL HIST HOUR IN INPUT LAST LIST MAIN MIN NEW OHLC OHLCV OLD OUT PART PRICE QUOTE RAW SAMPLE SET SHEET STOCK TABLE TEST TICK TMP TRADE US USA WEEK YEAR JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC ADJ UNADJ EOD RTH ETH PRE POST USD STK PT COPY M H D W Y'.split(
		' ',
	),
);

/** Returns 'plain' for a text that looks like a symbol, 'word' if it can also be a common word, undefined for anything else. */
export function classifySymbol(text: string): 'plain' | 'word' | undefined {
	const name = normalizeSymbol(text) ?? '';
	if (!SYMBOL_PATTERN.test(name) || NUMBERED_PERIOD.test(name)) return undefined;
	return WORDS.has(name.replace(/\d+$/, '')) ? 'word' : 'plain';
}
