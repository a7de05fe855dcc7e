/**
 * Companies by symbol and time, from LEAN's map files and earlier imports. Bars under an old symbol join those under the new one; rows at a time when no
 * known company had their symbol belong to another company. A map file is named after the permanent symbol; its first line is the company's first day, each
 * further one the last day of a symbol. 'fb.1' is another company that once was FB.
 */
import { dayNumber, parseDate } from '@sw/domain/time/zone';
import { compactDate } from './lean-names.ts';

/** A company had a symbol between two days, both included (days since 1970). */
export interface SymbolRange {
	from: number;
	until: number;
	/** The company's permanent symbol. */
	symbol: string;
}

/** The same range, from the company's side. */
export interface Rename {
	permanent: string;
	symbol: string;
	from: number;
	until: number;
}

export interface SymbolHistory {
	/** The companies with this symbol, by time; undefined when none is known. */
	rangesOf(symbol: string): readonly SymbolRange[] | undefined;
	/** Permanent symbol of the company with this symbol on a day: the symbol itself when nothing is known about it, undefined when it was another company's. */
	permanent(symbol: string, day: number): string | undefined;
}

/** First day of LEAN's data: a company listed on it may be older. */
const BEGINNING = dayNumber(compactDate('19980102'));

/** Lines of one map file: [last day, symbol]; undefined when it is no map file. */
export function readMapFile(text: string): { until: number; symbol: string }[] | undefined {
	const lines = text.trim().split(/\r?\n/);
	const rows = lines.map((line) => {
		const [day = '', symbol = ''] = line.split(',');
		const date = /^\d{8}$/.test(day) ? parseDate(compactDate(day)) : undefined;
		return date && symbol ? { until: dayNumber(date), symbol: symbol.trim().toUpperCase() } : undefined;
	});
	return rows.every((row) => row !== undefined) ? rows : undefined;
}

/** The renames in map files, given as [permanent symbol, text]. Adjacent ranges of the same symbol are merged. */
export function renamesIn(files: Iterable<readonly [string, string]>): Rename[] {
	const renames: Rename[] = [];
	for (const [permanent, text] of files) {
		let last: Rename | undefined;
		for (const { until, symbol } of readMapFile(text) ?? []) {
			const from = last ? last.until + 1 : until <= BEGINNING ? Number.NEGATIVE_INFINITY : until;
			if (last?.symbol === symbol) last.until = until;
			else {
				last = { permanent, symbol, from, until };
				renames.push(last);
			}
		}
	}
	return renames;
}

/** Where two renames claim a symbol for the same day, the earlier in the list wins: pass newer ones first. */
export function createSymbolHistory(renames: Iterable<Rename>): SymbolHistory {
	const bearers = new Map<string, SymbolRange[]>();
	for (const { permanent, symbol, from, until } of renames) {
		const ranges = bearers.get(symbol) ?? [];
		ranges.push({ from, until, symbol: permanent });
		bearers.set(symbol, ranges);
	}
	return {
		rangesOf: (symbol) => bearers.get(symbol),
		permanent: (symbol, day) => companyAt(bearers.get(symbol), day, symbol),
	};
}

export const NO_RENAMES: SymbolHistory = { rangesOf: () => undefined, permanent: (symbol) => symbol };

/** The company that had the symbol on a day. */
export function companyAt(ranges: readonly SymbolRange[] | undefined, day: number, symbol: string): string | undefined {
	return ranges ? ranges.find(({ from, until }) => day >= from && day <= until)?.symbol : symbol;
}
