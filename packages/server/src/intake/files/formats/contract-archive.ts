/**
 * Reads a LEAN option archive, which has one table per contract, as a single table. Rows of minutes begin with milliseconds since midnight in New York;
 * rows of hours and days begin with 'YYYYMMDD HH:mm'.
 */
import type { Calendar } from '@sw/domain/time/calendar';
import { type ExchangeDate, utcMs } from '@sw/domain/time/units';
import { dateOfDay, dayNumber } from '@sw/domain/time/zone';
import type { ImportEntry } from '../archives/import-entries.ts';
import { parseDecimal } from '../bytes/byte-fields.ts';
import { completeLines, createRowLineReader, type RowLineReader } from '../bytes/byte-lines.ts';
import { createStamp, newYorkInstant, readStamp } from '../bytes/byte-time.ts';
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
	const first = entries[0] && parseContractTableName(entries[0].name);
	if (first?.kind === 'quote') throw new ImportError('unused', 'It contains option quotes.');
	return first !== undefined;
}

export interface ContractArchive {
	/** Reads all entries. `counters` receives the number of bytes and rows of each chunk. */
	readBlocks(counters: { bytes(bytes: number): void; rows(rows: number): void }, signal: AbortSignal | undefined): Promise<SymbolBlock[]>;
	/** Must not be called before `readBlocks` has resolved. */
	summary(): TableSummary;
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
				const { lines, addDayTotals } = createContractReader(table, fold, today);
				for await (const chunk of completeLines(entry.content(counters.bytes))) counters.rows(lines.read(chunk));
				addDayTotals();
				const counts = lines.counts();
				rows += counts.rows;
				addRejects(rejects, counts.rejects);
			}
			rejectUnreliableFile({ rows, rejects });
			const blocks = fold.take();
			const times = blocks.flatMap(({ options }) => (options && options.count > 0 ? [options.time[0]!] : []));
			const first = times.length > 0 ? utcMs(Math.min(...times) * 1000) : undefined;
			const symbols = new Map(blocks.map(({ symbol }) => [symbol, { rows }]));
			summary = { rows, accepted: rows - rejects.total, rejects, symbols, first, last: first };
			return blocks;
		},
		summary: () => {
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
): { lines: RowLineReader; addDayTotals(): void } {
	const { underlying, isCall, kind } = table;
	const column = kind === 'trade' ? VOLUME_COLUMN : INTEREST_COLUMN;
	const stamp = createStamp();
	const days = new Map<ExchangeDate, number>();
	const lines = createRowLineReader(',', 1, (buffer, fields) => {
		if (fields.count <= column) return 'columns';
		const [from, to] = [fields.from[0]!, fields.to[0]!];
		const ms = table.date ? parseDecimal(buffer, from, to) : 0;
		if (Number.isNaN(ms) || (table.date === undefined && !readStamp(buffer, from, to, stamp))) return 'time';
		const amount = parseDecimal(buffer, fields.from[column]!, fields.to[column]!);
		if (Number.isNaN(amount)) return 'number';
		if (amount < 0) return 'negative';
		const date = table.date ?? dateOfDay(stamp.day);
		if (today !== undefined && date > today) return 'future';
		if (!fold.isSameCompany(underlying, date)) return 'company';
		// Only minute rows can be assigned to slots.
		if (kind === 'trade' && table.date) fold.addTrade(underlying, date, newYorkInstant(dayNumber(date), ms), isCall, amount);
		// Open interest is a level, so the last value of a day counts.
		days.set(date, kind === 'trade' ? (days.get(date) ?? 0) + amount : amount);
		return undefined;
	});
	return {
		lines,
		addDayTotals: () => {
			for (const [date, total] of days) fold.addDay(underlying, date, kind === 'trade' ? 'volume' : 'open_interest', isCall, total);
		},
	};
}
