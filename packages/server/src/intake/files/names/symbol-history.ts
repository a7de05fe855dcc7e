/**
 * Renames of companies from LEAN's map files, so that bars under an old symbol join those under the new one. A map file is named after the
 * permanent symbol; each line is the last day of a symbol. 'fb.1' is another company that once was FB.
 */
import { dayNumber, parseDate } from '@sw/domain/time/zone';
import { compactDate } from './lean-names.ts';

/** Rows up to and including day `until` (days since 1970) belong to the permanent symbol. */
export interface SymbolRange {
	until: number;
	symbol: string;
}

export interface SymbolHistory {
	/** Who bore a symbol, by time; undefined when it was always its own. */
	rangesOf(symbol: string): readonly SymbolRange[] | undefined;
	/** The permanent symbol of whoever bore this one on a day; the symbol itself when nothing else is known. */
	permanent(symbol: string, day: number): string;
}

/** Lines of one map file: [last day, symbol]; undefined when it is no map file. */
export const readMapFile = (text: string): { until: number; symbol: string }[] | undefined => {
	const lines = text.trim().split(/\r?\n/);
	const rows = lines.map((line) => {
		const [day = '', symbol = ''] = line.split(',');
		const date = /^\d{8}$/.test(day) ? parseDate(compactDate(day)) : undefined;
		return date && symbol ? { until: dayNumber(date), symbol: symbol.trim().toUpperCase() } : undefined;
	});
	return rows.every((row) => row !== undefined) ? rows : undefined;
};

export const NO_RENAMES: SymbolHistory = { rangesOf: () => undefined, permanent: (symbol) => symbol };

/** From map files as [permanent symbol, text]. */
export const createSymbolHistory = (files: Iterable<readonly [string, string]>): SymbolHistory => {
	const bearers = new Map<string, SymbolRange[]>();
	for (const [permanent, text] of files)
		for (const { until, symbol } of readMapFile(text) ?? []) {
			const ranges = bearers.get(symbol) ?? [];
			ranges.push({ until, symbol: permanent });
			bearers.set(symbol, ranges);
		}
	for (const [symbol, ranges] of bearers) {
		ranges.sort((a, b) => a.until - b.until);
		if (ranges.every((range) => range.symbol === symbol)) bearers.delete(symbol);
	}
	return {
		rangesOf: (symbol) => bearers.get(symbol),
		permanent: (symbol, day) => bearers.get(symbol)?.find((range) => day <= range.until)?.symbol ?? symbol,
	};
};
