/** Symbols as text, and what the name of a file tells of one. */
import { ImportError } from '../faults/import-error.ts';

const SYMBOL = /^\^?[A-Z0-9][A-Z0-9.\-^]{0,14}$/;
/** 'SPY_15min', 'SPY_daily' */
export const ALPHA_VANTAGE = /^(.+)_(?:(\d+)min|daily)$/i;
/** 'AAPLUSUSD_M15': a broker's name for AAPL in US dollars, and the length of its bars. */
export const DUKASCOPY = /^([a-z.]+)USUSD_([mhd])(\d+)$/i;
/** 'nt-spy-minute-2011', 'SPY.Last' */
const NINJA_TRADER = /^(?:nt-([a-z.]+)-(?:minute|day)\b.*|([a-z.]+)\.last)$/i;

/** 'BATS_AAPL, 15', 'NASDAQ_MSFT, 1D (2)': TradingView's exchange, symbol and length of bars. */
const TRADING_VIEW = /^[A-Z0-9]+_([A-Z0-9.]+), ?(\d*[SHDWM]?)(?: ?\(\d+\)|_[0-9a-f]{5})?$/i;
/** 'AAPL15', '#AAPL60': MetaTrader 4 puts the minutes of a bar behind the symbol; no stock's symbol ends in such a number. */
const META_TRADER_4 = /^#?([A-Z]{1,5}(?:\.[A-Z]{1,4})?)(1|5|15|30|60|240|1440|10080|43200)$/i;
/** 'AAPL_M15', 'AAPL.NAS_H1_202401020930_202412311655': MetaTrader 5. */
const META_TRADER_5 = /^#?([A-Z]{1,5}(?:\.[A-Z]{1,4})?)_(M|H|D|W|MN)(\d{0,2})(?:_\d{8,12}){0,2}$/i;

/** Minutes of a bar, or 'day', by the names that charting programs give their exports; undefined when the name doesn't say. ImportError for weeks and months. */
export function chartInterval(stem: string): number | 'day' | undefined {
	const view = TRADING_VIEW.exec(stem)?.[2]?.toUpperCase();
	const four = META_TRADER_4.exec(stem)?.[2];
	const [, , unit, count] = META_TRADER_5.exec(stem) ?? [];
	if (view !== undefined) {
		if (/S$/.test(view)) return undefined;
		if (/[WM]$/.test(view)) throw longBars(view.endsWith('W') ? 'weekly' : 'monthly');
		if (/D$/.test(view)) return 'day';
		return view.endsWith('H') ? Number(view.slice(0, -1) || 1) * 60 : Number(view);
	}
	if (four !== undefined) {
		if (Number(four) > 1440) throw longBars(four === '10080' ? 'weekly' : 'monthly');
		return four === '1440' ? 'day' : Number(four);
	}
	if (unit === undefined) return undefined;
	const name = unit.toUpperCase();
	if (name === 'W' || name === 'MN') throw longBars(name === 'W' ? 'weekly' : 'monthly');
	return name === 'D' ? 'day' : Number(count || 1) * (name === 'H' ? 60 : 1);
}

function longBars(what: string): ImportError {
	return new ImportError('interval', `Its name says ${what} bars.`);
}

/** Massive writes preferred shares, when-issued shares and rights with a small letter: TpC is a preferred of T, and not TPC. */
const SMALL_LETTER = /^([A-Z]{1,5})(p|w|r)([A-Z]?)$/;
const SECURITY = { p: 'PR', w: 'WI', r: 'RT' } as const;
/** 'NASDAQ:AAPL', 'XNAS:AAPL' */
const EXCHANGE_PREFIX = /^[A-Z]{2,10}:(?=[A-Z0-9])/i;
/** 'AAPL US Equity', 'AAPL.US', 'AAPL.XNAS' */
const MARKET_SUFFIX = /( US)?( EQUITY)$| US$|\.US$|\.X[A-Z]{3}$/i;
/** 'BRK/B', 'BRK B', 'BRK^B' for class B; a caret in front is an index. */
const CLASS_SIGN = /^([A-Z]{1,5})[/ ^]([A-Z]{1,2})$/;

/**
 * A symbol in capitals, without the exchange and with a dot before a share class; undefined when the text cannot be one. Small letters within
 * capitals carry meaning and are kept apart ('TpC' is T.PRC) or, when it isn't known which, refused.
 */
export const asSymbol = (text: string): string | undefined => {
	const bare = text.trim().replace(/^#/, '').replace(EXCHANGE_PREFIX, '').replace(MARKET_SUFFIX, '');
	const [, root = '', kind, series = ''] = SMALL_LETTER.exec(bare) ?? [];
	if (kind !== undefined) return `${root}.${SECURITY[kind as keyof typeof SECURITY]}${series}`;
	// 'Aapl' is a way of writing; 'aAPl' is something else.
	if (/[a-z]/.test(bare) && /[A-Z]/.test(bare.slice(1))) return undefined;
	const symbol = bare.toUpperCase().replace(CLASS_SIGN, '$1.$2');
	return SYMBOL.test(symbol) ? symbol : undefined;
};

/** Option roots that differ from the underlying's symbol: weekly and other settlements of indices, and share classes without their dot. */
const OPTION_ROOTS: Readonly<Record<string, string>> = {
	SPXW: 'SPX',
	NDXP: 'NDX',
	RUTW: 'RUT',
	VIXW: 'VIX',
	...Object.fromEntries(
		'AKO.A AKO.B BF.A BF.B BIO.B BRK.A BRK.B CRD.A CRD.B CWEN.A GEF.B HEI.A JW.A JW.B LEN.B LGF.A LGF.B MKC.V MOG.A MOG.B STZ.B TAP.A UHAL.B WSO.B'
			.split(' ')
			.map((symbol) => [symbol.replace('.', ''), symbol]),
	),
};

/** The symbol of what a contract's root is of: 'BRKB' is BRK.B. */
export function underlyingOf(root: string): string {
	return OPTION_ROOTS[root] ?? root;
}

/** Name of a file without folders and endings: 'SPY_1min' of 'a/SPY_1min.csv.gz'. */
export const stemOf = (name: string): string => (name.split(/[/!]/).at(-1) ?? '').replace(/(\.(csv|tsv|txt|gz|parquet))+$/i, '');

/** The symbol of a file whose name follows the rule of a vendor, or undefined. */
export const symbolOfVendorName = (place: string): string | undefined => {
	const stem = stemOf(place);
	const ninja = NINJA_TRADER.exec(stem);
	const own =
		ninja?.[1] ??
		ninja?.[2] ??
		DUKASCOPY.exec(stem)?.[1] ??
		ALPHA_VANTAGE.exec(stem)?.[1] ??
		(TRADING_VIEW.exec(stem) ?? META_TRADER_5.exec(stem) ?? META_TRADER_4.exec(stem))?.[1];
	return own === undefined ? undefined : asSymbol(own);
};

/** What a name says of a time and not of a company: '2024-Q4', '-2024-01-02', ' 2024'. */
const DATE_TAIL = /(^|[-_. ]+)((19|20)\d{2}([-_. ]?(q[1-4]|h[12]|w?\d{1,2}))?([-_. ]?\d{1,2})?)([-_. ].*)?$/i;

/** Words that people put behind a symbol: 'KO-since-1962', 'AAPL daily', 'IBM-history'. */
const WORD_TAIL = /([-_. ]+(since|from|until|daily|history|historical|data|prices?|ohlcv?|max|full|adjusted|unadjusted))+$/i;

/** The part of a file's name that could be a symbol: before '_', a date and words that say what it holds; empty where nothing is left. */
export const namePart = (place: string): string => (stemOf(place).replace(DATE_TAIL, '').replace(WORD_TAIL, '').split('_')[0] ?? '').trim();

/** The folder, or archive, that a file lies in; empty where it lies in none. */
export const folderPart = (place: string): string => (place.split(/[/!]/).at(-2) ?? '').replace(/(\.(zip|tar|tgz|gz))+$/i, '');

/** Up to five letters with a class or series behind, as exchanges name companies and indices: 'BRK.B', '^GSPC', 'VIX9D'. */
const LOOKS_LIKE = /^\^?[A-Z]{1,5}(\d{1,2}[A-Z]?)?([.-][A-Z]{1,3})?$/;
/** Lengths of bars and parts of years and series: 'M15', 'Q4', 'W02'. */
const NUMBERED = /^[DHMPQVW]\d{1,2}$/;
const WORDS = new Set(
	'ALL BAR BARS BOOK CSV DAILY DATA DAY DAYS EQUITY FILE FILES FULL HIST HOUR IN INPUT LAST LIST MAIN MIN NEW OHLC OHLCV OLD OUT PART PRICE QUOTE RAW SAMPLE SET SHEET STOCK TABLE TEST TICK TMP TRADE US USA WEEK YEAR JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(
		' ',
	),
);

/** 'plain' where a text is a symbol or nothing, 'word' where it may as well be a word, undefined where it is none. */
export const symbolKind = (text: string): 'plain' | 'word' | undefined => {
	const name = text.toUpperCase();
	if (!LOOKS_LIKE.test(name) || NUMBERED.test(name)) return undefined;
	return WORDS.has(name.replace(/\d+$/, '')) ? 'word' : 'plain';
};
