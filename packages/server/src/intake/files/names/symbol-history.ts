/**
 * Companies by symbol and time, from LEAN's map files and earlier imports. Bars under an old symbol are stored under the company's permanent one; rows from
 * a time when no known company had their symbol belong to another company. A map file is named after the permanent symbol; its first line has the company's
 * first day, and each further line the last day of a symbol. 'fb.1' is another company that had the symbol FB earlier.
 */
import { dayNumber, parseDate } from '@sw/domain/time/zone';
import { parseCompactDate } from './lean-names.ts';

/** The days on which a company had a symbol, in days since 1970, both inclusive. */
export interface SymbolRange {
	from: number;
	until: number;
	/** The company's permanent symbol. */
	symbol: string;
}

/** A symbol of a company, and the days on which the company had this symbol, in days since 1970, both inclusive. */
export interface Rename {
	permanent: string;
	symbol: string;
	from: number;
	until: number;
}

export interface SymbolHistory {
	/** The companies that had this symbol; undefined if none is known. */
	rangesOf(symbol: string): readonly SymbolRange[] | undefined;
	/** Permanent symbol of the company that had a symbol on a day. The symbol itself if nothing is known; undefined if another company had it. */
	findPermanentSymbol(symbol: string, day: number): string | undefined;
}

/** First day of LEAN's data: a company listed on this day can be older. */
const FIRST_DAY = dayNumber(parseCompactDate('19980102'));

/** Parses a map file into its symbols with their last days; undefined if it is no map file. */
export function parseMapFile(text: string): { until: number; symbol: string }[] | undefined {
	const lines = text.trim().split(/\r?\n/);
	const rows = lines.map((line) => {
		const [dateText = '', symbol = ''] = line.split(',');
		const date = /^\d{8}$/.test(dateText) ? parseDate(parseCompactDate(dateText)) : undefined;
		return date && symbol ? { until: dayNumber(date), symbol: symbol.trim().toUpperCase() } : undefined;
	});
	return rows.every((row) => row !== undefined) ? rows : undefined;
}

/** Parses the renames in map files. `files`: [permanent symbol, text]. Adjacent ranges of the same symbol are merged. */
export function parseRenames(files: Iterable<readonly [string, string]>): Rename[] {
	const renames: Rename[] = [];
	for (const [permanent, text] of files) {
		let lastRename: Rename | undefined;
		for (const { until, symbol } of parseMapFile(text) ?? []) {
			const from = lastRename ? lastRename.until + 1 : until <= FIRST_DAY ? Number.NEGATIVE_INFINITY : until;
			if (lastRename?.symbol === symbol) lastRename.until = until;
			else {
				lastRename = { permanent, symbol, from, until };
				renames.push(lastRename);
			}
		}
	}
	return renames;
}

/** Creates the history. If two renames claim a symbol for the same day, the earlier in the list wins, so pass newer ones first. */
export function createSymbolHistory(renames: Iterable<Rename>): SymbolHistory {
	const rangesBySymbol = new Map<string, SymbolRange[]>();
	for (const { permanent, symbol, from, until } of renames) {
		const ranges = rangesBySymbol.get(symbol) ?? [];
		ranges.push({ from, until, symbol: permanent });
		rangesBySymbol.set(symbol, ranges);
	}
	return {
		rangesOf: (symbol) => rangesBySymbol.get(symbol),
		findPermanentSymbol: (symbol, day) => companyAt(rangesBySymbol.get(symbol), day, symbol),
	};
}

export const NO_RENAMES: SymbolHistory = { rangesOf: () => undefined, findPermanentSymbol: (symbol) => symbol };

/** Finds the permanent symbol of the company that had `symbol` on a day; `symbol` itself if `ranges` is undefined, undefined if no range has the day. */
export function companyAt(ranges: readonly SymbolRange[] | undefined, day: number, symbol: string): string | undefined {
	return ranges ? ranges.find(({ from, until }) => day >= from && day <= until)?.symbol : symbol;
}
