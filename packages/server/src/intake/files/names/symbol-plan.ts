/**
 * Decides which part of the paths is the symbol, for files without a symbol column: the part that differs between the files and looks like a symbol.
 * If that is ambiguous, asks the user instead of guessing.
 */

import type { FILE_OPTIONS } from '@sw/domain/prices/batch';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { ImportError } from '../faults/import-error.ts';
import { classifySymbol, findFolderPart, findNamePart, findSourcePart, stemOf } from './symbol-of.ts';

export type SymbolSource = (typeof FILE_OPTIONS.symbol_from)[number];

export interface UnnamedFile {
	/** Name to show to the user. */
	name: string;
	/** Path; includes the parent folder if the user named the file itself. */
	sourcePath: string;
	/** Whether its format has a folder per symbol, as in 'AZO/2024.csv': then a single folder is evidence enough. */
	inFolders: boolean;
}

/** A file with a symbol in its name or path. */
export interface NamedFile {
	name: string;
	sourcePath: string;
	symbol: string;
}

/** Names of files with ambiguous symbols, and the error to show. */
export interface SymbolQuestion {
	names: string[];
	error: ImportError;
}

type PathPart = (file: UnnamedFile) => string;
const PARTS = {
	file: ({ sourcePath }) => findNamePart(sourcePath),
	folder: ({ sourcePath }) => findFolderPart(sourcePath),
} as const satisfies Record<string, PathPart>;

/** Number of files listed in the question to the user. */
const MAX_LISTED = 3;
const ADVICE =
	'Use --symbol-from folder, file or column, or --symbol SYMBOL for one symbol in all of them. Nothing was imported; --dry-run shows what would be read as what.';

/** Finds files of one symbol from several exchanges or vendors, which must not overwrite each other; undefined if there are none. */
export function findDuplicateSources(files: readonly NamedFile[]): SymbolQuestion | undefined {
	for (const [symbol, group] of Map.groupBy(files, (file) => file.symbol)) {
		const bySource = Map.groupBy(group, ({ sourcePath }) => `${findSourcePart(sourcePath)} ${findSpelling(sourcePath, symbol)}`);
		if (bySource.size < 2) continue;
		const listedNames = [...bySource.values()].map(([file]) => (file as NamedFile).name);
		const reason = `${symbol} would come from ${bySource.size} sources: ${listTexts(listedNames)}. Import one of them, or each by itself with --symbol SYMBOL. Nothing was imported.`;
		return { names: group.map(({ name }) => name), error: new ImportError('symbol', reason) };
	}
	return undefined;
}

function listTexts(texts: readonly string[]): string {
	return `${texts.slice(0, MAX_LISTED).join(', ')}${texts.length > MAX_LISTED ? ` and ${texts.length - MAX_LISTED} more` : ''}`;
}

/** Returns the symbol as written in the file's name, in upper case, such as 'ABC-WT' or 'ABC.WS'; the symbol itself if the name has another word. */
function findSpelling(sourcePath: string, symbol: string): string {
	const nameText = findNamePart(sourcePath);
	return normalizeSymbol(nameText) === symbol ? nameText.toUpperCase() : symbol;
}

/** Finds the symbol of each file, or returns one ImportError (not thrown) for all of them. `chosenPart`: the part that the user chose, if any. */
export function planSymbols(files: readonly UnnamedFile[], chosenPart?: SymbolSource): ReadonlyMap<UnnamedFile, string> | ImportError {
	const symbols = new Map<UnnamedFile, string>();
	if (files.length === 0) return symbols;
	if (chosenPart === 'column') return symbolError(`No symbol column in ${listTexts(files.map(({ name }) => name))}.`);
	const part = chosenPart ?? choosePart(files);
	if (part instanceof ImportError) return part;
	for (const file of files) {
		const symbol = normalizeSymbol(PARTS[part](file)) ?? (chosenPart === 'file' ? normalizeSymbol(stemOf(file.sourcePath)) : undefined);
		if (symbol === undefined) return symbolError(`'${PARTS[part](file) || stemOf(file.sourcePath)}' isn't a symbol (${file.name}).`);
		symbols.set(file, symbol);
	}
	return symbols;
}

function symbolError(reason: string): ImportError {
	return new ImportError('symbol', `${reason} ${ADVICE}`);
}

/** Chooses the part that contains the symbols, or returns an ImportError that explains why none does. */
function choosePart(files: readonly UnnamedFile[]): keyof typeof PARTS | ImportError {
	const names = [...new Set(files.map(PARTS.file))];
	const folders = [...new Set(files.map(PARTS.folder))];
	const foldersOfSymbols = groupFoldersBySymbol(files);
	const duplicate = [...foldersOfSymbols].find(([, symbolFolders]) => symbolFolders.size > 1);
	const isByFolder = areSymbols(folders) && (folders.length > 1 || files.every(({ inFolders }) => inFolders));
	if (areSymbols(names) && !duplicate) return 'file';
	if (isByFolder && !names.some((name) => classifySymbol(name) === 'plain')) return 'folder';
	if (duplicate && classifySymbol(duplicate[0]))
		return symbolError(
			`${duplicate[0]} would come from ${duplicate[1].size} folders: ${listTexts([...duplicate[1]].map((folder) => folder || './'))}.`,
		);
	const firstInvalid = files.find((file) => classifySymbol(PARTS.file(file)) !== 'plain') as UnnamedFile;
	return symbolError(`'${stemOf(firstInvalid.sourcePath)}' isn't a symbol (${firstInvalid.name}).`);
}

/** Whether all texts look like symbols and most of them are no common words. */
function areSymbols(texts: readonly string[]): boolean {
	const kinds = texts.map(classifySymbol);
	return kinds.every((kind) => kind !== undefined) && kinds.filter((kind) => kind === 'plain').length * 2 > texts.length;
}

function groupFoldersBySymbol(files: readonly UnnamedFile[]): Map<string, Set<string>> {
	const folders = new Map<string, Set<string>>();
	for (const file of files) {
		const symbol = normalizeSymbol(PARTS.file(file)) ?? PARTS.file(file).toUpperCase();
		const folder = file.sourcePath.replace(/[^/!]*$/, '');
		folders.set(symbol, (folders.get(symbol) ?? new Set()).add(folder));
	}
	return folders;
}
