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

/**
 * The symbol that a file's place tells: the part of its own name before '_', or, where the format has a folder for each symbol and the file
 * is named by a number ('AZO/2024.csv'), the folder's. Undefined when that can be none.
 */
export const symbolOf = (place: string, byFolder: boolean): string | undefined => {
	const stem = stemOf(place);
	const ninja = NINJA_TRADER.exec(stem);
	const own = ninja?.[1] ?? ninja?.[2] ?? DUKASCOPY.exec(stem)?.[1] ?? ALPHA_VANTAGE.exec(stem)?.[1] ?? stem.split('_')[0] ?? '';
	const isNumber = /^[\d-]*$/.test(own);
	return isNumber && !byFolder ? undefined : asSymbol(isNumber ? (place.split(/[/!]/).at(-2) ?? '') : own);
};
