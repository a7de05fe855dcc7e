import type { Stores } from '@sw/store/open';
import { importOf } from '@sw/store/postgres/records/tickers/imports';
import { ImportError } from '../../intake/files/faults/import-error.ts';
import { REJECT_REASONS, type RejectReason, type Rejects } from '../../intake/files/faults/rejects.ts';
import { createParquetConverter } from '../../intake/files/parquet-tables.ts';
import { type ImportFile, type ImportOptions, readImport } from '../../intake/files/read-import.ts';
import { formatTableSummary } from './import-summary.ts';
import { loadRenames } from './known-renames.ts';
import { createOutlyingBars, type OutlyingBars } from './outlying-bars.ts';
import { createStoredComparison, type StoredComparison } from './stored-comparison.ts';

export interface PreviewedTable {
	readonly name: string;
	/** What `importFiles` would do. `good`: import it. `known`: skip it as already imported. `failed`: reject it. `skipped`: ignore it as no market data. */
	readonly state: 'good' | 'known' | 'failed' | 'skipped';
	/** What the table was recognized as, or why it is rejected. */
	readonly words: string;
	readonly rows: number;
	readonly refused: number;
	readonly reasons: readonly { readonly reason: string; readonly rows: number }[];
	readonly compared: StoredComparison;
	/** Bars far from their neighbours in the file. */
	readonly outlying: OutlyingBars;
	/** The first rejected rows. */
	readonly rejects: readonly { readonly line: number; readonly reason: string }[];
}

export interface ImportPreview {
	readonly tables: readonly PreviewedTable[];
	/** What the user must specify before anything can be read. */
	readonly question: string | undefined;
}

const NO_ROWS = {
	rows: 0,
	refused: 0,
	reasons: [],
	rejects: [],
	compared: { added: 0, unchanged: 0, replaced: 0, largest: [] },
	outlying: { count: 0, farthest: [] },
} as const;

/** Reads everything below a path as an import would, but stores nothing: finds the kind of each table, and its rejected rows with reasons. */
export async function previewImport(stores: Stores, path: string, options: ImportOptions): Promise<ImportPreview> {
	const { records, series } = stores;
	const tables: PreviewedTable[] = [];
	const parquet = createParquetConverter(series);
	for await (const item of readImport(path, { parquet, renames: await loadRenames(records.db, 'files'), ...options })) {
		if (item.kind === 'asks') return { tables, question: item.error.message };
		if (item.kind === 'file') tables.push(await previewTable(stores, item, (await importOf(records.db, item.key))?.state === 'done'));
		else tables.push({ ...NO_ROWS, name: item.name, state: item.kind, words: item.error.message });
	}
	return { tables, question: undefined };
}

async function previewTable(stores: Stores, file: ImportFile, wasImported: boolean): Promise<PreviewedTable> {
	const { name } = file;
	const comparison = await createStoredComparison(stores, 'files');
	const outliers = createOutlyingBars();
	try {
		for await (const block of file.blocks()) {
			outliers.add(block);
			await comparison.add(block);
		}
	} catch (error) {
		if (!(error instanceof ImportError)) throw error;
		return { ...NO_ROWS, name, state: 'failed', words: error.message };
	}
	const summary = file.summary();
	const { rows, rejects } = summary;
	return {
		name,
		state: wasImported && file.format !== 'companies' ? 'known' : 'good',
		words: formatTableSummary(file, summary),
		rows,
		refused: rejects.total,
		reasons: countReasons(rejects),
		compared: await comparison.result(),
		outlying: outliers.result(),
		rejects: rejects.first.map(({ line, reason }) => ({ line, reason: REJECT_REASONS[reason] })),
	};
}

function countReasons({ byReason }: Rejects): PreviewedTable['reasons'] {
	return (Object.entries(byReason) as [RejectReason, number][])
		.map(([reason, rows]) => ({ reason: REJECT_REASONS[reason], rows }))
		.sort((a, b) => b.rows - a.rows);
}
