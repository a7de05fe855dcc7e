/** A LEAN option archive: a table for each contract, read as one. */
import type { Calendar } from '@sw/domain/time/calendar';
import { type ExchangeDate, utcMs } from '@sw/domain/time/units';
import type { ImportEntry } from '../archives/import-entries.ts';
import { completeLines } from '../bytes/byte-lines.ts';
import { ImportError } from '../faults/import-error.ts';
import { failIfRefused } from '../faults/refusal-reason.ts';
import { addRejects, createRejects } from '../faults/rejects.ts';
import { createOptionFold } from '../fold/option-fold.ts';
import type { SymbolBlock, TableSummary } from '../fold/symbol-block.ts';
import { recogniseContractTable } from '../names/lean-names.ts';
import type { SymbolHistory } from '../names/symbol-history.ts';
import { createContractReader } from './contract-reader.ts';

/** Whether these entries of an archive are contracts. ImportError 'unused' when they hold quotes. */
export function isContractArchive(entries: readonly ImportEntry[]): boolean {
	const first = entries[0] && recogniseContractTable(entries[0].name);
	if (first?.kind === 'quote') throw new ImportError('unused', 'It contains option quotes.');
	return first !== undefined;
}

export interface ContractArchive {
	blocks(on: { bytes(bytes: number): void; rows(rows: number): void }, signal: AbortSignal | undefined): Promise<SymbolBlock[]>;
	summary(): TableSummary;
}

export function createContractArchive(
	entries: readonly ImportEntry[],
	calendar: Calendar,
	{ history, today }: { history?: SymbolHistory | undefined; today?: ExchangeDate | undefined } = {},
): ContractArchive {
	let summary: TableSummary | undefined;
	return {
		async blocks(on, signal) {
			const fold = createOptionFold(calendar, history);
			const rejects = createRejects();
			let rows = 0;
			for (const entry of entries) {
				signal?.throwIfAborted();
				const table = recogniseContractTable(entry.name);
				if (!table) throw new ImportError('damaged', `${entry.name} isn't an option contract like the others.`);
				const { lines, end } = createContractReader(table, fold, today);
				for await (const chunk of completeLines(entry.content(on.bytes))) on.rows(lines.read(chunk));
				end();
				const read = lines.counts();
				rows += read.rows;
				addRejects(rejects, read.rejects);
			}
			failIfRefused({ rows, rejects });
			const blocks = fold.take();
			const times = blocks.flatMap(({ options }) => (options && options.count > 0 ? [options.time[0] as number] : []));
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
