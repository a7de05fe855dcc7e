/** Lists of companies: names, industry sectors and shares of tickers whose bars come from elsewhere. */
import { normalSymbol } from '@sw/domain/prices/symbol';
import { decimal, type Fields } from '../bytes/byte-fields.ts';
import { createRowLines, textOf } from '../bytes/row-lines.ts';
import type { RejectReason } from '../faults/rejects.ts';
import type { Company, SymbolBlock, SymbolCount, TableReader } from '../fold/symbol-block.ts';

/** Columns of a list, -1 when absent; shares are told as such, or follow from market cap and price. */
export interface CompanyLayout {
	separator: ',' | '\t';
	hasHeader: boolean;
	symbol: number;
	name: number;
	industry: number;
	cap: number;
	price: number;
	shares: number;
}

const NAMES = {
	symbol: ['symbol', 'ticker'],
	name: ['name', 'security', 'company'],
	industry: ['sector', 'gics sector', 'industry sector'],
	cap: ['market cap', 'market capitalization', 'marketcap'],
	price: ['last sale', 'price', 'last price'],
	shares: ['shares', 'shares outstanding'],
} as const;
/** A table with one of these is something else. */
const OTHERS = ['open', 'high', 'time', 'date', 'timestamp', 'mentions'];
const LONGEST_NAME = 200;
/** What exchanges append to a company's name. */
const KIND_OF_SHARE = /\s+(class [a-z] )?(common (stock|shares?)|ordinary shares?|capital stock)\s*$/i;

/** 'XXII<tab>22nd Century Group': symbols and names without a header. */
const PAIR = /^[A-Z][A-Z0-9.\-^]{0,9}\t[^\t]*[A-Za-z][^\t]*$/;

/** How to read a table with this first line, or undefined when it is no list of companies. */
export const asCompanies = (header: string): CompanyLayout | undefined => {
	if (PAIR.test(header)) return { separator: '\t', hasHeader: false, symbol: 0, name: 1, industry: -1, cap: -1, price: -1, shares: -1 };
	const separator = header.includes('\t') ? '\t' : ',';
	const columns = header.split(separator).map((column) => column.trim().replaceAll('"', '').toLowerCase());
	const at = (names: readonly string[]): number => columns.findIndex((column) => names.includes(column));
	const found = Object.fromEntries(Object.entries(NAMES).map(([key, names]) => [key, at(names)])) as Record<keyof typeof NAMES, number>;
	const isList = found.symbol >= 0 && found.name >= 0 && found.industry >= 0 && at(OTHERS) < 0;
	return isList ? { separator, hasHeader: true, ...found } : undefined;
};

export const createCompanyReader = (layout: CompanyLayout, firstLine: number): TableReader => {
	const companies = new Map<string, Company>();
	const wordsOf = (buffer: Buffer, fields: Fields, column: number): string =>
		column < 0 || column >= fields.count
			? ''
			: buffer.toString('utf8', fields.from[column], fields.to[column]).replaceAll('""', '"').trim();
	/** NaN where the cell is empty or says nothing that is above zero. */
	const amountOf = (buffer: Buffer, fields: Fields, column: number): number => {
		if (column < 0 || column >= fields.count) return Number.NaN;
		const from = fields.from[column] as number;
		const value = decimal(buffer, buffer[from] === '$'.charCodeAt(0) ? from + 1 : from, fields.to[column] as number);
		return value > 0 ? value : Number.NaN;
	};
	const readRow = (buffer: Buffer, fields: Fields): RejectReason | undefined => {
		if (fields.count <= Math.max(layout.symbol, layout.name)) return 'columns';
		const symbol = normalSymbol(textOf(buffer, fields, layout.symbol));
		if (symbol === undefined) return 'symbol';
		const told = amountOf(buffer, fields, layout.shares);
		const shares = Number.isNaN(told) ? Math.round(amountOf(buffer, fields, layout.cap) / amountOf(buffer, fields, layout.price)) : told;
		companies.set(symbol, {
			name: wordsOf(buffer, fields, layout.name).replace(KIND_OF_SHARE, '').slice(0, LONGEST_NAME) || symbol,
			industry: wordsOf(buffer, fields, layout.industry) || null,
			shares: Number.isNaN(shares) ? null : shares,
		});
		return undefined;
	};
	const lines = createRowLines(layout.separator, firstLine, readRow);
	return {
		read: lines.read,
		waiting: () => 0,
		take: () => [...companies].map(([symbol, company]): SymbolBlock => ({ symbol, bars: null, daily: null, company })),
		finish: () => ({
			...lines.finish(),
			// Of their bars nothing is known: none may be taken for an index.
			symbols: new Map([...companies.keys()].map((symbol): [string, SymbolCount] => [symbol, { rows: 1, hasVolume: true }])),
			first: undefined,
			last: undefined,
		}),
	};
};
