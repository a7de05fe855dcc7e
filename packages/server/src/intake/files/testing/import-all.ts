import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nyse } from '@sw/domain/time/calendar';
import type { SymbolBlock, TableSummary } from '../fold/symbol-block.ts';
import { type ImportFile, type ImportOptions, readImport } from '../read-import.ts';

export interface ImportResult {
	name: string;
	key?: string;
	file?: ImportFile;
	blocks: SymbolBlock[];
	summary?: TableSummary;
	/** Kind and fault of a file that was not imported, including one that failed while it was read. */
	refused?: string;
	message?: string;
}

/** Reads everything under a path to its end. */
export async function importAll(path: string, options: Partial<ImportOptions> = {}): Promise<ImportResult[]> {
	const results: ImportResult[] = [];
	for await (const file of readImport(path, { calendar: nyse, ...options })) {
		if (file.kind === 'asks') {
			for (const name of file.names) results.push({ name, blocks: [], refused: `asks ${file.error.fault}`, message: file.error.message });
			continue;
		}
		if (file.kind !== 'file') {
			results.push({ name: file.name, blocks: [], refused: `${file.kind} ${file.error.fault}`, message: file.error.message });
			continue;
		}
		const blocks: SymbolBlock[] = [];
		try {
			for await (const block of file.blocks()) blocks.push(block);
			results.push({ name: file.name, key: file.key, file, blocks, summary: file.summary() });
		} catch (error) {
			const fault = error instanceof Error && 'fault' in error ? String(error.fault) : 'other';
			results.push({ name: file.name, key: file.key, file, blocks, refused: `broken ${fault}`, message: String(error) });
		}
	}
	return results;
}

/** Runs with a folder that holds these files, and removes it. */
export async function withFiles<T>(files: Record<string, string | Buffer>, run: (folder: string) => Promise<T>): Promise<T> {
	const root = await mkdtemp(join(tmpdir(), 'signalwheel-import-'));
	try {
		const folder = join(root, 'in');
		await mkdir(folder);
		for (const [name, content] of Object.entries(files)) {
			await mkdir(dirname(join(folder, name)), { recursive: true });
			await writeFile(join(folder, name), content);
		}
		return await run(folder);
	} finally {
		await rm(root, { recursive: true, force: true });
	}
}

/** Time (ISO to the minute), session and prices of each bar, to compare at a glance. */
export function formatBars(block: SymbolBlock | undefined): string[] {
	const bars = block?.bars;
	if (!bars) return [];
	return Array.from({ length: bars.count }, (_, i) => {
		const time = new Date(bars.time[i]! * 1000).toISOString().slice(0, 16);
		return `${time} ${bars.session[i]} ${bars.open[i]} ${bars.high[i]} ${bars.low[i]} ${bars.close[i]} ${bars.volume[i]}`;
	});
}
