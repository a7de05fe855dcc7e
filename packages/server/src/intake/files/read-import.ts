/**
 * The importer's entry point: reads all tables under a path. Yields each in turn, with a key that identifies repeated imports, its bars in blocks, and a
 * summary. The caller writes the blocks as one batch per file and makes them visible only after blocks() ends without an error, so that nothing of a
 * corrupt file is imported.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, readFile } from 'node:fs/promises';
import type { ExchangeDate } from '@sw/domain/time/units';
import { type DiskFile, type ImportEntry, listFiles } from './archives/import-entries.ts';
import type { Bytes } from './archives/unpack.ts';
import { readRange } from './archives/zip.ts';
import { locateLine, splitIntoLineChunks } from './bytes/byte-lines.ts';
import { ImportError } from './faults/import-error.ts';
import type { SymbolBlock, TableReader, TableSummary } from './fold/symbol-block.ts';
import { createContractArchive } from './formats/contract-archive.ts';
import type { FileFormat, RecognisedTable, RecogniseOptions } from './formats/recognise-entry.ts';
import { findSymbolInFolder } from './names/lean-names.ts';
import { createSymbolHistory, parseRenames, type Rename } from './names/symbol-history.ts';
import { type OpenedEntries, type OpenOptions, openEntries, surveyFiles } from './survey.ts';

export interface ImportOptions extends Omit<RecogniseOptions, 'history'>, OpenOptions {
	signal?: AbortSignal;
	/** Renames from earlier imports; renames in the imported folder take precedence. */
	renames?: readonly Rename[];
	/** Called with the renames found in the folder, before its tables. */
	onRenames?: (renames: readonly Rename[]) => void;
	/**
	 * Date of the share counts in company lists; splits convert them to other dates. Default: the date in the rows, else in the file's name, else of the file's
	 * last change.
	 */
	asOf?: ExchangeDate;
	/** Called after each chunk. */
	onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
	/** The table being read. */
	name: string;
	/** Number of disk files done, and in total. */
	files: number;
	filesTotal: number;
	/** Stored bytes done, and in total. */
	bytes: number;
	bytesTotal: number;
	/** Rows read so far, over all tables. */
	rows: number;
}

export interface ImportFile {
	kind: 'file';
	/** Path from the imported one on, with '/' between folders and '!' before an archive's entry. */
	name: string;
	/** SHA-256 of the stored bytes and of how they are read: the same key means the same import. */
	key: string;
	format: FileFormat;
	/** Last modification of the containing disk file, in UTC milliseconds. */
	modified: number;
	/** Undefined if each row has its own symbol. */
	symbol: string | undefined;
	/** Zone in which times are read; undefined if the times state their own. */
	zone: RecognisedTable['zone'];
	/** Set if the rows contradict the format's kind of stamps. */
	stamp?: RecognisedTable['stamp'];
	/** Can be iterated once, before the next file is requested. Throws ImportError for a corrupt file, possibly after some blocks. */
	blocks(): AsyncGenerator<SymbolBlock>;
	/** Throws before blocks() has ended. */
	summary(): TableSummary;
}

/** A file that is not imported. `skipped`: found in a folder, but without a supported table. `failed`: corrupt, or named by the user but unusable. */
export interface ImportRefusal {
	kind: 'skipped' | 'failed';
	name: string;
	error: ImportError;
}

/** The only item if the symbols of these files are ambiguous: nothing is read before the user decides. */
export interface ImportQuestion {
	kind: 'asks';
	names: string[];
	error: ImportError;
}

/** Number of finished bars at which a block is yielded. */
const BLOCK_ROWS = 200_000;

interface Counters {
	addBytes(bytes: number): void;
	addRows(rows: number): void;
}

const MAX_MAP_BYTES = 64 * 1024;

/** Yields the tables under a path. Throws ImportError if the path itself is unreadable, and the signal's reason when it aborts; other errors are yielded. */
export async function* readImport(path: string, options: ImportOptions): AsyncGenerator<ImportFile | ImportRefusal | ImportQuestion> {
	const files = await listFiles(path);
	const bytesTotal = files.reduce((sum, f) => sum + f.bytes, 0);
	const progress: ImportProgress = { name: '', files: 0, filesTotal: files.length, bytes: 0, bytesTotal, rows: 0 };
	const reportProgress = (): void => options.onProgress?.({ ...progress });
	const counters: Counters = {
		addBytes: (bytes) => {
			progress.bytes += bytes;
		},
		addRows: (rows) => {
			progress.rows += rows;
			reportProgress();
		},
	};
	const folderRenames = await readRenames(files);
	options.onRenames?.(folderRenames);
	const history = createSymbolHistory([...folderRenames, ...(options.renames ?? [])]);
	const { surveyedFiles, question } = await surveyFiles(files, { ...options, history });
	if (question) {
		yield { kind: 'asks', ...question };
		return;
	}
	let bytesBefore = 0;
	for (const surveyedFile of surveyedFiles) {
		const { file } = surveyedFile;
		options.signal?.throwIfAborted();
		let openedEntries: OpenedEntries | undefined;
		try {
			if ('error' in surveyedFile) throw surveyedFile.error;
			openedEntries = await openEntries(file, options);
			const { tables, nested } = openedEntries.entries;
			if ('isContracts' in surveyedFile) {
				progress.name = file.name;
				yield await importContracts(file, openedEntries.handle, tables, { ...options, history }, counters);
			} else {
				for (const name of nested) yield createRefusal(name, new ImportError('nested'), file);
				for (const [at, entry] of tables.entries()) {
					progress.name = entry.name;
					try {
						const tableResult = surveyedFile.tables[at];
						if (!tableResult || 'error' in tableResult)
							throw tableResult?.error ?? new ImportError('damaged', 'It changed while it was read.');
						const { table } = tableResult;
						yield importFile(
							{ ...entry, modified: file.modified },
							table,
							await computeImportKey(entry.raw(), table.format, table.identity),
							options,
							counters,
						);
					} catch (error) {
						yield createRefusal(entry.name, error, file);
					}
				}
			}
		} catch (error) {
			yield createRefusal(file.name, error, file);
		} finally {
			await openedEntries?.close();
		}
		// Skipped and already imported tables count as done.
		progress.files++;
		bytesBefore += file.bytes;
		progress.bytes = bytesBefore;
		reportProgress();
	}
}

function createRefusal(name: string, error: unknown, { isNamed, isData }: DiskFile): ImportRefusal {
	const importError = asImportError(error);
	const isNoTable = importError.fault === 'format' || importError.fault === 'unused';
	const isNotRegular = importError.fault === 'link' || importError.fault === 'special';
	return { kind: (isNoTable && !isNamed) || (isNotRegular && !isData) ? 'skipped' : 'failed', name, error: importError };
}

function asImportError(error: unknown): ImportError {
	return error instanceof ImportError
		? error
		: new ImportError('unreadable', error instanceof Error ? error.message : String(error), { cause: error });
}

/** Reads the renames from the map files of the imported folder. */
async function readRenames(files: readonly DiskFile[]): Promise<Rename[]> {
	const mapFiles: [string, string][] = [];
	for (const file of files) {
		const symbol = !file.notAFile && file.bytes <= MAX_MAP_BYTES ? findSymbolInFolder(file.name, 'map_files') : undefined;
		if (symbol) mapFiles.push([symbol, await readFile(file.path, 'utf8')]);
	}
	return parseRenames(mapFiles);
}

async function computeImportKey(bytes: Bytes, format: FileFormat, identity: readonly unknown[]): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of bytes) hash.update(chunk);
	return hash.update(JSON.stringify([format, ...identity])).digest('hex');
}

/** Imports an archive of contracts as a whole: the sums need all contracts of an underlying. */
async function importContracts(
	file: DiskFile,
	handle: FileHandle,
	entries: readonly ImportEntry[],
	options: RecogniseOptions & ImportOptions,
	counters: Counters,
): Promise<ImportFile> {
	const archive = createContractArchive(entries, options.calendar, options);
	async function* blocks(): AsyncGenerator<SymbolBlock> {
		try {
			yield* await archive.readBlocks(counters, options.signal);
		} catch (error) {
			throw options.signal?.aborted ? error : asImportError(error);
		}
	}
	const key = await computeImportKey(readRange(handle, 0, file.bytes), 'lean-options', []);
	return {
		kind: 'file',
		name: file.name,
		key,
		modified: file.modified,
		format: 'lean-options',
		symbol: undefined,
		zone: undefined,
		blocks,
		summary: archive.getSummary,
	};
}

function importFile(
	entry: ImportEntry & { modified: number },
	table: RecognisedTable,
	key: string,
	options: ImportOptions,
	counters: Counters,
): ImportFile {
	const { signal } = options;
	let summary: TableSummary | undefined;
	async function* readBlocks(): AsyncGenerator<SymbolBlock> {
		let reader: TableReader | undefined;
		let skippedLines = 0;
		let headerLines = table.headerLines ?? (table.hasHeader ? 1 : 0);
		for await (const chunk of splitIntoLineChunks(entry.content(counters.addBytes))) {
			signal?.throwIfAborted();
			const header = skipHeader(chunk, headerLines);
			skippedLines += header.lines;
			headerLines = header.left;
			if (headerLines > 0) continue;
			reader ??= table.reader(skippedLines + 1);
			counters.addRows(reader.read(chunk.subarray(header.at)));
			if (reader.readyCount() >= BLOCK_ROWS) yield* reader.takeBlocks();
		}
		if (!reader) throw new ImportError('refused', 'It is empty.');
		summary = reader.finish();
		yield* reader.takeBlocks();
	}
	async function* blocks(): AsyncGenerator<SymbolBlock> {
		try {
			yield* readBlocks();
		} catch (error) {
			throw signal?.aborted ? error : asImportError(error);
		}
	}
	return {
		kind: 'file',
		name: entry.name,
		key,
		modified: entry.modified,
		format: table.format,
		symbol: table.symbol,
		zone: table.zone,
		...(table.stamp ? { stamp: table.stamp } : {}),
		blocks,
		summary: () => {
			if (!summary) throw new TypeError(`${entry.name} wasn't read to the end`);
			return summary;
		},
	};
}

/** Skips header lines, counting non-empty ones only. `at`: byte where the rows begin. `lines`: lines skipped. `left`: header lines in later chunks. */
function skipHeader(chunk: Buffer, headerLines: number): { at: number; lines: number; left: number } {
	const lineBounds: [number, number] = [0, 0];
	let lines = 0;
	let left = headerLines;
	for (let at = 0; at < chunk.length && left > 0; at = lineBounds[1]) {
		locateLine(chunk, at, lineBounds);
		lines++;
		if (lineBounds[0] > at) left--;
	}
	return { at: left > 0 ? chunk.length : lineBounds[1], lines, left };
}
