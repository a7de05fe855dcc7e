/** What a file's header and first rows say about its rows. */
import type { FILE_READING } from '@sw/domain/prices/upload';
import { DAY, MINUTE } from '@sw/domain/time/units';
import { newYorkMinute } from '@sw/domain/time/zone';
import { createFields, decimal, splitFields } from '../bytes/byte-fields.ts';
import { createStamp, epochMs, readClockField, readStamp, type Stamp } from '../bytes/byte-time.ts';
import { ImportError } from '../faults/import-error.ts';
import { ALPHA_VANTAGE, DUKASCOPY, stemOf } from '../names/symbol-of.ts';

/** What a user may name; everything else is told apart by itself. */
export type ImportFormat = (typeof FILE_READING.format)[number];
export type BarFormat = ImportFormat | 'dukascopy' | 'massive-flat' | 'ninja-trader' | 'lean-minute' | 'lean-hour' | 'lean-daily';

export type Zone = (typeof FILE_READING.zone)[number];

export interface LayoutOptions {
	format?: ImportFormat;
	/** Clock of times that carry no offset; New York unless the column's name says UTC. */
	zone?: Zone;
	/** Whether a bar is stamped by its start (default) or its end. */
	stamp?: (typeof FILE_READING.stamp)[number];
	/** Minutes of a bar, or 'day'. Found from the rows when not given. */
	interval?: number | 'day';
}

export interface Layout {
	format: BarFormat;
	/** Whether the first line names the columns. */
	hasHeader: boolean;
	separator: number;
	/** Columns; -1 for those that are absent. `clock` is a time of day in a column of its own. */
	time: number;
	clock: number;
	symbol: number;
	open: number;
	high: number;
	low: number;
	close: number;
	volume: number;
	/** Least number of fields of a row, and how many the header has: what follows must be empty. */
	fields: number;
	columns: number;
	epoch: boolean;
	/** Where times are milliseconds since a midnight in New York: that day's number. */
	midnight: number | null;
	zone: Zone;
	/** Who says that zone: the times themselves (by offset, as seconds since 1970, or because they are days), the format, the user, or nobody. */
	zoneFrom: 'times' | 'format' | 'user' | 'nobody';
	/** Milliseconds to subtract from a stamp to have the bar's start. */
	shift: number;
	/** Prices are written as multiples of 1 / scale dollar. */
	scale: number;
	/** Rows of hours, anchored to New York and of regular hours only, that make up days. */
	foldsHours: boolean;
	/** Minutes of a bar, 'day', or null when only the rows can tell. */
	interval: number | 'day' | null;
	/** 1 oldest first, -1 newest first. */
	direction: 1 | -1;
}

const SEPARATORS = [',', ';', '\t'] as const;
const NAMES = {
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
	close: ['close', 'c', 'last', 'close_price'],
	volume: ['volume', 'v', 'vol'],
};
const IN_UTC: ReadonlySet<BarFormat> = new Set(['minute-semicolon', 'dukascopy']);

const zoneOf = (format: BarFormat, timeColumn: string, { zone }: LayoutOptions): Pick<Layout, 'zone' | 'zoneFrom'> => {
	if (zone) return { zone, zoneFrom: 'user' };
	if (IN_UTC.has(format) || /utc|gmt/.test(timeColumn)) return { zone: 'utc', zoneFrom: 'format' };
	return { zone: 'new-york', zoneFrom: format === 'alpha-vantage' ? 'format' : 'nobody' };
};

interface Header {
	separator: string;
	names: string[];
}

const readHeader = (line: string): Header | undefined => {
	const split = SEPARATORS.map((separator) => ({
		separator,
		names: line.split(separator).map((name) =>
			name
				.trim()
				.replace(/^"(.*)"$/, '$1')
				.toLowerCase(),
		),
	}));
	const best = split.reduce((a, b) => (b.names.length > a.names.length ? b : a));
	return best.names.length >= 5 ? best : undefined;
};

const find = (names: readonly string[], known: readonly string[]): number => {
	for (const name of known) if (names.includes(name)) return names.indexOf(name);
	return -1;
};

const formatOf = ({ separator, names }: Header, stem: string): BarFormat => {
	if (separator === ';' && names.includes('timestamp') && names.includes('price')) return 'minute-semicolon';
	if (names.includes('window_start') && names.includes('ticker')) return 'massive-flat';
	if (DUKASCOPY.test(stem)) return 'dukascopy';
	const plain = names.slice(1).join() === 'open,high,low,close,volume';
	return plain && separator === ',' && (names[0] === 'datetime' || names[0] === 'timestamp') && ALPHA_VANTAGE.test(stem)
		? 'alpha-vantage'
		: 'ohlcv';
};

/** What the time fields of the first rows say. */
interface OpeningRow {
	symbol: string;
	/** Of a number of (milli)seconds; eight digits are a date instead. */
	epoch: number | undefined;
	/** Undefined when the field is neither. */
	stamp: Stamp | undefined;
}

const readOpening = (rows: readonly Buffer[], { separator, time, clock, symbol }: Layout): OpeningRow[] => {
	const fields = createFields();
	return rows.map((row) => {
		splitFields(row, 0, row.length, separator, fields);
		const [from, to] = [fields.from[time] ?? 0, fields.to[time] ?? 0];
		const number = time < fields.count && to - from > 8 ? decimal(row, from, to) : Number.NaN;
		const stamp = createStamp();
		const isText = time < fields.count && Number.isNaN(number) && readStamp(row, from, to, stamp);
		if (isText && clock >= 0 && clock < fields.count) readClockField(row, fields.from[clock] ?? 0, fields.to[clock] ?? 0, stamp);
		return {
			symbol: symbol < 0 ? '' : row.toString('latin1', fields.from[symbol], fields.to[symbol]),
			epoch: Number.isNaN(number) ? undefined : number,
			stamp: isText ? stamp : undefined,
		};
	});
};

const moment = ({ epoch, stamp }: OpeningRow): number => epoch ?? (stamp ? stamp.day * DAY + (stamp.clock || 0) : Number.NaN);

/** Newest first when more steps of the first rows go back than forward: one row out of order does not turn the file around. */
const directionOf = (rows: readonly OpeningRow[]): 1 | -1 => {
	let forward = 0;
	rows.slice(1).forEach((row, i) => {
		const before = rows[i] as OpeningRow;
		const step = moment(row) - moment(before);
		if (row.symbol === before.symbol && step) forward += Math.sign(step);
	});
	return forward < 0 ? -1 : 1;
};

/** Whether the rows name days without a time, or midnights of different days. */
const areDays = (rows: readonly OpeningRow[]): boolean => {
	if (rows.length === 0 || rows.some((r) => !r.stamp)) return false;
	if (rows.every((r) => Number.isNaN(r.stamp?.clock))) return true;
	return rows.length > 1 && rows.every((r) => r.stamp?.clock === 0) && rows[0]?.stamp?.day !== rows[1]?.stamp?.day;
};

/** Minutes of a bar, 'day', or null: what the file's name says of it. */
const namedInterval = (format: BarFormat, stem: string): number | 'day' | null => {
	if (format === 'minute-semicolon') return 1;
	const vantage = format === 'alpha-vantage' ? ALPHA_VANTAGE.exec(stem) : null;
	if (vantage) return vantage[2] ? Number(vantage[2]) : 'day';
	const [, , unit, count] = (format === 'dukascopy' && DUKASCOPY.exec(stem)) || [];
	if (!unit) return null;
	return unit.toLowerCase() === 'd' ? 'day' : Number(count) * (unit.toLowerCase() === 'h' ? 60 : 1);
};

/** Massive's flat files of days and of minutes have the same columns and names; a day's row is stamped by the midnight in New York. */
const flatInterval = (rows: readonly OpeningRow[]): number | 'day' =>
	rows.length > 0 && rows.every(({ epoch }) => epoch !== undefined && newYorkMinute(epochMs(epoch)) === 0) ? 'day' : 1;

/** How to read a file with this header, first rows and name. ImportError 'format' when it is no table of bars. */
export const recognise = (headerLine: string, rows: readonly Buffer[], name: string, options: LayoutOptions = {}): Layout => {
	const header = readHeader(headerLine);
	if (!header) throw new ImportError('format', 'Its first line names no columns of bars.');
	const { names } = header;
	const stem = stemOf(name);
	const format = options.format ?? formatOf(header, stem);
	const dateAndTime = names.includes('date') && names.includes('time');
	const time = format === 'minute-semicolon' ? names.indexOf('timestamp') : dateAndTime ? names.indexOf('date') : find(names, NAMES.time);
	const columns = {
		open: find(names, NAMES.open),
		high: find(names, NAMES.high),
		low: find(names, NAMES.low),
		close: find(names, NAMES.close),
	};
	const missing = Object.entries({ time, ...columns }).filter(([, at]) => at < 0);
	if (missing.length > 0) throw new ImportError('format', `Columns not found: ${missing.map(([column]) => column).join(', ')}.`);
	const layout: Layout = {
		format,
		hasHeader: true,
		separator: header.separator.charCodeAt(0),
		time,
		clock: dateAndTime && format === 'ohlcv' ? names.indexOf('time') : -1,
		symbol: find(names, NAMES.symbol),
		...columns,
		volume: find(names, NAMES.volume),
		fields: 0,
		columns: names.length,
		epoch: false,
		midnight: null,
		...zoneOf(format, names[time] ?? '', options),
		shift: 0,
		scale: 1,
		foldsHours: false,
		interval: options.interval ?? namedInterval(format, stem),
		direction: 1,
	};
	layout.fields = 1 + Math.max(layout.time, layout.clock, layout.symbol, layout.open, layout.high, layout.low, layout.close, layout.volume);
	const opening = readOpening(rows, layout);
	layout.epoch = opening[0]?.epoch !== undefined;
	layout.direction = directionOf(opening);
	if (layout.epoch || opening.some(({ stamp }) => stamp && !Number.isNaN(stamp.offset))) layout.zoneFrom = 'times';
	if (format === 'massive-flat') layout.interval ??= flatInterval(opening);
	layout.interval ??= !layout.epoch && layout.clock < 0 && areDays(opening.slice(0, 2)) ? 'day' : null;
	if (layout.interval === 'day') layout.zoneFrom = 'times';
	if (typeof layout.interval === 'number' && (layout.interval > 15 || 15 % layout.interval !== 0))
		throw new ImportError('interval', `Its bars are of ${layout.interval} minutes.`);
	if ((options.stamp ?? (format === 'alpha-vantage' ? 'end' : 'start')) === 'end' && layout.interval !== 'day') {
		if (layout.interval === null) throw new ImportError('format', 'For bars stamped by their end the interval must be given.');
		layout.shift = layout.interval * MINUTE;
	}
	return layout;
};
