import { groupByIndustry, type Industries } from '@sw/domain/filters/industries';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Ticker } from '@sw/domain/prices/ticker';
import { symbolRanks } from '@sw/domain/reports/list/ranking';
import type { ReportTable } from '@sw/domain/signals/report-table';

/** The tickers of the market. Row r is the r-th by ascending id, as in every columnar array. */
export interface Directory {
	readonly rows: number;
	readonly tickers: readonly Ticker[];
	/** Shares outstanding by row, on the share basis of the current session; NaN if unknown. Read only. */
	readonly shares: Float64Array;
	/** Row of an id; -1 if unknown. */
	rowOf(id: number): number;
	byId(id: number): Ticker | undefined;
	/** By current symbol, in any case and any spelling of its share class. */
	bySymbol(symbol: string): Ticker | undefined;
	/** The tickers by industry; always the same object for a directory. */
	industries(): Industries;
}

/** Creates a directory. `shares` can be the pipeline's own array, so that splits show immediately. Throws RangeError if ids are not ascending. */
export function createDirectory(tickers: readonly Ticker[], shares?: Float64Array): Directory {
	const rowById = new Map<number, number>();
	const bySymbol = new Map<string, Ticker>();
	tickers.forEach((ticker, row) => {
		const previous = tickers[row - 1];
		if (previous && previous.id >= ticker.id)
			throw new RangeError(`Ticker ids must be in ascending order, found ${ticker.id} after ${previous.id}.`);
		rowById.set(ticker.id, row);
		// A later ticker can have the symbol of a delisted one.
		const holder = bySymbol.get(ticker.symbol);
		if (!holder || holder.delisted !== null || ticker.delisted === null) bySymbol.set(ticker.symbol, ticker);
	});
	let industries: Industries | undefined;
	const rowOf = (id: number): number => rowById.get(id) ?? -1;
	return {
		rows: tickers.length,
		tickers,
		shares: shares ?? Float64Array.from(tickers, (t) => t.shares ?? Number.NaN),
		rowOf,
		byId: (id) => tickers[rowOf(id)],
		industries: () => {
			industries ??= groupByIndustry(tickers);
			return industries;
		},
		bySymbol: (symbol) => bySymbol.get(symbol) ?? bySymbol.get(normalizeSymbol(symbol) ?? '') ?? bySymbol.get(symbol.toUpperCase()),
	};
}

/** Symbols of a report's rows, and their alphabetical order, for lists. */
export interface TableSymbols {
	/** Symbol of a row; the ticker id if the directory does not have the ticker. */
	symbolOf(table: ReportTable, row: number): string;
	/** Alphabetical ranks of the rows' symbols; cached as long as the table and the directory's tickers exist. */
	ranksOf(table: ReportTable): Uint32Array;
}

export function createTableSymbols(directory: Directory): TableSymbols {
	const directoryRanks = new WeakMap<Directory['tickers'], Uint32Array>();
	const tableRanks = new WeakMap<Directory['tickers'], WeakMap<ReportTable, Uint32Array>>();

	/** Ranks of all symbols by row of the directory. Cached, because sorting thousands of symbols takes longer than reading a report. */
	const getDirectoryRanks = ({ tickers }: Directory): Uint32Array => {
		const ranks = directoryRanks.get(tickers) ?? symbolRanks(tickers.map(({ symbol }) => symbol));
		directoryRanks.set(tickers, ranks);
		return ranks;
	};

	const symbolOf = ({ tickerId }: ReportTable, row: number): string => {
		const id = tickerId[row]!;
		return directory.byId(id)?.symbol ?? String(id);
	};

	const rankRows = (table: ReportTable): Uint32Array => {
		const ranksByRow = getDirectoryRanks(directory);
		const ranks = new Uint32Array(table.count);
		for (let row = 0; row < table.count; row++) {
			const directoryRow = directory.rowOf(table.tickerId[row]!);
			if (directoryRow === -1) return symbolRanks(Array.from(ranks, (_, tableRow) => symbolOf(table, tableRow)));
			ranks[row] = ranksByRow[directoryRow]!;
		}
		return ranks;
	};

	return {
		symbolOf,
		ranksOf: (table) => {
			const rankCache = tableRanks.get(directory.tickers) ?? new WeakMap<ReportTable, Uint32Array>();
			tableRanks.set(directory.tickers, rankCache);
			const ranks = rankCache.get(table) ?? rankRows(table);
			rankCache.set(table, ranks);
			return ranks;
		},
	};
}
