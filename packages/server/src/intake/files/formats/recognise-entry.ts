/** Selects the reader of a table by its name and first lines. */
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import type { ImportEntry } from '../archives/import-entries.ts';
import { locateLine, splitIntoLineChunks } from '../bytes/byte-lines.ts';
import { ImportError } from '../faults/import-error.ts';
import type { TableReader } from '../fold/symbol-block.ts';
import { findSymbolInFolder, parseContractTableName, parseMinuteTableName } from '../names/lean-names.ts';
import { parseMapFile, type SymbolHistory } from '../names/symbol-history.ts';
import { stemOf, symbolOfVendorName } from '../names/symbol-of.ts';
import type { SymbolSource } from '../names/symbol-plan.ts';
import { rejectKnownNonBars, rejectLongBars } from './bar-length.ts';
import { createCompanyReader, recogniseCompanyList } from './company-list.ts';
import { decideDateOrder } from './date-order.ts';
import { createFactorReader } from './factor-file.ts';
import { recogniseHeaderless } from './headerless.ts';
import { type BarFormat, type Layout, type LayoutOptions, recogniseBarLayout } from './layout.ts';
import { createMentionReader, recogniseMentions } from './mention-reader.ts';
import { createFlatOptionReader, createUniverseReader, isOptionTicker, UNIVERSE_HEADER } from './option-tables.ts';
import { completeLayout } from './settle-times.ts';
import { createSideBySideReader, parseStackedHeader } from './side-by-side.ts';
import { createTableReader } from './table-reader.ts';
import { profileTimes } from './time-profile.ts';

export type FileFormat = BarFormat | 'mentions' | 'lean-factors' | 'lean-options' | 'lean-universe' | 'massive-options' | 'companies';

export interface RecogniseOptions extends LayoutOptions {
	/** Symbol of every row; overrides file names and columns. */
	symbol?: string;
	/** Where to take symbols from. Default: found automatically. */
	symbolFrom?: SymbolSource;
	/** Includes the closures set by administrators. */
	calendar: Calendar;
	history?: SymbolHistory;
	/** The current date in New York: rows of later dates are rejected. */
	today?: ExchangeDate;
}

/** A recognized table, and how to read it. */
export interface RecognisedTable {
	format: FileFormat;
	/** Undefined if each row has its own symbol. */
	symbol: string | undefined;
	/** Whether the symbol comes from the file's name, by a vendor's naming rule. */
	isNamed?: boolean;
	hasHeader: boolean;
	/** Lines before the first row. Default: 1 with a header, 0 without. */
	headerLines?: number;
	/** Set if the rows show that stamps are not what the format says. */
	stamp?: 'start' | 'end';
	/** Zone that times are read in; undefined if the times have their own. */
	zone?: Pick<Layout, 'zone' | 'zoneFrom'>;
	/** Options that change the result of reading the same bytes; part of the key by which repeated imports are detected. */
	identity: readonly unknown[];
	/** `firstLine`: number of the first row's line, counted from 1. */
	reader(firstLine: number): TableReader;
}

/** A table of bars whose symbol is neither in its rows nor in a vendor's file name. Comparing the paths of all such tables shows which part is the symbol. */
export interface UnnamedTable {
	/** Whether the format uses a folder for each symbol. */
	inFolders: boolean;
	format: FileFormat;
	/** The same table with a symbol for its rows. */
	withSymbol(symbol: string): RecognisedTable;
}

/** Number of lines, including the header, from which a layout is recognized. */
const SAMPLE_LINES = 65;

/** Recognizes a table by its name and first lines. Throws ImportError if its kind is unknown or unused. */
export async function recogniseEntry(entry: ImportEntry, options: RecogniseOptions): Promise<RecognisedTable | UnnamedTable> {
	const lines = await readFirstLines(entry);
	const [firstLine] = lines;
	if (!firstLine) throw new ImportError('refused', 'The file is empty.');
	rejectUnsupportedEncoding(firstLine, lines.length === 1);
	const headerText = firstLine.toString('utf8').replace(/^\uFEFF/, '');
	return recogniseNonBarTable(entry, headerText, options) ?? (await recogniseBars(entry, headerText, lines, options));
}

async function readFirstLines(entry: ImportEntry): Promise<Buffer[]> {
	const lineBounds: [number, number] = [0, 0];
	const lines: Buffer[] = [];
	for await (const chunk of splitIntoLineChunks(entry.content())) {
		for (let at = 0; at < chunk.length && lines.length < SAMPLE_LINES; at = lineBounds[1]) {
			locateLine(chunk, at, lineBounds);
			if (lineBounds[0] > at) lines.push(chunk.subarray(at, lineBounds[0]));
		}
		if (lines.length >= SAMPLE_LINES) break;
	}
	return lines;
}

/** First bytes of archives, in hex: zip, gzip, bzip2, xz, zstd and 7z. */
const ARCHIVE_MAGIC = ['504b0304', '1f8b', '425a68', 'fd377a58', '28b52ffd', '377abcaf'];

const CARRIAGE_RETURN = 13;

function rejectUnsupportedEncoding(line: Buffer, isOnlyLine: boolean): void {
	const hexPrefix = line.toString('hex', 0, 8);
	if (ARCHIVE_MAGIC.some((magic) => hexPrefix.startsWith(magic)))
		throw new ImportError('nested', 'Its name says text, but its content is an archive.');
	if (hexPrefix.startsWith('fffe') || hexPrefix.startsWith('feff')) throw new ImportError('encoding', 'It is UTF-16: save it as UTF-8.');
	if (isOnlyLine && line.includes(CARRIAGE_RETURN)) throw new ImportError('encoding', 'Its lines end in CR, as on old Macs.');
	if (!line.includes(0)) return;
	const zeros = line.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
	if (zeros * 3 > line.length) throw new ImportError('encoding', 'It looks like UTF-16 without a byte order mark: save it as UTF-8.');
	throw new ImportError('format', "It isn't text.");
}

function recogniseNonBarTable(entry: ImportEntry, headerText: string, options: RecogniseOptions): RecognisedTable | undefined {
	const { calendar } = options;
	if (parseContractTableName(entry.name))
		throw new ImportError('unused', 'It is a single contract; import the archive that contains all of them.');
	rejectKnownNonBars(headerText, entry.sourcePath);
	const factorSymbol = findSymbolInFolder(entry.sourcePath, 'factor_files');
	if (factorSymbol)
		return {
			format: 'lean-factors',
			symbol: factorSymbol,
			hasHeader: false,
			identity: [factorSymbol],
			reader: () => createFactorReader(factorSymbol, calendar),
		};
	if (parseMapFile(headerText))
		throw new ImportError('unused', 'It is a map of renames; it is used for the bars imported together with it.');
	const mentions = recogniseMentions(headerText, entry.name);
	if (mentions)
		return {
			format: 'mentions',
			symbol: mentions.symbol,
			hasHeader: true,
			identity: [mentions],
			reader: (firstLine) => createMentionReader(mentions, firstLine, options.history, options.today),
		};
	const companies = recogniseCompanyList(headerText, entry.name);
	if (companies)
		return {
			format: 'companies',
			symbol: undefined,
			hasHeader: companies.hasHeader,
			identity: [companies],
			reader: (firstLine) => createCompanyReader(companies, firstLine),
		};
	if (!UNIVERSE_HEADER.test(headerText)) return undefined;
	return {
		format: 'lean-universe',
		symbol: undefined,
		hasHeader: true,
		identity: [entry.sourcePath.split(/[/!]/).slice(-2)],
		reader: (firstLine) => {
			const reader = createUniverseReader(entry.sourcePath, firstLine, calendar, options.history);
			if (!reader)
				throw new ImportError(
					'symbol',
					'A list of contracts must be in a folder named after its underlying, with the date as its file name.',
				);
			return reader;
		},
	};
}

/** Formats whose rows decide what the header and the file name don't say. The other formats are fully known, except for Massive's bar length. */
const PROFILED_FORMATS: ReadonlySet<FileFormat> = new Set(['ohlcv', 'minute-semicolon', 'alpha-vantage', 'dukascopy', 'ninja-trader']);

async function recogniseBars(
	entry: ImportEntry,
	headerText: string,
	lines: readonly Buffer[],
	options: RecogniseOptions,
): Promise<RecognisedTable | UnnamedTable> {
	const { calendar, history, today } = options;
	const stackedHeader = parseStackedHeader(lines);
	const detectedLayout =
		recogniseHeaderless(headerText, entry.name, options) ??
		(stackedHeader
			? { ...recogniseBarLayout(stackedHeader.headers[0]!, lines.slice(3), entry.name, options), headerLines: 3 }
			: recogniseBarLayout(headerText, lines.slice(1), entry.name, options));
	const layoutWithDateOrder = await decideDateOrder(detectedLayout, entry, options);
	const layout = PROFILED_FORMATS.has(layoutWithDateOrder.format)
		? completeLayout(layoutWithDateOrder, await profileTimes(entry, layoutWithDateOrder), options)
		: layoutWithDateOrder;
	if (layout.format === 'massive-flat' && layout.interval !== 'day' && options.interval === undefined)
		rejectLongBars(await profileTimes(entry, layout));
	if (layout.format === 'massive-flat' && isOptionTicker(readFirstSymbol(layout, lines[1])))
		return {
			format: 'massive-options',
			symbol: undefined,
			hasHeader: true,
			identity: [layout.interval],
			reader: (firstLine) => createFlatOptionReader(layout, firstLine, calendar, { history, today }),
		};
	const { format, zone, zoneFrom, shiftMs, stampFrom, stamp, interval, dayZone, dayShift, timeKind } = layout;
	const defaultDayZone = timeKind === 'epoch' ? 'new-york' : 'written';
	const createTable = (symbol: string | undefined): RecognisedTable => ({
		format,
		symbol,
		hasHeader: layout.hasHeader,
		headerLines: layout.headerLines,
		...(stampFrom === 'rows' ? { stamp } : {}),
		...(zoneFrom === 'times' ? {} : { zone: { zone, zoneFrom } }),
		identity: [
			zone,
			shiftMs,
			interval,
			symbol ?? null,
			layout.midnightDay,
			...(dayZone === defaultDayZone && dayShift === 0 ? [] : [dayZone, dayShift]),
			...(options.dates ? [timeKind] : []),
		],
		reader: (firstLine) => {
			const tableOptions = { layout, symbol, calendar, firstLine, history, today };
			return stackedHeader && stackedHeader.symbols.length > 1
				? createSideBySideReader(stackedHeader, tableOptions)
				: createTableReader(tableOptions);
		},
	});
	if (stackedHeader && stackedHeader.symbols.length > 1) {
		if (options.symbol !== undefined)
			throw new ImportError('symbol', `It has columns for ${stackedHeader.symbols.length} tickers, but --symbol names one.`);
		return createTable(undefined);
	}
	const fileSymbol = findFileSymbol(
		entry,
		layout,
		stackedHeader ? { ...options, symbol: options.symbol ?? stackedHeader.symbols[0] ?? '' } : options,
	);
	return fileSymbol
		? { ...createTable(fileSymbol.symbol), ...(fileSymbol.isNamed ? { isNamed: true } : {}) }
		: { format, inFolders: format === 'minute-semicolon', withSymbol: createTable };
}

function readFirstSymbol(layout: Layout, row: Buffer | undefined): string {
	return (row?.toString('latin1') ?? '').split(String.fromCharCode(layout.separator))[layout.symbol] ?? '';
}

/** Finds the symbol from the user or a vendor's file name. `{ symbol: undefined }` if each row has its own; undefined if only the path can show it. */
function findFileSymbol(
	entry: ImportEntry,
	layout: Layout,
	{ symbol, symbolFrom }: RecogniseOptions,
): { symbol: string | undefined; isNamed?: boolean } | undefined {
	const toResult = (symbol: string | undefined) => (symbol === undefined ? undefined : { symbol });
	if (symbol !== undefined) {
		if (normalizeSymbol(symbol) === undefined) throw new ImportError('symbol', `'${symbol}' isn't a symbol.`);
		return toResult(normalizeSymbol(symbol));
	}
	const leanSymbol = parseMinuteTableName(entry.name)?.symbol;
	if (leanSymbol !== undefined) return toResult(leanSymbol);
	if (symbolFrom === 'file' || symbolFrom === 'folder') return undefined;
	if (layout.symbol >= 0) return { symbol: undefined };
	const vendorSymbol = symbolOfVendorName(entry.sourcePath);
	if (vendorSymbol !== undefined) return { symbol: vendorSymbol, isNamed: true };
	return toResult(layout.format.startsWith('lean-') ? normalizeSymbol(stemOf(entry.sourcePath)) : undefined);
}
