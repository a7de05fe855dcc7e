/** Reads lists of companies: names, industry sectors, share counts and exchanges of tickers. */
import { exchangeName } from '@sw/domain/prices/exchange';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { ExchangeDate } from '@sw/domain/time/units';
import { newYorkDate, parseDate } from '@sw/domain/time/zone';
import { type Fields, parseDecimal } from '../bytes/byte-fields.ts';
import { createRowLineReader, readFieldText } from '../bytes/byte-lines.ts';
import type { RejectReason } from '../faults/rejects.ts';
import type { Company, SymbolBlock, SymbolSummary, TableReader } from '../fold/symbol-block.ts';

/** Column indexes of a company list, -1 if absent. The share count has its own column, or is market cap divided by price. */
export interface CompanyLayout {
	separator: ',' | '\t';
	hasHeader: boolean;
	symbol: number;
	name: number;
	industry: number;
	cap: number;
	price: number;
	shares: number;
	exchange: number;
	/** Column with the date of the share count. */
	asOf: number;
	/** The date in the file's name, for rows without one. */
	nameDate?: ExchangeDate;
}

const COLUMN_NAMES = {
	symbol: ['symbol', 'ticker'],
	name: ['name', 'security', 'company'],
	industry: ['sector', 'gics sector', 'industry sector'],
	cap: ['market cap', 'market capitalization', 'marketcap'],
	price: ['last sale', 'price', 'last price'],
	shares: ['shares', 'shares outstanding', 'outstanding shares', 'shares_outstanding'],
	exchange: ['exchange', 'listing exchange', 'primary exchange', 'primary_exchange'],
	asOf: ['as of', 'as-of', 'as_of', 'as of date', 'shares as of', 'shares date', 'report date'],
} as const;
/** A table with one of these columns is not a company list. */
const EXCLUDED_COLUMNS = ['open', 'high', 'time', 'date', 'timestamp', 'mentions'];
const MAX_NAME_LENGTH = 200;
/** Suffixes that exchanges append to a company's name. */
const SHARE_CLASS_SUFFIX = /\s+(class [a-z] )?(common (stock|shares?)|ordinary shares?|capital stock)\s*$/i;

/** 'XXII<tab>22nd Century Group': symbols and names without a header. */
const HEADERLESS_PAIR = /^[A-Z][A-Z0-9.\-^]{0,9}\t[^\t]*[A-Za-z][^\t]*$/;

/** Derives the layout from the first line; undefined if the table is not a company list. */
export function recogniseCompanyList(header: string, sourcePath = ''): CompanyLayout | undefined {
	const layout = detectLayout(header);
	const nameDate = parseFileNameDate(sourcePath);
	return layout && nameDate ? { ...layout, nameDate } : layout;
}

function detectLayout(header: string): CompanyLayout | undefined {
	if (HEADERLESS_PAIR.test(header))
		return { separator: '\t', hasHeader: false, symbol: 0, name: 1, industry: -1, cap: -1, price: -1, shares: -1, exchange: -1, asOf: -1 };
	const separator = header.includes('\t') ? '\t' : ',';
	const columns = header.split(separator).map((column) => column.trim().replaceAll('"', '').toLowerCase());
	const columnOf = (names: readonly string[]): number => columns.findIndex((column) => names.includes(column));
	const columnIndexes = Object.fromEntries(Object.entries(COLUMN_NAMES).map(([key, names]) => [key, columnOf(names)])) as Record<
		keyof typeof COLUMN_NAMES,
		number
	>;
	// 'symbol,shares' alone is a list of portfolio positions.
	const hasNames = columnIndexes.name >= 0 && (columnIndexes.exchange >= 0 || (columnIndexes.cap >= 0 && columnIndexes.price >= 0));
	const hasDetails = columnIndexes.industry >= 0 || columnOf(COLUMN_NAMES.shares.slice(1)) >= 0 || hasNames;
	const isList = columnIndexes.symbol >= 0 && hasDetails && columnOf(EXCLUDED_COLUMNS) < 0;
	return isList ? { separator, hasHeader: true, ...columnIndexes } : undefined;
}

export function createCompanyReader(layout: CompanyLayout, firstLine: number): TableReader {
	const companies = new Map<string, Company>();
	/** Spelling of each symbol in its first row; a row with another spelling is rejected, a row with the same one replaces the company. */
	const spellings = new Map<string, string>();
	const readText = (buffer: Buffer, fields: Fields, column: number): string =>
		column < 0 || column >= fields.count
			? ''
			: buffer.toString('utf8', fields.starts[column], fields.ends[column]).replaceAll('""', '"').trim();
	/** Parses a number above zero, with or without a dollar sign; otherwise NaN. */
	const readAmount = (buffer: Buffer, fields: Fields, column: number): number => {
		if (column < 0 || column >= fields.count) return Number.NaN;
		const start = fields.starts[column]!;
		const value = parseDecimal(buffer, buffer[start] === '$'.charCodeAt(0) ? start + 1 : start, fields.ends[column]!);
		return value > 0 ? value : Number.NaN;
	};
	const readRow = (buffer: Buffer, fields: Fields): RejectReason | undefined => {
		if (fields.count <= Math.max(layout.symbol, layout.name)) return 'columns';
		const symbolText = readFieldText(buffer, fields, layout.symbol);
		const symbol = normalizeSymbol(symbolText);
		if (symbol === undefined) return 'symbol';
		if ((spellings.get(symbol) ?? symbolText) !== symbolText) return 'spelling';
		const dateText = readText(buffer, fields, layout.asOf);
		const asOf = dateText === '' ? layout.nameDate : parseListDate(dateText);
		if (dateText !== '' && asOf === undefined) return 'time';
		spellings.set(symbol, symbolText);
		const statedShares = readAmount(buffer, fields, layout.shares);
		const shares = Number.isNaN(statedShares)
			? Math.round(readAmount(buffer, fields, layout.cap) / readAmount(buffer, fields, layout.price))
			: statedShares;
		companies.set(symbol, {
			name: readText(buffer, fields, layout.name).replace(SHARE_CLASS_SUFFIX, '').slice(0, MAX_NAME_LENGTH) || null,
			industry: readText(buffer, fields, layout.industry) || null,
			shares: Number.isNaN(shares) ? null : shares,
			exchange: exchangeName(readText(buffer, fields, layout.exchange)),
			...(asOf && { asOf }),
		});
		return undefined;
	};
	const rowReader = createRowLineReader(layout.separator, firstLine, readRow);
	return {
		read: rowReader.read,
		readyCount: () => 0,
		takeBlocks: () => [...companies].map(([symbol, company]): SymbolBlock => ({ symbol, bars: null, daily: null, company })),
		finish: () => ({
			...rowReader.finish(),
			symbols: new Map([...companies.keys()].map((symbol): [string, SymbolSummary] => [symbol, { rows: 1 }])),
			first: undefined,
			last: undefined,
		}),
	};
}

/** Parses '2023-09-18', '20230918' or '9/18/2023'. */
function parseListDate(text: string): ExchangeDate | undefined {
	const [, year, month = '', day = ''] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(text) ?? [];
	if (year !== undefined) return parseDate(`${year}-${month}-${day}`);
	const [, m = '', d = '', y] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
	return y === undefined ? undefined : parseDate(`${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`);
}

/** Parses the date in 'constituents-2023-09-18.csv', or the milliseconds in 'nasdaq_screener_1695050000000.csv'. */
function parseFileNameDate(sourcePath: string): ExchangeDate | undefined {
	const name = sourcePath.split(/[/!]/).at(-1) ?? '';
	const [, ms] = /(?<!\d)(1\d{12})(?!\d)/.exec(name) ?? [];
	if (ms !== undefined) return newYorkDate(Number(ms));
	const [, year, month, day] = /(?<!\d)(20\d{2})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)/.exec(name) ?? [];
	return year === undefined ? undefined : parseDate(`${year}-${month}-${day}`);
}
