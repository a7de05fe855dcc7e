import { symbolRanks } from '@sw/domain/reports/list/ranking';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { Directory } from './directory.ts';

/** Symbols of a report's rows and their order, for lists. */
export interface TableSymbols {
	/** A ticker which the directory lost goes by its number. */
	symbolOf(table: ReportTable, row: number): string;
	/** Ranks of the rows' symbols, kept as long as the table and the directory's tickers are. */
	ranksOf(table: ReportTable): Uint32Array;
}

export function createTableSymbols(directory: Directory): TableSymbols {
	const directoryRanks = new WeakMap<Directory['tickers'], Uint32Array>();
	const tableRanks = new WeakMap<Directory['tickers'], WeakMap<ReportTable, Uint32Array>>();

	/** Of all symbols, by row of the directory: sorting thousands of names takes longer than reading a report. */
	const allRanks = ({ tickers }: Directory): Uint32Array => {
		const ranks = directoryRanks.get(tickers) ?? symbolRanks(tickers.map(({ symbol }) => symbol));
		directoryRanks.set(tickers, ranks);
		return ranks;
	};

	const symbolOf = ({ tickerId }: ReportTable, row: number): string => {
		const id = tickerId[row]!;
		return directory.byId(id)?.symbol ?? String(id);
	};

	const rank = (table: ReportTable): Uint32Array => {
		const all = allRanks(directory);
		const ranks = new Uint32Array(table.count);
		for (let row = 0; row < table.count; row++) {
			const at = directory.rowOf(table.tickerId[row]!);
			if (at === -1) return symbolRanks(Array.from(ranks, (_, each) => symbolOf(table, each)));
			ranks[row] = all[at]!;
		}
		return ranks;
	};

	return {
		symbolOf,
		ranksOf: (table) => {
			const ofDirectory = tableRanks.get(directory.tickers) ?? new WeakMap<ReportTable, Uint32Array>();
			tableRanks.set(directory.tickers, ofDirectory);
			const ranks = ofDirectory.get(table) ?? rank(table);
			ofDirectory.set(table, ranks);
			return ranks;
		},
	};
}
