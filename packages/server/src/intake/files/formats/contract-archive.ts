/**
 * Reads a LEAN option archive, which has one table per contract, as a single table. Rows of minutes begin with milliseconds since midnight in New York;
 * rows of hours and days begin with 'YYYYMMDD HH:mm'.
 */
import type { Calendar } from '@sw/domain/time/calendar';
import { type ExchangeDate, utcMs } from '@sw/domain/time/units';
import { dateOfDay, dayNumber } from '@sw/domain/time/zone';
import type { ImportEntry } from '../archives/import-entries.ts';
import { parseDecimal } from '../bytes/byte-fields.ts';
import { createRowLineReader, type RowLineReader, splitIntoLineChunks } from '../bytes/byte-lines.ts';
import { createParsedTime, newYorkInstant, readYearFirst } from '../bytes/byte-time.ts';
import { ImportError } from '../faults/import-error.ts';
import { addRejects, createRejects, rejectUnreliableFile } from '../faults/rejects.ts';
import { createOptionFold, type OptionFold } from '../fold/option-fold.ts';
import type { SymbolBlock, TableSummary } from '../fold/symbol-block.ts';
import { type ContractTable, parseContractTableName } from '../names/lean-names.ts';
import type { SymbolHistory } from '../names/symbol-history.ts';

/** Index of the volume column in trade tables. */
const VOLUME_COLUMN = 5;

/** Index of the open interest column in open-interest tables. */
const INTEREST_COLUMN = 1;

/** Whether the entries of an archive are option contracts. Throws ImportError 'unused' if they contain quotes. */
export function isContractArchive(entries: readonly ImportEntry[]): boolean {
	const firstTable = entries[0] && parseContractTableName(entries[0].name);
	if (firstTable?.kind === 'quote') throw new ImportError('unused', 'It contains option quotes.');
	return firstTable !== undefined;
}

export interface ContractArchive {
	/** Reads all entries. `counters` receives the number of bytes and rows of each chunk. */
	readBlocks(
		counters: { addBytes(bytes: number): void; addRows(rows: number): void },
		signal: AbortSignal | undefined,
	): Promise<SymbolBlock[]>;
	/** Must not be called before `readBlocks` has resolved. */
	getSummary(): TableSummary;
}

export function createContractArchive(
	entries: readonly ImportEntry[],
	calendar: Calendar,
	{ history, today }: { history?: SymbolHistory | undefined; today?: ExchangeDate | undefined } = {},
): ContractArchive {
	let summary: TableSummary | undefined;
	return {
		async readBlocks(counters, signal) {
			const fold = createOptionFold(calendar, history);
			const rejects = createRejects();
			let rows = 0;
			for (const entry of entries) {
				signal?.throwIfAborted();
				const table = parseContractTableName(entry.name);
				if (!table) throw new ImportError('damaged', `${entry.name} isn't an option contract like the others.`);
				const { rowReader, addDayTotals } = createContractReader(table, fold, today);
				for await (const chunk of splitIntoLineChunks(entry.content(counters.addBytes))) counters.addRows(rowReader.read(chunk));
				addDayTotals();
				const counts = rowReader.getCounts();
				rows += counts.rows;
				addRejects(rejects, counts.rejects);
			}
			rejectUnreliableFile({ rows, rejects });
			const blocks = fold.takeBlocks();
			const firstSlotSeconds = blocks.flatMap(({ options }) => (options && options.count > 0 ? [options.time[0]!] : []));
			const firstTime = firstSlotSeconds.length > 0 ? utcMs(Math.min(...firstSlotSeconds) * 1000) : undefined;
			const symbols = new Map(blocks.map(({ symbol }) => [symbol, { rows }]));
			summary = { rows, accepted: rows - rejects.total, rejects, symbols, first: firstTime, last: firstTime };
			return blocks;
		},
		getSummary: () => {
			if (!summary) throw new TypeError("The archive wasn't read to the end");
			return summary;
		},
	};
}

/** Adds the rows of one contract to the fold. `addDayTotals` must be called after the last row. */
function createContractReader(
	table: ContractTable,
	fold: OptionFold,
	today?: ExchangeDate,
): { rowReader: RowLineReader; addDayTotals(): void } {
	const { underlying, isCall, kind } = table;
	const column = kind === 'trade' ? VOLUME_COLUMN : INTEREST_COLUMN;
	const parsedTime = createParsedTime();
	const totalByDate = new Map<ExchangeDate, number>();
	const rowReader = createRowLineReader(',', 1, (buffer, fields) => {
		if (fields.count <= column) return 'columns';
		const [start, end] = [fields.starts[0]!, fields.ends[0]!];
		const ms = table.date ? parseDecimal(buffer, start, end) : 0;
		if (Number.isNaN(ms) || (table.date === undefined && !readYearFirst(buffer, start, end, parsedTime))) return 'time';
		const amount = parseDecimal(buffer, fields.starts[column]!, fields.ends[column]!);
		if (Number.isNaN(amount)) return 'number';
		if (amount < 0) return 'negative';
		const date = table.date ?? dateOfDay(parsedTime.day);
		if (today !== undefined && date > today) return 'future';
		if (!fold.isSameCompany(underlying, date)) return 'company';
		// Only minute rows can be assigned to slots.
		if (kind === 'trade' && table.date) fold.addTrade(underlying, date, newYorkInstant(dayNumber(date), ms), isCall, amount);
		// Open interest isn't summed: the last value of a day counts.
		totalByDate.set(date, kind === 'trade' ? (totalByDate.get(date) ?? 0) + amount : amount);
		return undefined;
	});
	return {
		rowReader,
		addDayTotals: () => {
			for (const [date, total] of totalByDate) fold.addDay(underlying, date, kind === 'trade' ? 'volume' : 'open_interest', isCall, total);
		},
	};
}
