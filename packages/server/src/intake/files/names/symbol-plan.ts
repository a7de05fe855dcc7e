/**
 * Decides which part of the paths is the symbol, for files without a symbol column: the part that differs between the files and looks like a symbol.
 * If that is ambiguous, asks the user instead of guessing.
 */

import type { FILE_READING } from '@sw/domain/prices/batch';
import { normalSymbol } from '@sw/domain/prices/symbol';
import { ImportError } from '../faults/import-error.ts';
import { folderPart, namePart, sourcePart, stemOf, symbolKind } from './symbol-of.ts';

export type SymbolSource = (typeof FILE_READING.symbol_from)[number];

export interface UnnamedFile {
	/** Name to show to the user. */
	name: string;
	/** Path, with the parent folder of a file that the user named itself. */
	place: string;
	/** Whether its format has a folder per symbol, as in 'AZO/2024.csv': then a single folder is evidence enough. */
	inFolders: boolean;
}

/** A file with a symbol in its name or path. */
export interface NamedFile {
	name: string;
	place: string;
	symbol: string;
}

/** Names of files with ambiguous symbols, and the error to show. */
export interface Question {
	names: string[];
	error: ImportError;
}

type Part = (file: UnnamedFile) => string;
const PARTS = { file: ({ place }) => namePart(place), folder: ({ place }) => folderPart(place) } as const satisfies Record<string, Part>;

/** Number of files listed in the question to the user. */
const SHOWN = 3;
const ASKS =
	'Use --symbol-from folder, file or column, or --symbol SYMBOL for one symbol in all of them. Nothing was imported; --dry-run shows what would be read as what.';

/** Finds files of one symbol from several exchanges or vendors, which must not overwrite each other; undefined if there are none. */
export function twoSources(files: readonly NamedFile[]): Question | undefined {
	for (const [symbol, group] of Map.groupBy(files, (file) => file.symbol)) {
		const bySource = Map.groupBy(group, ({ place }) => `${sourcePart(place)} ${spellingIn(place, symbol)}`);
		if (bySource.size < 2) continue;
		const shown = [...bySource.values()].map(([file]) => (file as NamedFile).name);
		const reason = `${symbol} would come from ${bySource.size} sources: ${listed(shown)}. Import one of them, or each by itself with --symbol SYMBOL. Nothing was imported.`;
		return { names: group.map(({ name }) => name), error: new ImportError('symbol', reason) };
	}
	return undefined;
}

function listed(texts: readonly string[]): string {
	return `${texts.slice(0, SHOWN).join(', ')}${texts.length > SHOWN ? ` and ${texts.length - SHOWN} more` : ''}`;
}

/** The symbol as written in the file's name, in upper case, such as 'ABC-WT' or 'ABC.WS'; the symbol itself if the name has another word. */
function spellingIn(place: string, symbol: string): string {
	const written = namePart(place);
	return normalSymbol(written) === symbol ? written.toUpperCase() : symbol;
}

/** The symbol of each file, or an ImportError (not thrown) for all of them. `from`: the user's choice of the part. */
export function planSymbols(files: readonly UnnamedFile[], from?: SymbolSource): ReadonlyMap<UnnamedFile, string> | ImportError {
	const symbols = new Map<UnnamedFile, string>();
	if (files.length === 0) return symbols;
	if (from === 'column') return stop(`No symbol column in ${listed(files.map(({ name }) => name))}.`);
	const part = from ?? partOf(files);
	if (part instanceof ImportError) return part;
	for (const file of files) {
		const symbol = normalSymbol(PARTS[part](file)) ?? (from === 'file' ? normalSymbol(stemOf(file.place)) : undefined);
		if (symbol === undefined) return stop(`'${PARTS[part](file) || stemOf(file.place)}' isn't a symbol (${file.name}).`);
		symbols.set(file, symbol);
	}
	return symbols;
}

function stop(reason: string): ImportError {
	return new ImportError('symbol', `${reason} ${ASKS}`);
}

/** The part that contains the symbols, or an ImportError that explains why none does. */
function partOf(files: readonly UnnamedFile[]): keyof typeof PARTS | ImportError {
	const names = [...new Set(files.map(PARTS.file))];
	const folders = [...new Set(files.map(PARTS.folder))];
	const reported = foldersBySymbol(files);
	const twice = [...reported].find(([, from]) => from.size > 1);
	const byFolder = areSymbols(folders) && (folders.length > 1 || files.every(({ inFolders }) => inFolders));
	if (areSymbols(names) && !twice) return 'file';
	if (byFolder && !names.some((name) => symbolKind(name) === 'plain')) return 'folder';
	if (twice && symbolKind(twice[0]))
		return stop(`${twice[0]} would come from ${twice[1].size} folders: ${listed([...twice[1]].map((folder) => folder || './'))}.`);
	const odd = files.find((file) => symbolKind(PARTS.file(file)) !== 'plain') as UnnamedFile;
	return stop(`'${stemOf(odd.place)}' isn't a symbol (${odd.name}).`);
}

/** Whether all texts look like symbols and most of them are no common words. */
function areSymbols(texts: readonly string[]): boolean {
	const kinds = texts.map(symbolKind);
	return kinds.every((kind) => kind !== undefined) && kinds.filter((kind) => kind === 'plain').length * 2 > texts.length;
}

function foldersBySymbol(files: readonly UnnamedFile[]): Map<string, Set<string>> {
	const folders = new Map<string, Set<string>>();
	for (const file of files) {
		const symbol = normalSymbol(PARTS.file(file)) ?? PARTS.file(file).toUpperCase();
		const before = file.place.replace(/[^/!]*$/, '');
		folders.set(symbol, (folders.get(symbol) ?? new Set()).add(before));
	}
	return folders;
}
