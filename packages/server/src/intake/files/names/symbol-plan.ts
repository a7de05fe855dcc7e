/**
 * Which part of their paths names the symbols of files that do not name them inside: the one that differs between the files and looks like a symbol.
 * Where that is not plain, nobody guesses.
 */
import { normalSymbol } from '@sw/domain/prices/symbol';
import type { FILE_READING } from '@sw/domain/prices/upload';
import { ImportError } from '../faults/import-error.ts';
import { folderPart, namePart, sourcePart, stemOf, symbolKind } from './symbol-of.ts';

export type SymbolSource = (typeof FILE_READING.symbol_from)[number];

export interface UnnamedFile {
	/** As the user knows it. */
	name: string;
	/** Path with the folder of a file that was named itself. */
	place: string;
	/** Whether its format has a folder for each symbol ('AZO/2024.csv'), so that one folder alone may tell. */
	inFolders: boolean;
}

/** A file whose name, or path, names its symbol. */
export interface NamedFile {
	name: string;
	place: string;
	symbol: string;
}

/** Files whose symbols nobody can tell, and what to ask. */
export interface Question {
	names: string[];
	error: ImportError;
}

type Part = (file: UnnamedFile) => string;
const PARTS = { file: ({ place }) => namePart(place), folder: ({ place }) => folderPart(place) } as const satisfies Record<string, Part>;

/** Files named in the question that is put to the user. */
const SHOWN = 3;
const ASKS =
	'Say --symbol-from folder, file or column, or --symbol SYMBOL for one symbol in all of them. Nothing was imported; --dry-run shows what would be read as what.';

const stop = (why: string): ImportError => new ImportError('symbol', `${why} ${ASKS}`);
const listed = (texts: readonly string[]): string =>
	`${texts.slice(0, SHOWN).join(', ')}${texts.length > SHOWN ? ` and ${texts.length - SHOWN} more` : ''}`;

/** All of them look like symbols; one that may be a word passes among others that cannot. */
const areSymbols = (texts: readonly string[]): boolean => {
	const kinds = texts.map(symbolKind);
	return kinds.every((kind) => kind !== undefined) && kinds.filter((kind) => kind === 'plain').length * 2 > texts.length;
};

/** Files of one symbol from several exchanges or vendors: two listings, or two readings of one, and neither may overwrite the other. */
export function twoSources(files: readonly NamedFile[]): Question | undefined {
	for (const [symbol, group] of Map.groupBy(files, (file) => file.symbol)) {
		const bySource = Map.groupBy(group, ({ place }) => `${sourcePart(place)} ${spellingIn(place, symbol)}`);
		if (bySource.size < 2) continue;
		const shown = [...bySource.values()].map(([file]) => (file as NamedFile).name);
		const why = `${symbol} would come from ${bySource.size} sources: ${listed(shown)}. Import one of them, or each by itself with --symbol SYMBOL. Nothing was imported.`;
		return { names: group.map(({ name }) => name), error: new ImportError('symbol', why) };
	}
	return undefined;
}

/** The symbol as a file's name writes it ('ABC-WT', 'ABC.WS'), without regard to the case of letters that carry no meaning; itself where the name holds another word. */
function spellingIn(place: string, symbol: string): string {
	const written = namePart(place);
	return normalSymbol(written) === symbol ? written.toUpperCase() : symbol;
}

const foldersBySymbol = (files: readonly UnnamedFile[]): Map<string, Set<string>> => {
	const folders = new Map<string, Set<string>>();
	for (const file of files) {
		const symbol = normalSymbol(PARTS.file(file)) ?? PARTS.file(file).toUpperCase();
		const before = file.place.replace(/[^/!]*$/, '');
		folders.set(symbol, (folders.get(symbol) ?? new Set()).add(before));
	}
	return folders;
};

/** The part that tells, or an ImportError that says why none does. */
const partOf = (files: readonly UnnamedFile[]): keyof typeof PARTS | ImportError => {
	const names = [...new Set(files.map(PARTS.file))];
	const folders = [...new Set(files.map(PARTS.folder))];
	const told = foldersBySymbol(files);
	const twice = [...told].find(([, from]) => from.size > 1);
	const byFolder = areSymbols(folders) && (folders.length > 1 || files.every(({ inFolders }) => inFolders));
	if (areSymbols(names) && !twice) return 'file';
	if (byFolder && !names.some((name) => symbolKind(name) === 'plain')) return 'folder';
	if (twice && symbolKind(twice[0]))
		return stop(`${twice[0]} would come from ${twice[1].size} folders: ${listed([...twice[1]].map((folder) => folder || './'))}.`);
	const odd = files.find((file) => symbolKind(PARTS.file(file)) !== 'plain') as UnnamedFile;
	return stop(`'${stemOf(odd.place)}' is no symbol (${odd.name}).`);
};

/** The symbol of each file, or an ImportError for all of them. */
export const planSymbols = (files: readonly UnnamedFile[], from?: SymbolSource): ReadonlyMap<UnnamedFile, string> | ImportError => {
	const symbols = new Map<UnnamedFile, string>();
	if (files.length === 0) return symbols;
	if (from === 'column') return stop(`There is no column of symbols in ${listed(files.map(({ name }) => name))}.`);
	const part = from ?? partOf(files);
	if (part instanceof ImportError) return part;
	for (const file of files) {
		const symbol = normalSymbol(PARTS[part](file)) ?? (from === 'file' ? normalSymbol(stemOf(file.place)) : undefined);
		if (symbol === undefined) return stop(`'${PARTS[part](file) || stemOf(file.place)}' is no symbol (${file.name}).`);
		symbols.set(file, symbol);
	}
	return symbols;
};
