import { rowInformation } from '../../filings/information.ts';
import { type ReportTable, Z_SERIES } from '../../signals/report-table.ts';
import type { Strategy } from '../../time/timeframe.ts';
import { columnTimeframe, type SortColumn } from './list-columns.ts';

/** Typical moves as columns: on the longest rated timeframe; rises and call-heavy balances are positive. */
const MOVES = { move: 'price', volume: 'volume', options: 'diff' } as const satisfies Partial<
	Record<SortColumn, (typeof Z_SERIES)[number]>
>;

/** The series whose size makes a ticker unusual, and whether a negative one does too. */
const UNUSUAL = [
	['price', true],
	['volume', false],
	['sum', false],
	['diff', true],
] as const satisfies readonly (readonly [(typeof Z_SERIES)[number], boolean])[];

/** Typical moves of a row as displayed; NaN when not measurable. */
export function columnMove(table: ReportTable, row: number, column: keyof typeof MOVES, strategy: Strategy): number {
	return table.z[(columnTimeframe(strategy) * Z_SERIES.length + Z_SERIES.indexOf(MOVES[column])) * table.count + row]!;
}

/** Sort data that isn't in a report: the alphabetical rank of each symbol, and the price change since the previous session. */
interface BesideReport {
	readonly symbolRank: Uint32Array;
	/** NaN if either price is missing. */
	readonly changeOf?: ((row: number) => number) | undefined;
}

/** A row's sort value for a column; NaN if there is none, which sorts last in either direction. */
export function columnKey(
	table: ReportTable,
	row: number,
	column: Exclude<SortColumn, 'rate'>,
	strategy: Strategy,
	{ symbolRank, changeOf }: BesideReport,
): number {
	const mentions = table.mentions[row]!;
	if (column === 'unusual') return largestMove(table, row, strategy);
	if (column === 'ticker') return symbolRank[row]!;
	if (column === 'price') return table.price[row]!;
	if (column === 'cap') return table.cap[row]!;
	if (column === 'mentions') return mentions < 0 ? Number.NaN : mentions;
	if (column === 'dollars') return table.dollarVolume[row]!;
	if (column === 'filing') return rowInformation(table, row, strategy).filing?.acceptedAt ?? Number.NaN;
	if (column === 'change') return changeOf?.(row) ?? Number.NaN;
	return columnMove(table, row, column, strategy);
}

/** The largest number of typical moves of a row on the rated timeframes: of price and calls − puts in either direction; NaN if nothing is measurable. */
function largestMove({ z, count }: ReportTable, row: number, { slots }: Strategy): number {
	let largest = Number.NaN;
	for (const slot of slots) {
		for (const [series, isSigned] of UNUSUAL) {
			const value = z[(slot * Z_SERIES.length + Z_SERIES.indexOf(series)) * count + row]!;
			const move = isSigned ? Math.abs(value) : value;
			if (!(move <= largest) && !Number.isNaN(move)) largest = move;
		}
	}
	return largest;
}
