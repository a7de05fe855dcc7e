/** Derives the layout of a file's rows from its header and first rows. */
import type { FILE_OPTIONS } from '@sw/domain/prices/batch';
import { DAY } from '@sw/domain/time/units';
import { newYorkMinute } from '@sw/domain/time/zone';
import { createFields, splitFields } from '../bytes/byte-fields.ts';
import { detectTimeKind, type TimeKind } from '../bytes/byte-time.ts';
import { ImportError } from '../faults/import-error.ts';
import { ALPHA_VANTAGE, DUKASCOPY, parseChartInterval, stemOf } from '../names/symbol-of.ts';
import { createTimeParser } from './written-time.ts';

/** Formats that a user may name; all others are detected. */
export type ImportFormat = (typeof FILE_OPTIONS.format)[number];
export type BarFormat = ImportFormat | 'dukascopy' | 'massive-flat' | 'ninja-trader' | 'lean-minute' | 'lean-hour' | 'lean-daily';

/** 'utc', 'new-york' or an IANA time zone name. */
export type Zone = string;

export interface LayoutOptions {
	format?: ImportFormat;
	/** Zone of times without an offset. Default: New York, unless the column's name says UTC. */
	zone?: Zone;
	/** Whether a bar is stamped by its start or its end. Default: start. */
	stamp?: (typeof FILE_OPTIONS.stamp)[number];
	/** Order of day, month and year in ambiguous dates. Default: decided from the rows. */
	dates?: (typeof FILE_OPTIONS.dates)[number];
	/** Minutes of a bar, or 'day'. Default: decided from the file's name and rows. */
	interval?: number | 'day';
}

export interface Layout {
	format: BarFormat;
	/** Whether the first line names the columns. */
	hasHeader: boolean;
	/** Lines before the first row. */
	headerLines: number;
	/** Character code. */
	separator: number;
	/** Column indexes, -1 if absent. `clock` is a time of day in its own column. */
	time: number;
	clock: number;
	symbol: number;
	open: number;
	high: number;
	low: number;
	close: number;
	volume: number;
	/** `fields`: minimum number of fields in a row. `columnCount`: number of columns in the header; additional fields of a row must be empty. */
	fields: number;
	columnCount: number;
	timeKind: TimeKind;
	/** If times are milliseconds since a midnight in New York: that day's number; otherwise null. */
	midnightDay: number | null;
	zone: Zone;
	/** How the zone is known. `times`: by offsets, epoch seconds or plain days. `assumed`: it is the default. */
	zoneFrom: 'times' | 'format' | 'user' | 'assumed';
	/** Milliseconds to subtract from a stamp to get the bar's start. */
	shiftMs: number;
	/** How the meaning of stamps is known. `rows`: the rows contradict the format. */
	stampFrom: 'format' | 'user' | 'rows';
	/** For daily rows stamped by an instant: the zone in which the instant's date is the row's day. `written`: as the text says. */
	dayZone: 'written' | 'new-york' | 'utc';
	/** Days to subtract: 1 if daily rows are stamped by the midnight at their end. */
	dayShift: 0 | 1;
	/** Symbols, as written in a daily table, whose rows are rejected because they are weekly or monthly bars. */
	longBars?: ReadonlySet<string>;
	/** Divisor that turns written prices into dollars. */
	priceDivisor: number;
	/** Whether rows are hours of the regular session in New York time, to be folded into days. */
	foldsHours: boolean;
	/** Whether a stamp is the start or the end of its bar. */
	stamp: 'start' | 'end';
	/** Column names in lower case; empty without a header. */
	names: readonly string[];
	/** Minutes of a bar, or 'day'. Null if unknown: the length is then found from the rows, or any divisor of a quarter-hour is accepted. */
	interval: number | 'day' | null;
	/** 1 oldest first, -1 newest first. */
	direction: 1 | -1;
}

const SEPARATORS = [',', ';', '\t'] as const;
const COLUMN_NAMES = {
	time: [
		'datetime',
		'timestamp',
		'date_time',
		'date',
		'time',
		'time_utc',
		'datetime_utc',
		'timestamp_utc',
		'time (utc)',
		'date (utc)',
		'gmt time',
		'window_start',
	],
	symbol: ['symbol', 'ticker'],
	open: ['open', 'o', 'open_price'],
	high: ['high', 'h', 'high_price'],
	low: ['low', 'l', 'low_price'],
	close: ['close', 'c', 'last', 'close_price', 'close/last', 'price'],
	volume: [
		'volume',
		'v',
		'vol',
		'vol.',
		'total volume',
		'total_volume',
		'totalvolume',
		'share volume',
		'share_volume',
		'shares traded',
		'shares_traded',
		'traded volume',
		'traded_volume',
		'volume_traded',
		'trade_volume',
		'volume (shares)',
		'quantity',
		'shares',
	],
};
const UTC_FORMATS: ReadonlySet<BarFormat> = new Set(['minute-semicolon', 'dukascopy']);

interface Header {
	separator: string;
	names: string[];
}

/** Finds the price and volume columns of a header. Throws ImportError if a price column is missing. */
export function findBarColumns(header: string): ReturnType<typeof findPriceAndVolumeColumns> & Pick<Layout, 'names' | 'fields'> {
	const names = readHeader(header)?.names ?? [];
	const columns = findPriceAndVolumeColumns(names);
	const missing = (['open', 'high', 'low', 'close'] as const).filter((name) => columns[name] < 0);
	if (missing.length > 0) throw new ImportError('format', `Columns not found: ${missing.join(', ')}.`);
	return { ...columns, names, fields: 1 + Math.max(...Object.values(columns)) };
}

function findPriceAndVolumeColumns(names: readonly string[]): Pick<Layout, 'open' | 'high' | 'low' | 'close' | 'volume'> {
	return {
		open: findColumn(names, COLUMN_NAMES.open),
		high: findColumn(names, COLUMN_NAMES.high),
		low: findColumn(names, COLUMN_NAMES.low),
		close: findColumn(names, COLUMN_NAMES.close),
		volume: findColumn(names, COLUMN_NAMES.volume),
	};
}

function findColumn(names: readonly string[], candidates: readonly string[]): number {
	for (const name of candidates) if (names.includes(name)) return names.indexOf(name);
	return -1;
}

function readHeader(line: string): Header | undefined {
	const headers = SEPARATORS.map((separator) => ({
		separator,
		names: line.split(separator).map((name) =>
			name
				.trim()
				.replace(/^"(.*)"$/, '$1')
				.toLowerCase(),
		),
	}));
	const widestHeader = headers.reduce((a, b) => (b.names.length > a.names.length ? b : a));
	return widestHeader.names.length >= 5 ? widestHeader : undefined;
}

/** Time and symbol of one of the first rows. */
interface FirstRow {
	symbol: string;
	/** UTC milliseconds, or the day's midnight for rows with only a day; NaN when unreadable. */
	ms: number;
	isAbsolute: boolean;
}

/** Throws ImportError for a stated bar length that doesn't divide a quarter-hour. */
export function rejectUnsupportedLength(minutes: number): void {
	if (15 % minutes !== 0) throw new ImportError('interval', `Its bars are of ${minutes} minutes.`);
}

/** Derives the layout from a file's header, first rows and name. Throws ImportError 'format' if it is not a table of bars. */
export function recogniseBarLayout(headerLine: string, rows: readonly Buffer[], name: string, options: LayoutOptions = {}): Layout {
	const header = readHeader(headerLine);
	if (!header) throw new ImportError('format', "Its first line doesn't name the columns of bars.");
	const { names } = header;
	const stem = stemOf(name);
	const format = options.format ?? detectFormat(header, stem);
	const hasDateAndTime = names.includes('date') && names.includes('time');
	const time =
		format === 'minute-semicolon'
			? names.indexOf('timestamp')
			: hasDateAndTime
				? names.indexOf('date')
				: findColumn(names, COLUMN_NAMES.time);
	const { volume, ...columns } = findPriceAndVolumeColumns(names);
	const missing = Object.entries({ time, ...columns }).filter(([, at]) => at < 0);
	if (missing.length > 0) throw new ImportError('format', `Columns not found: ${missing.map(([column]) => column).join(', ')}.`);
	const layout: Layout = {
		format,
		hasHeader: true,
		headerLines: 1,
		separator: header.separator.charCodeAt(0),
		time,
		clock: hasDateAndTime && format === 'ohlcv' ? names.indexOf('time') : -1,
		symbol: findColumn(names, COLUMN_NAMES.symbol),
		...columns,
		volume,
		names,
		fields: 0,
		columnCount: names.length,
		timeKind: 'text',
		midnightDay: null,
		...detectZone(format, names[time] ?? '', options),
		shiftMs: 0,
		stampFrom: options.stamp ? 'user' : 'format',
		stamp: options.stamp ?? (format === 'alpha-vantage' ? 'end' : 'start'),
		dayZone: 'written',
		dayShift: 0,
		priceDivisor: 1,
		foldsHours: false,
		interval: options.interval ?? parseIntervalFromName(format, stem),
		direction: 1,
	};
	layout.fields = 1 + Math.max(layout.time, layout.clock, layout.symbol, layout.open, layout.high, layout.low, layout.close, layout.volume);
	layout.timeKind = findTimeKind(rows, layout);
	const firstRows = readFirstRows(rows, layout);
	if (layout.timeKind === 'epoch') layout.dayZone = 'new-york';
	layout.direction = detectDirection(firstRows);
	if (firstRows.some(({ isAbsolute }) => isAbsolute)) layout.zoneFrom = 'times';
	if (format === 'massive-flat') layout.interval ??= detectFlatFileInterval(firstRows);
	if (typeof layout.interval === 'number') rejectUnsupportedLength(layout.interval);
	return layout;
}

/** Distinguishes Massive's daily and minute flat files, which have the same columns and names: a daily row is stamped with midnight in New York. */
function detectFlatFileInterval(rows: readonly FirstRow[]): number | 'day' {
	return rows.length > 0 && rows.every(({ ms }) => newYorkMinute(ms) === 0) ? 'day' : 1;
}

/** Derives the bar length from the format or the file's name: minutes, 'day', or null if unknown. */
function parseIntervalFromName(format: BarFormat, stem: string): number | 'day' | null {
	if (format === 'minute-semicolon') return 1;
	const alphaVantageMatch = format === 'alpha-vantage' ? ALPHA_VANTAGE.exec(stem) : null;
	if (alphaVantageMatch) return alphaVantageMatch[2] ? Number(alphaVantageMatch[2]) : 'day';
	const [, , unit, count] = (format === 'dukascopy' && DUKASCOPY.exec(stem)) || [];
	if (unit) return unit.toLowerCase() === 'd' ? 'day' : Number(count) * (unit.toLowerCase() === 'h' ? 60 : 1);
	return parseChartInterval(stem) ?? null;
}

/** Finds the direction of most steps between the first rows, so that one misplaced row does not matter. */
function detectDirection(rows: readonly FirstRow[]): 1 | -1 {
	let netForwardSteps = 0;
	rows.slice(1).forEach((row, i) => {
		const previous = rows[i] as FirstRow;
		const step = row.ms - previous.ms;
		if (row.symbol === previous.symbol && step) netForwardSteps += Math.sign(step);
	});
	return netForwardSteps < 0 ? -1 : 1;
}

function readFirstRows(rows: readonly Buffer[], layout: Layout): FirstRow[] {
	const fields = createFields();
	const { out, read } = createTimeParser(layout);
	return rows.map((row) => {
		splitFields(row, 0, row.length, layout.separator, fields);
		const isRead = read(row, fields);
		return {
			symbol: layout.symbol < 0 ? '' : row.toString('latin1', fields.starts[layout.symbol], fields.ends[layout.symbol]),
			ms: isRead ? (Number.isNaN(out.instant) ? out.day * DAY : out.instant) : Number.NaN,
			isAbsolute: isRead && out.isAbsolute,
		};
	});
}

/** Finds the kind of the first readable time, because single rows can be broken. date-order.ts decides whether the day or the month comes first. */
function findTimeKind(rows: readonly Buffer[], { separator, time }: Layout): TimeKind {
	const fields = createFields();
	for (const row of rows) {
		splitFields(row, 0, row.length, separator, fields);
		const kind = time < fields.count ? detectTimeKind(row.toString('latin1', fields.starts[time], fields.ends[time])) : undefined;
		if (kind) return kind;
	}
	return 'text';
}

function detectFormat({ separator, names }: Header, stem: string): BarFormat {
	if (separator === ';' && names.includes('timestamp') && names.includes('price')) return 'minute-semicolon';
	if (names.includes('window_start') && names.includes('ticker')) return 'massive-flat';
	if (DUKASCOPY.test(stem)) return 'dukascopy';
	const hasPlainColumns = names.slice(1).join() === 'open,high,low,close,volume';
	return hasPlainColumns && separator === ',' && (names[0] === 'datetime' || names[0] === 'timestamp') && ALPHA_VANTAGE.test(stem)
		? 'alpha-vantage'
		: 'ohlcv';
}

function detectZone(format: BarFormat, timeColumn: string, { zone }: LayoutOptions): Pick<Layout, 'zone' | 'zoneFrom'> {
	if (zone) return { zone, zoneFrom: 'user' };
	if (UTC_FORMATS.has(format) || /utc|gmt/.test(timeColumn)) return { zone: 'utc', zoneFrom: 'format' };
	return { zone: 'new-york', zoneFrom: format === 'alpha-vantage' ? 'format' : 'assumed' };
}

/** Returns the names of columns that bars do not use, such as 'adj close', 'vwap' or 'dividends'. */
export function findUnreadColumns({ names, time, clock, symbol, open, high, low, close, volume }: Layout): string[] {
	const readColumns = new Set([time, clock, symbol, open, high, low, close, volume]);
	return names.filter((name, at) => name !== '' && !readColumns.has(at));
}
