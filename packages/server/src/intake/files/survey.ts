/** The first of two passes over the files: recognizes each one, then decides over all of them which part of the paths is the symbol. */
import { type FileHandle, stat } from 'node:fs/promises';
import { type DiskFile, type FileEntries, findEntries, listFiles, openFile } from './archives/import-entries.ts';
import { DEFAULT_LIMITS, type UnpackLimits } from './archives/unpack.ts';
import { locateLine, splitIntoLineChunks } from './bytes/byte-lines.ts';
import { ImportError } from './faults/import-error.ts';
import { isContractArchive } from './formats/contract-archive.ts';
import { type RecognisedTable, type RecogniseOptions, recogniseEntry, type UnnamedTable } from './formats/recognise-entry.ts';
import { findDuplicateSources, type NamedFile, planSymbols, type SymbolQuestion, type UnnamedFile } from './names/symbol-plan.ts';

/** Converts a binary file to a temporary text table, to be removed after use. Throws ImportError if it cannot be converted. */
export type TableConverter = (path: string) => Promise<{ path: string; remove(): Promise<void> }>;

export interface OpenOptions {
	limits?: UnpackLimits;
	/** Converts Parquet files. Default: such files are rejected. */
	parquet?: TableConverter;
}

const PARQUET = /\.parquet$/i;

/** The opened contents of a disk file, to be closed after use. */
export interface OpenedEntries {
	entries: FileEntries;
	handle: FileHandle;
	close(): Promise<void>;
}

/** Opens a disk file. Throws ImportError if nothing in it can be read. */
export async function openEntries(file: DiskFile, { limits = DEFAULT_LIMITS, parquet }: OpenOptions): Promise<OpenedEntries> {
	if (file.notAFile) throw new ImportError(file.notAFile);
	const table = PARQUET.test(file.path) ? await parquet?.(file.path) : undefined;
	let handle: FileHandle | undefined;
	const close = async (): Promise<void> => {
		await handle?.close();
		await table?.remove();
	};
	try {
		const source = table ? { ...file, name: `${file.name}.csv`, path: table.path, bytes: (await stat(table.path)).size } : file;
		handle = await openFile(source);
		const entries = await findEntries({ ...source, path: file.path }, handle, limits);
		if (entries.tables.length === 0 && entries.nested.length === 0) throw new ImportError('format', 'The archive contains no tables.');
		return { entries, handle, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** How a table will be read, or why not. */
export type TableResult = { name: string; table: RecognisedTable } | { name: string; error: unknown };

/** The contents of a disk file: an archive of contracts, tables in order, or the reason why none can be read. */
export type SurveyedFile = { file: DiskFile } & ({ error: unknown } | { isContracts: true } | { tables: TableResult[]; nested: string[] });

interface UnnamedTableFile extends UnnamedFile {
	table: UnnamedTable;
	/** Sets how the table is read, once its symbol is decided. */
	setTable(table: RecognisedTable): void;
}

/** Recognizes every file. Symbols in paths are decided separately for each format, because vendors name files differently. */
export async function surveyFiles(
	files: readonly DiskFile[],
	options: OpenOptions & RecogniseOptions & { signal?: AbortSignal },
): Promise<{ surveyedFiles: SurveyedFile[]; question: SymbolQuestion | undefined }> {
	const unnamed: UnnamedTableFile[] = [];
	/** Files with a symbol in their name. */
	const named: NamedFile[] = [];
	const surveyedFiles: SurveyedFile[] = [];
	for (const file of files) {
		options.signal?.throwIfAborted();
		surveyedFiles.push(await surveyFile(file, options, { unnamed, named }, options.signal));
	}
	let question: SymbolQuestion | undefined;
	for (const group of Map.groupBy(unnamed, ({ table }) => table.format).values()) {
		const symbols = planSymbols(group, options.symbolFrom);
		if (symbols instanceof ImportError) question ??= { names: group.map(({ name }) => name), error: symbols };
		else
			for (const unnamedFile of group) {
				const symbol = symbols.get(unnamedFile) as string;
				unnamedFile.setTable(unnamedFile.table.withSymbol(symbol));
				named.push({ name: unnamedFile.name, sourcePath: unnamedFile.sourcePath, symbol });
			}
	}
	if (options.symbolFrom === undefined) question ??= findDuplicateSources(named);
	return { surveyedFiles, question };
}

async function surveyFile(
	file: DiskFile,
	options: OpenOptions & RecogniseOptions,
	{ unnamed, named }: { unnamed: UnnamedTableFile[]; named: NamedFile[] },
	signal: AbortSignal | undefined,
): Promise<SurveyedFile> {
	try {
		return await withEntries(file, options, async ({ tables, nested }): Promise<SurveyedFile> => {
			if (isContractArchive(tables)) return { file, isContracts: true };
			const results: TableResult[] = [];
			for (const [at, entry] of tables.entries()) {
				signal?.throwIfAborted();
				const { name, sourcePath } = entry;
				const recognisedTable = await recogniseEntry(entry, options).catch((error: unknown) => ({ error }));
				if ('error' in recognisedTable) results.push({ name, error: recognisedTable.error });
				else if ('reader' in recognisedTable) {
					results.push({ name, table: recognisedTable });
					if (recognisedTable.isNamed && recognisedTable.symbol !== undefined)
						named.push({ name, sourcePath, symbol: recognisedTable.symbol });
				} else {
					const setTable = (table: RecognisedTable): void => void results.splice(at, 1, { name, table });
					results.push({ name, error: new ImportError('symbol') });
					unnamed.push({ name, sourcePath, inFolders: recognisedTable.inFolders, table: recognisedTable, setTable });
				}
			}
			return { file, tables: results, nested };
		});
	} catch (error) {
		if (signal?.aborted) throw error;
		return { file, error };
	}
}

/** Runs with the opened contents of a disk file, and closes them. */
async function withEntries<T>(
	file: DiskFile,
	options: OpenOptions,
	run: (entries: FileEntries, handle: FileHandle) => Promise<T>,
): Promise<T> {
	const openedEntries = await openEntries(file, options);
	try {
		return await run(openedEntries.entries, openedEntries.handle);
	} finally {
		await openedEntries.close();
	}
}

/** Characters after which a line is cut off. */
const MAX_LINE_LENGTH = 300;

/** Reads the lines of a table below a path whose number (from 1) passes `isRequested`, and counts all lines. Empty if there is no such table. */
export async function readTableLines(
	path: string,
	tableName: string,
	isRequested: (line: number) => boolean,
	options: OpenOptions,
): Promise<{ lines: { line: number; text: string }[]; total: number }> {
	for (const file of await listFiles(path)) {
		const openedEntries = await openEntries(file, options);
		try {
			const entry = openedEntries.entries.tables.find(({ name }) => name === tableName);
			if (!entry) continue;
			const lines: { line: number; text: string }[] = [];
			const lineBounds: [number, number] = [0, 0];
			let lineCount = 0;
			for await (const chunk of splitIntoLineChunks(entry.content()))
				for (let at = 0; at < chunk.length; at = lineBounds[1]) {
					locateLine(chunk, at, lineBounds);
					lineCount++;
					if (isRequested(lineCount))
						lines.push({ line: lineCount, text: chunk.toString('utf8', at, Math.min(lineBounds[0], at + MAX_LINE_LENGTH)) });
				}
			return { lines, total: lineCount };
		} finally {
			await openedEntries.close();
		}
	}
	return { lines: [], total: 0 };
}
