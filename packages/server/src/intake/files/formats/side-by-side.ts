/** Tables with the columns of several tickers side by side under stacked header lines, as yfinance has written them since the end of 2024. */
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { MAX_FIELDS } from '../bytes/byte-fields.ts';
import { ImportError } from '../faults/import-error.ts';
import { addRejects, createRejects } from '../faults/rejects.ts';
import type { TableReader, TableSummary } from '../fold/symbol-block.ts';
import { findBarColumns } from './layout.ts';
import { createTableReader, type TableOptions } from './table-reader.ts';

/** `headers[i]` names only the columns of `symbols[i]`; the names of all other columns are empty. */
export interface StackedHeader {
	symbols: string[];
	headers: string[];
}

/**
 * Parses the header lines 'Price,Close,High,...', 'Ticker,AAPL,AAPL,...' and 'Date,,,...', the first two in either order; undefined for other tables.
 * Throws ImportError for invalid or repeated tickers, and for too many columns.
 */
export function parseStackedHeader(lines: readonly Buffer[]): StackedHeader | undefined {
	const [firstLine = [], secondLine = [], dateCells = []] = lines.slice(0, 3).map((line) =>
		line
			.toString('utf8')
			.replace(/^\uFEFF/, '')
			.trim()
			.split(','),
	);
	const [columnCells, tickerCells] = firstLine[0] === 'Ticker' ? [secondLine, firstLine] : [firstLine, secondLine];
	if (columnCells[0] !== 'Price' || tickerCells[0] !== 'Ticker' || !/^Date(time)?$/.test(dateCells[0] ?? '')) return undefined;
	const tickerNames = [...new Set(tickerCells.slice(1))];
	if (tickerNames.length > 1 && columnCells.length > MAX_FIELDS)
		throw new ImportError('refused', `It has columns for ${tickerNames.length} tickers side by side: use files of at most 10 tickers.`);
	const symbols = tickerNames.map((ticker) => {
		const symbol = normalizeSymbol(ticker);
		if (symbol === undefined) throw new ImportError('symbol', `Its column '${ticker}' isn't a symbol.`);
		return symbol;
	});
	const duplicateIndex = symbols.findIndex((symbol, at) => symbols.indexOf(symbol) !== at);
	if (duplicateIndex >= 0) {
		const firstName = tickerNames[symbols.indexOf(symbols[duplicateIndex]!)];
		throw new ImportError(
			'symbol',
			`Its columns '${firstName}' and '${tickerNames[duplicateIndex]}' are the same ticker: remove one of them.`,
		);
	}
	const headers = tickerNames.map((ticker) =>
		['date', ...columnCells.slice(1).map((name, at) => (tickerCells[at + 1] === ticker ? name : ''))].join(','),
	);
	return { symbols, headers };
}

/** Reads every row once for each ticker. A ticker has no row where all its fields are empty, and can have no rows in the whole table. */
export function createSideBySideReader({ symbols, headers }: StackedHeader, options: TableOptions): TableReader {
	const parts = symbols.map((symbol, at) => ({
		rows: 0,
		reader: createTableReader({ ...options, symbol, layout: { ...options.layout, ...findBarColumns(headers[at]!) }, skipsEmpty: true }),
	}));
	return {
		read(lines) {
			let rows = 0;
			for (const part of parts) {
				const rowCount = part.reader.read(lines);
				part.rows += rowCount;
				rows += rowCount;
			}
			return rows;
		},
		readyCount: () => parts.reduce((sum, { reader }) => sum + reader.readyCount(), 0),
		takeBlocks: () => parts.flatMap(({ reader }) => reader.takeBlocks()),
		finish() {
			const nonEmptyParts = parts.filter(({ rows }) => rows > 0);
			if (nonEmptyParts.length === 0) throw new ImportError('refused', 'It has header lines but no rows.');
			return nonEmptyParts.map(({ reader }) => reader.finish()).reduce(mergeSummaries);
		},
	};
}

function mergeSummaries(a: TableSummary, b: TableSummary): TableSummary {
	const rejects = createRejects();
	addRejects(rejects, a.rejects);
	addRejects(rejects, b.rejects);
	const times = [a.first, b.first, a.last, b.last].filter((ms) => ms !== undefined).toSorted((x, y) => x - y);
	const steps = [a.step, b.step].filter((step) => typeof step === 'number');
	const step = steps.length > 0 ? Math.min(...steps) : a.step;
	return {
		...a,
		rows: a.rows + b.rows,
		accepted: a.accepted + b.accepted,
		rejects,
		symbols: new Map([...a.symbols, ...b.symbols]),
		first: times[0],
		last: times.at(-1),
		...(step === undefined ? {} : { step }),
	};
}
