/**
 * Reads bars from files: the front of the importer. It yields every table under a path in turn; of each, a key that tells whether it was imported
 * before, its finished bars in blocks, and a summary. The caller writes the blocks as one batch per file and makes them visible only when
 * blocks() ends without an error: so a corrupt file imports nothing of itself.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, readFile, stat } from 'node:fs/promises';
import type { ExchangeDate } from '@sw/domain/time/units';
import { type DiskFile, entriesOf, type ImportEntry, listFiles, openFile } from './archives/import-entries.ts';
import { readRange } from './archives/read-range.ts';
import type { Bytes } from './archives/unpack.ts';
import { DEFAULT_LIMITS, type UnpackLimits } from './archives/unpack-limits.ts';
import { lineAt, wholeLines } from './bytes/byte-lines.ts';
import { ImportError } from './faults/import-error.ts';
import type { SymbolBlock, TableReader, TableSummary } from './fold/symbol-block.ts';
import { createContractArchive, isContractArchive } from './formats/contract-archive.ts';
import { type FileFormat, type Opening, type RecogniseOptions, recogniseEntry } from './formats/recognise-entry.ts';
import { inFolder } from './names/lean-names.ts';
import { createSymbolHistory, type Rename, renamesIn } from './names/symbol-history.ts';

/** A file that is no text as a table of text at another path, until it is removed. ImportError when it cannot be. */
export type AsTable = (path: string) => Promise<{ path: string; remove(): Promise<void> }>;

export interface ImportOptions extends Omit<RecogniseOptions, 'history'> {
	limits?: UnpackLimits;
	signal?: AbortSignal;
	/** Renames that are known from before; what the folder itself tells comes first. */
	renames?: readonly Rename[];
	/** Hears of the renames that the folder tells of, before its tables. */
	onRenames?: (renames: readonly Rename[]) => void;
	/** Reads Parquet; without it such files are refused. */
	parquet?: AsTable;
	/** The day on which lists of companies were made: their shares follow splits from it on, both ways. Otherwise it is taken to be today. */
	asOf?: ExchangeDate;
	today?: ExchangeDate;
	/** Called after each chunk. */
	onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
	/** Table that is being read. */
	name: string;
	/** Disk files that are done, and all. */
	files: number;
	filesTotal: number;
	/** Bytes on disk that are done, and all. */
	bytes: number;
	bytesTotal: number;
	/** Rows read so far, over all tables. */
	rows: number;
}

export interface ImportFile {
	kind: 'file';
	/** Path below the imported one, '/' between parts, '!' before an archive's entry. */
	name: string;
	/** SHA-256 of the stored bytes and of how they are read; the same key is the same import. */
	key: string;
	format: FileFormat;
	/** Undefined when the rows name their symbols. */
	symbol: string | undefined;
	/** Can be run through once. Throws ImportError, also after blocks were given, when the file is corrupt. */
	blocks(): AsyncGenerator<SymbolBlock>;
	/** After blocks() has ended. */
	summary(): TableSummary;
}

/** Not taken: 'skipped' files under a folder are no tables of bars, 'failed' ones were asked for or are broken. */
export interface ImportRefusal {
	kind: 'skipped' | 'failed';
	name: string;
	error: ImportError;
}

const PARQUET = /\.parquet$/i;
/** Finished bars that are handed over together at the latest. */
const BLOCK_ROWS = 200_000;

const asImportError = (error: unknown): ImportError =>
	error instanceof ImportError
		? error
		: new ImportError('unreadable', error instanceof Error ? error.message : String(error), { cause: error });

const keyOf = async (bytes: Bytes, format: FileFormat, identity: readonly unknown[]): Promise<string> => {
	const hash = createHash('sha256');
	for await (const chunk of bytes) hash.update(chunk);
	return hash.update(JSON.stringify([format, ...identity])).digest('hex');
};

/** Where the rows begin after the header, that is the first line that is not empty, and how many lines were passed; `found` is false when there was none yet. */
const afterHeader = (chunk: Buffer): { at: number; lines: number; found: boolean } => {
	const span: [number, number] = [0, 0];
	let lines = 0;
	for (let at = 0; at < chunk.length; at = span[1]) {
		lineAt(chunk, at, span);
		lines++;
		if (span[0] > at) return { at: span[1], lines, found: true };
	}
	return { at: chunk.length, lines, found: false };
};

interface Counters {
	bytes(bytes: number): void;
	rows(rows: number): void;
}

const importFile = (entry: ImportEntry, opening: Opening, key: string, options: ImportOptions, on: Counters): ImportFile => {
	const { signal } = options;
	let summary: TableSummary | undefined;
	async function* read(): AsyncGenerator<SymbolBlock> {
		let reader: TableReader | undefined;
		let passed = 0;
		for await (const chunk of wholeLines(entry.content(on.bytes))) {
			signal?.throwIfAborted();
			const header = reader || !opening.hasHeader ? { at: 0, lines: 0, found: true } : afterHeader(chunk);
			passed += header.lines;
			if (!header.found) continue;
			reader ??= opening.reader(passed + 1);
			on.rows(reader.read(chunk.subarray(header.at)));
			if (reader.waiting() >= BLOCK_ROWS) yield* reader.take();
		}
		if (!reader) throw new ImportError('format', 'It is empty.');
		summary = reader.finish();
		yield* reader.take();
	}
	async function* blocks(): AsyncGenerator<SymbolBlock> {
		try {
			yield* read();
		} catch (error) {
			throw signal?.aborted ? error : asImportError(error);
		}
	}
	return {
		kind: 'file',
		name: entry.name,
		key,
		format: opening.format,
		symbol: opening.symbol,
		blocks,
		summary: () => {
			if (!summary) throw new TypeError(`${entry.name} was not read to its end`);
			return summary;
		},
	};
};

/** An archive of contracts is one import: no contract means anything without the others. */
const importContracts = async (
	file: DiskFile,
	handle: FileHandle,
	entries: readonly ImportEntry[],
	options: RecogniseOptions & ImportOptions,
	on: Counters,
): Promise<ImportFile> => {
	const archive = createContractArchive(entries, options.calendar, options.history);
	async function* blocks(): AsyncGenerator<SymbolBlock> {
		try {
			yield* await archive.blocks(on, options.signal);
		} catch (error) {
			throw options.signal?.aborted ? error : asImportError(error);
		}
	}
	const key = await keyOf(readRange(handle, 0, file.bytes), 'lean-options', []);
	return { kind: 'file', name: file.name, key, format: 'lean-options', symbol: undefined, blocks, summary: archive.summary };
};

const LARGEST_MAP = 64 * 1024;

/** Renames that the imported folder tells of. */
const mapsIn = async (files: readonly DiskFile[]): Promise<Rename[]> => {
	const maps: [string, string][] = [];
	for (const file of files) {
		const symbol = file.bytes <= LARGEST_MAP ? inFolder(file.name, 'map_files') : undefined;
		if (symbol) maps.push([symbol, await readFile(file.path, 'utf8')]);
	}
	return renamesIn(maps);
};

const refusal = (name: string, error: unknown, isNamed: boolean): ImportRefusal => {
	const fault = asImportError(error);
	return { kind: (fault.fault === 'format' || fault.fault === 'unused') && !isNamed ? 'skipped' : 'failed', name, error: fault };
};

/** Tables under a path, one after another. Rejects with ImportError only when the path itself cannot be read, and when the signal aborts. */
export async function* readImport(path: string, options: ImportOptions = {}): AsyncGenerator<ImportFile | ImportRefusal> {
	const files = await listFiles(path);
	const bytesTotal = files.reduce((sum, f) => sum + f.bytes, 0);
	const progress: ImportProgress = { name: '', files: 0, filesTotal: files.length, bytes: 0, bytesTotal, rows: 0 };
	const tell = (): void => options.onProgress?.({ ...progress });
	const on: Counters = {
		bytes: (bytes) => {
			progress.bytes += bytes;
		},
		rows: (rows) => {
			progress.rows += rows;
			tell();
		},
	};
	const told = await mapsIn(files);
	options.onRenames?.(told);
	const history = createSymbolHistory([...told, ...(options.renames ?? [])]);
	let bytesBefore = 0;
	for (const file of files) {
		options.signal?.throwIfAborted();
		let handle: FileHandle | undefined;
		let table: Awaited<ReturnType<AsTable>> | undefined;
		try {
			table = PARQUET.test(file.path) ? await options.parquet?.(file.path) : undefined;
			const source = table ? { ...file, name: `${file.name}.csv`, path: table.path, bytes: (await stat(table.path)).size } : file;
			handle = await openFile(source);
			const entries = await entriesOf({ ...source, path: file.path }, handle, options.limits ?? DEFAULT_LIMITS);
			if (entries.length === 0) throw new ImportError('format', 'The archive holds no tables.');
			const isOneImport = isContractArchive(entries);
			if (isOneImport) {
				progress.name = file.name;
				yield await importContracts(file, handle, entries, { ...options, history }, on);
			}
			for (const entry of isOneImport ? [] : entries) {
				progress.name = entry.name;
				try {
					const opening = await recogniseEntry(entry, { ...options, history });
					yield importFile(entry, opening, await keyOf(entry.raw(), opening.format, opening.identity), options, on);
				} catch (error) {
					yield refusal(entry.name, error, file.isNamed);
				}
			}
		} catch (error) {
			yield refusal(file.name, error, file.isNamed);
		} finally {
			await handle?.close();
			await table?.remove();
		}
		// Tables that were skipped, or known by their key, count as done.
		progress.files++;
		bytesBefore += file.bytes;
		progress.bytes = bytesBefore;
		tell();
	}
}
