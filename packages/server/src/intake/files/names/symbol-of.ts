/** Symbols as text, and what the name of a file tells of one. */

const SYMBOL = /^[A-Z0-9][A-Z0-9.\-^]{0,14}$/;
/** 'SPY_15min', 'SPY_daily' */
export const ALPHA_VANTAGE = /^(.+)_(?:(\d+)min|daily)$/i;
/** 'AAPLUSUSD_M15': a broker's name for AAPL in US dollars, and the length of its bars. */
export const DUKASCOPY = /^([a-z.]+)USUSD_([mhd])(\d+)$/i;
/** 'nt-spy-minute-2011', 'SPY.Last' */
const NINJA_TRADER = /^(?:nt-([a-z.]+)-(?:minute|day)\b.*|([a-z.]+)\.last)$/i;

/** A symbol in capitals, or undefined when the text cannot be one. */
export const asSymbol = (text: string): string | undefined => {
	const symbol = text.trim().toUpperCase();
	return SYMBOL.test(symbol) ? symbol : undefined;
};

/** Name of a file without folders and endings: 'SPY_1min' of 'a/SPY_1min.csv.gz'. */
export const stemOf = (name: string): string => (name.split(/[/!]/).at(-1) ?? '').replace(/(\.(csv|tsv|txt|gz|parquet))+$/i, '');

/** The symbol of a file whose name follows the rule of a vendor, or undefined. */
export const symbolOfVendorName = (place: string): string | undefined => {
	const stem = stemOf(place);
	const ninja = NINJA_TRADER.exec(stem);
	const own = ninja?.[1] ?? ninja?.[2] ?? DUKASCOPY.exec(stem)?.[1] ?? ALPHA_VANTAGE.exec(stem)?.[1];
	return own === undefined ? undefined : asSymbol(own);
};

/** What a name says of a time and not of a company: '2024-Q4', '-2024-01-02', ' 2024'. */
const DATE_TAIL = /(^|[-_. ]+)((19|20)\d{2}([-_. ]?(q[1-4]|h[12]|w?\d{1,2}))?([-_. ]?\d{1,2})?)([-_. ].*)?$/i;

/** The part of a file's name that could be a symbol: before '_' and before a date; empty where nothing is left. */
export const namePart = (place: string): string => (stemOf(place).replace(DATE_TAIL, '').split('_')[0] ?? '').trim();

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
