/** Which reader a table needs, told by its name and its first lines. */
import { type Calendar, nyse } from '@sw/domain/time/calendar';
import type { ImportEntry } from '../archives/import-entries.ts';
import { lineAt, wholeLines } from '../bytes/byte-lines.ts';
import { ImportError } from '../faults/import-error.ts';
import type { TableReader } from '../fold/symbol-block.ts';
import { asContractTable, asMinuteTable, inFolder } from '../names/lean-names.ts';
import { readMapFile, type SymbolHistory } from '../names/symbol-history.ts';
import { asSymbol, symbolOf } from '../names/symbol-of.ts';
import { asCompanies, createCompanyReader } from './company-list.ts';
import { createFactorReader } from './factor-file.ts';
import { createFlatOptionReader, isOptionTicker } from './flat-options.ts';
import { recogniseHeaderless } from './headerless.ts';
import { refuseKnownOthers } from './known-others.ts';
import { type BarFormat, type Layout, type LayoutOptions, recognise } from './layout.ts';
import { asMentions } from './mention-layout.ts';
import { createMentionReader } from './mention-reader.ts';
import { createUniverseReader, UNIVERSE_HEADER } from './option-universe.ts';
import { createTableReader } from './table-reader.ts';

export type FileFormat = BarFormat | 'mentions' | 'lean-factors' | 'lean-options' | 'lean-universe' | 'massive-options' | 'companies';

export interface RecogniseOptions extends LayoutOptions {
	/** Symbol of every row, instead of what names and columns say. */
	symbol?: string;
	calendar?: Calendar;
	history?: SymbolHistory;
}

/** How a table is read. */
export interface Opening {
	format: FileFormat;
	/** Undefined when the rows name their symbols. */
	symbol: string | undefined;
	hasHeader: boolean;
	/** Beside the bytes: what makes a second reading another one. */
	identity: readonly unknown[];
	/** `firstLine`: number of the first line after the header, from 1. */
	reader(firstLine: number): TableReader;
}

/** Lines that a layout is recognised from, the header among them. */
const OPENING_LINES = 65;

const firstLines = async (entry: ImportEntry): Promise<Buffer[]> => {
	const span: [number, number] = [0, 0];
	const lines: Buffer[] = [];
	for await (const chunk of wholeLines(entry.content())) {
		for (let at = 0; at < chunk.length && lines.length < OPENING_LINES; at = span[1]) {
			lineAt(chunk, at, span);
			if (span[0] > at) lines.push(chunk.subarray(at, span[0]));
		}
		if (lines.length >= OPENING_LINES) break;
	}
	return lines;
};

/** ImportError when the table is of no known kind, or of one that is never used. */
export const recogniseEntry = async (entry: ImportEntry, options: RecogniseOptions): Promise<Opening> => {
	const lines = await firstLines(entry);
	const [first] = lines;
	if (!first) throw new ImportError('format', 'It is empty.');
	if (first.includes(0)) throw new ImportError('format', 'It is not text.');
	const text = first.toString('utf8').replace(/^\uFEFF/, '');
	return special(entry, text, options) ?? bars(entry, text, lines, options);
};

const special = (entry: ImportEntry, text: string, options: RecogniseOptions): Opening | undefined => {
	const { calendar = nyse } = options;
	if (asContractTable(entry.name)) throw new ImportError('unused', 'It is one contract; import the archive that holds all of them.');
	refuseKnownOthers(text, entry.place);
	const factors = inFolder(entry.place, 'factor_files');
	if (factors)
		return {
			format: 'lean-factors',
			symbol: factors,
			hasHeader: false,
			identity: [factors],
			reader: () => createFactorReader(factors, calendar),
		};
	if (readMapFile(text)) throw new ImportError('unused', 'It is a map of renames; it is used for the bars imported together with it.');
	const mentions = asMentions(text, entry.name);
	if (mentions)
		return {
			format: 'mentions',
			symbol: mentions.symbol,
			hasHeader: true,
			identity: [mentions],
			reader: (firstLine) => createMentionReader(mentions, firstLine, options.history),
		};
	const companies = asCompanies(text);
	if (companies)
		return {
			format: 'companies',
			symbol: undefined,
			hasHeader: companies.hasHeader,
			identity: [companies],
			reader: (firstLine) => createCompanyReader(companies, firstLine),
		};
	if (!UNIVERSE_HEADER.test(text)) return undefined;
	return {
		format: 'lean-universe',
		symbol: undefined,
		hasHeader: true,
		identity: [entry.place.split(/[/!]/).slice(-2)],
		reader: (firstLine) => {
			const reader = createUniverseReader(entry.place, firstLine, calendar, options.history);
			if (!reader) throw new ImportError('symbol', 'A list of contracts lies in a folder of its underlying and is named by its day.');
			return reader;
		},
	};
};

const bars = (entry: ImportEntry, text: string, lines: readonly Buffer[], options: RecogniseOptions): Opening => {
	const { calendar = nyse, history } = options;
	const layout = recogniseHeaderless(text, entry.name, options) ?? recognise(text, lines.slice(1), entry.name, options);
	if (layout.format === 'massive-flat' && isOptionTicker(firstSymbol(layout, lines[1])))
		return {
			format: 'massive-options',
			symbol: undefined,
			hasHeader: true,
			identity: [layout.interval],
			reader: (firstLine) => createFlatOptionReader(layout, firstLine, calendar, history),
		};
	const symbol = symbolFor(entry, layout, options);
	const { format, zone, shift, interval } = layout;
	return {
		format,
		symbol,
		hasHeader: layout.hasHeader,
		identity: [zone, shift, interval, symbol ?? null, layout.midnight],
		reader: (firstLine) => createTableReader({ layout, symbol, calendar, firstLine, history }),
	};
};

const firstSymbol = (layout: Layout, row: Buffer | undefined): string =>
	(row?.toString('latin1') ?? '').split(String.fromCharCode(layout.separator))[layout.symbol] ?? '';

const symbolFor = (entry: ImportEntry, layout: Layout, options: RecogniseOptions): string | undefined => {
	const given = options.symbol === undefined ? asMinuteTable(entry.name)?.symbol : asSymbol(options.symbol);
	const symbol = given ?? (layout.symbol >= 0 ? undefined : symbolOf(entry.place, layout.format === 'minute-semicolon'));
	if (symbol === undefined && layout.symbol < 0) throw new ImportError('symbol');
	return symbol;
};
