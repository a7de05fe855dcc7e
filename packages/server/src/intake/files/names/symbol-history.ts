/**
 * Who bore a symbol when, from LEAN's map files and from what earlier imports stored: bars under an old symbol join those under the new one, and rows of a
 * symbol at a time when none of the known companies bore it are another company's. A map file is named after the permanent symbol; its first line is the
 * day on which the company appears, each further one the last day of a symbol. 'fb.1' is another company that once was FB.
 */
import { dayNumber, parseDate } from '@sw/domain/time/zone';
import { compactDate } from './lean-names.ts';

/** A company bore a symbol from one day to another, both included (days since 1970). */
export interface SymbolRange {
	from: number;
	until: number;
	/** The company's permanent symbol. */
	symbol: string;
}

/** The same, said of the company. */
export interface Rename {
	permanent: string;
	symbol: string;
	from: number;
	until: number;
}

export interface SymbolHistory {
	/** Who bore a symbol, by time; undefined when nothing is known of it. */
	rangesOf(symbol: string): readonly SymbolRange[] | undefined;
	/** The permanent symbol of whoever bore this one on a day: itself when nothing is known of it, undefined when it was another company's. */
	permanent(symbol: string, day: number): string | undefined;
}

/** LEAN's data begin on this day: of a company that appears then, it does not tell since when. */
const BEGINNING = dayNumber(compactDate('19980102'));

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

/** What map files tell, given as [permanent symbol, text]. Neighbouring ranges of the same symbol are one. */
export const renamesIn = (files: Iterable<readonly [string, string]>): Rename[] => {
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
};

/** Of a symbol that two are said to have borne on the same day, the one that is said first: newer knowledge is given first. */
export const createSymbolHistory = (renames: Iterable<Rename>): SymbolHistory => {
	const bearers = new Map<string, SymbolRange[]>();
	for (const { permanent, symbol, from, until } of renames) {
		const ranges = bearers.get(symbol) ?? [];
		ranges.push({ from, until, symbol: permanent });
		bearers.set(symbol, ranges);
	}
	return {
		rangesOf: (symbol) => bearers.get(symbol),
		permanent: (symbol, day) => bearerOn(bearers.get(symbol), day, symbol),
	};
};

export const NO_RENAMES: SymbolHistory = { rangesOf: () => undefined, permanent: (symbol) => symbol };

/** Who bore the symbol on a day, of its ranges. */
export const bearerOn = (ranges: readonly SymbolRange[] | undefined, day: number, symbol: string): string | undefined =>
	ranges ? ranges.find(({ from, until }) => day >= from && day <= until)?.symbol : symbol;
