import type { Licence } from '../reports/licence.ts';
import type { TickerId, UtcMs } from '../time/units.ts';

/** Maximum number of watchlists per account. */
export const MAX_WATCHLISTS = { basic: 3, premium: 10, pro: 50 } as const satisfies Record<Licence, number>;
export const MAX_WATCHLIST_ENTRIES = 1_000;
export const MAX_WATCHLIST_NAME_LENGTH = 60;
export const MAX_SECTION_LENGTH = 60;

/** A ticker in a watchlist. */
export interface WatchlistEntry {
	readonly tickerId: TickerId;
	/** As spelled in the imported file; null: unknown. */
	readonly exchange: string | null;
	/** The heading above the ticker; null: none. */
	readonly section: string | null;
}

export interface Watchlist {
	readonly id: number;
	readonly name: string;
	/** Number of tickers. */
	readonly count: number;
	/** Secret part of the URL where others can read the list; null: the list isn't shared. */
	readonly token: string | null;
	readonly createdAt: UtcMs;
}

export function maxWatchlists(licence: Licence | null): number {
	return licence === null ? 0 : MAX_WATCHLISTS[licence];
}

/** Removes duplicate tickers and groups entries by section, entries without a section first. Every format preserves this order. */
export function arrangeEntries(entries: readonly WatchlistEntry[]): WatchlistEntry[] {
	const uniqueEntries = [...new Map([...entries].reverse().map((entry) => [entry.tickerId, entry])).values()].reverse();
	const bySection = Map.groupBy(uniqueEntries, ({ section }) => section);
	return [
		...(bySection.get(null) ?? []),
		...[...bySection].flatMap(([section, sectionEntries]) => (section === null ? [] : sectionEntries)),
	];
}

/** A watchlist entry in text form. */
export interface TextEntry {
	/** As written in the text, without the exchange. */
	readonly symbol: string;
	readonly exchange: string | null;
	readonly section: string | null;
}

const HEADING = /^(?:symbols?|tickers?)$/i;
const EXCHANGE_PREFIX = /^([A-Za-z]{2,10}):(.+)$/;
/** A symbol in capitals. */
const SYMBOL = /^[$^]?(?:[A-Z]{2,10}:)?[A-Z][A-Z0-9]*(?:[.\-/^=][A-Z0-9]+)*$/;
/** Prefix of a section's name in TradingView's format. */
const SECTION_PREFIX = '###';

/** Reads the symbols of a text, in order: TradingView's format, CSV, tables of Finviz or Yahoo, and lists typed by people. */
export function readWatchlist(text: string): TextEntry[] {
	const cleanText = text
		.replace(/^\ufeff/, '')
		.toWellFormed()
		.replaceAll(/(?![\t\r\n])\p{Cc}/gu, ' ');
	const lines = cleanText.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
	return readTable(lines) ?? readLines(lines);
}

/** Reads a table separated by commas, semicolons or tabs; undefined if the first line has no column of symbols. */
function readTable(lines: readonly string[]): TextEntry[] | undefined {
	const [head = '', ...rows] = lines;
	const separator = ['\t', ';', ','].find((candidate) => head.includes(candidate)) ?? ',';
	const names = splitCells(head, separator).map((name) => name.toLowerCase());
	const symbolColumn = names.findIndex((name) => HEADING.test(name));
	if (symbolColumn === -1) return undefined;
	const [exchangeColumn, sectionColumn] = [names.indexOf('exchange'), names.indexOf('section')];
	return rows.flatMap((line) => {
		const cells = splitCells(line, separator);
		return toSymbols(cells[symbolColumn] ?? '', cells[sectionColumn] || null).map((entry) => ({
			...entry,
			exchange: entry.exchange ?? parseExchange(cells[exchangeColumn]),
		}));
	});
}

function readLines(lines: readonly string[]): TextEntry[] {
	let section: string | null = null;
	return lines.flatMap((line) =>
		splitLine(line).flatMap((part) => {
			if (!part.startsWith(SECTION_PREFIX)) return toSymbols(part, section);
			section = part.slice(SECTION_PREFIX.length).trim() || null;
			return [];
		}),
	);
}

/** Splits a line into symbols and sections. A row of a table, or a symbol followed by a company's name, yields one symbol. */
function splitLine(line: string): string[] {
	if (line.includes('\t')) return firstSymbol(line.split('\t'));
	return line.split(/[,;]/).flatMap((piece) => {
		const part = piece.trim();
		if (part.startsWith(SECTION_PREFIX)) return [part];
		const words = part.split(/\s+/).filter(Boolean);
		return words.some((word) => /^[A-Z].*[a-z]/.test(word)) && words.length > 1 ? firstSymbol(words) : words;
	});
}

function firstSymbol(words: readonly string[]): string[] {
	const symbol = words.map((word) => word.trim()).find((word) => SYMBOL.test(word));
	return symbol === undefined ? [] : [symbol];
}

function toSymbols(text: string, section: string | null): TextEntry[] {
	const trimmed = text.trim().replace(/^\$(?=[A-Za-z])/, '');
	if (trimmed === '') return [];
	const [, exchange = '', symbol = trimmed] = EXCHANGE_PREFIX.exec(trimmed) ?? [];
	return [
		{ symbol, exchange: parseExchange(exchange), section: section === null ? null : section.slice(0, MAX_SECTION_LENGTH).toWellFormed() },
	];
}

function parseExchange(text: string | undefined): string | null {
	return text !== undefined && /^[A-Za-z]{2,10}$/.test(text) ? text.toUpperCase() : null;
}

/** Splits a row into cells. A cell can be quoted, with doubled quotes inside. */
function splitCells(line: string, separator: string): string[] {
	const cells: string[] = [];
	let cell = '';
	let isQuoted = false;
	for (let at = 0; at < line.length; at++) {
		const character = line[at]!;
		if (isQuoted && character === '"' && line[at + 1] === '"') {
			cell += '"';
			at++;
		} else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
		else if (character === separator && !isQuoted) {
			cells.push(cell.trim());
			cell = '';
		} else cell += character;
	}
	return [...cells, cell.trim()];
}

export const WATCHLIST_FORMATS = ['tradingview', 'csv', 'text'] as const;
export type WatchlistFormat = (typeof WATCHLIST_FORMATS)[number];

const CSV_HEADER = 'symbol,exchange,section';

const WRITERS: Readonly<Record<WatchlistFormat, (entries: readonly TextEntry[]) => string>> = {
	tradingview: (entries) => {
		let previousSection: string | null = null;
		const parts = entries.flatMap((entry) => {
			const heading =
				entry.section !== null && entry.section !== previousSection
					? [`${SECTION_PREFIX}${entry.section.replaceAll(/[,;\t\r\n]/g, ' ')}`]
					: [];
			previousSection = entry.section;
			return [...heading, formatSymbol(entry)];
		});
		return `${parts.join(',')}\n`;
	},
	csv: (entries) =>
		[CSV_HEADER, ...entries.map(({ symbol, exchange, section }) => [symbol, exchange ?? '', escapeCell(section ?? '')].join(','))]
			.map((row) => `${row}\r\n`)
			.join(''),
	text: (entries) => entries.map(({ symbol }) => `${symbol}\n`).join(''),
};

/** Writes entries that `arrangeEntries` has ordered. The format 'text' has neither exchanges nor sections. */
export function writeWatchlist(format: WatchlistFormat, entries: readonly TextEntry[]): string {
	return WRITERS[format](entries);
}

function formatSymbol({ symbol, exchange }: TextEntry): string {
	return exchange === null ? symbol : `${exchange}:${symbol}`;
}

/** Escapes a CSV cell. An apostrophe keeps spreadsheets from reading text that begins with =, +, - or @ as a formula. */
function escapeCell(text: string): string {
	const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
	return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
