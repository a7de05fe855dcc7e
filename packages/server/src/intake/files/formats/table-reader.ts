/** Parses, validates and folds the rows of one table of bars, chunk by chunk. */
import { REGULAR } from '@sw/domain/prices/blocks';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Calendar } from '@sw/domain/time/calendar';
import { DAY, type ExchangeDate, type UtcMs, utcMs } from '@sw/domain/time/units';
import { dateOfDay, dayNumber, newYorkDay } from '@sw/domain/time/zone';
import { createFields, type Fields, parseDecimal, splitFields } from '../bytes/byte-fields.ts';
import { locateLine } from '../bytes/byte-lines.ts';
import { endOfDay } from '../bytes/byte-time.ts';
import { ImportError } from '../faults/import-error.ts';
import { addReject, createRejects, HIGHEST_PRICE, LARGEST_VOLUME, type RejectReason, rejectUnreliableFile } from '../faults/rejects.ts';
import type { SymbolSummary, TableReader } from '../fold/symbol-block.ts';
import { createRow, createSymbolFold, type Row, type SymbolFold } from '../fold/symbol-fold.ts';
import { companyAt, type SymbolHistory } from '../names/symbol-history.ts';
import { findUnreadColumns, type Layout } from './layout.ts';
import { createRowTimeReader, createTradingWindow } from './row-time.ts';

const MAX_SYMBOLS = 50_000;
/** First day of the trading calendar, in days since 1970. */
const FIRST_DAY = dayNumber('1998-01-01' as ExchangeDate);
const HEADER_NAMES = ['open', 'high', 'low', 'close'];

export interface TableOptions {
	layout: Layout;
	/** Symbol of all rows; undefined to read it from the symbol column. */
	symbol: string | undefined;
	calendar: Calendar;
	/** Number of the first line passed to read(), counted from 1. */
	firstLine: number;
	/** Known renames: rows are stored under their company's latest symbol. */
	history?: SymbolHistory | undefined;
	/** Today in New York: rows with a later date are rejected. */
	today?: ExchangeDate | undefined;
	/** Converts a text of the symbol column; undefined if it is no symbol. Default: normalizeSymbol. */
	symbolOf?: (text: string) => string | undefined;
	/** Skips rows whose price and volume fields are all empty. Default: false. */
	skipsEmpty?: boolean;
}

const INFINITE = /^[+-]?inf(inity)?$/i;
const MAX_SAMPLE_LENGTH = 40;
const VOLUME_SUFFIXES: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 };

export function createTableReader({
	layout,
	symbol,
	calendar,
	firstLine,
	history,
	today,
	symbolOf = normalizeSymbol,
	skipsEmpty = false,
}: TableOptions): TableReader {
	const isDaily = layout.interval === 'day';
	const { longBars } = layout;
	const fields: Fields = createFields();
	const timeReader = createRowTimeReader(layout);
	const row = createRow();
	const tradingWindow = createTradingWindow(calendar);
	const rejects = createRejects();
	const folds = new Map<string, SymbolFold>();
	/** Spelling of each symbol in its last accepted row. */
	const spellings = new Map<string, string>();
	const summaryBySymbol = new Map<string, SymbolSummary>();
	let fold: SymbolFold | undefined;
	let currentSummary: SymbolSummary = { rows: 0, hasVolume: false };
	let readyCount = 0;
	let rows = 0;
	/** Number of accepted rows within regular hours. */
	let regularRows = 0;
	let lineNumber = firstLine - 1;
	let firstMs = Number.POSITIVE_INFINITY;
	let lastMs = Number.NEGATIVE_INFINITY;

	const switchToSymbol = (name: string): void => {
		fold = folds.get(name);
		if (!fold) {
			if (folds.size >= MAX_SYMBOLS) throw new ImportError('damaged', `It has more than ${MAX_SYMBOLS} symbols.`);
			fold = createSymbolFold(name, layout.direction, () => {
				readyCount++;
			});
			folds.set(name, fold);
			summaryBySymbol.set(name, { rows: 0, hasVolume: false });
		}
		currentSummary = summaryBySymbol.get(name) as SymbolSummary;
	};
	if (symbol !== undefined) switchToSymbol(symbol);

	/** The current symbol as written in the table, and the companies that had it, if known. */
	let currentText = symbol;
	let companyRanges = symbol === undefined ? undefined : history?.rangesOf(symbol);
	const readSymbol = (buffer: Buffer): boolean => {
		const text = buffer.toString('latin1', fields.starts[layout.symbol], fields.ends[layout.symbol]);
		if (text === currentText) return true;
		const name = symbolOf(text);
		if (name === undefined) return false;
		currentText = text;
		companyRanges = history?.rangesOf(name);
		if (!companyRanges) switchToSymbol(name);
		return true;
	};
	/** Switches to the company that had the row's symbol on the row's day; false if no known company had it. */
	const switchToCompany = (time: number): boolean => {
		const day = isDaily && !layout.foldsHours ? time : layout.foldsHours ? Math.floor(time / DAY) : newYorkDay(time);
		const name = companyAt(companyRanges, day, '');
		if (name !== undefined && name !== fold?.symbol) switchToSymbol(name);
		return name !== undefined;
	};
	/** Last column of the time text shown to the user: a time column directly after the date column is included. */
	const lastTimeColumn = layout.clock === layout.time + 1 ? layout.clock : layout.time;
	const readPrice = (buffer: Buffer, column: number): number =>
		parseDecimal(buffer, fields.starts[column]!, fields.ends[column]!) / layout.priceDivisor;

	/** Returns the reason, and keeps the text of the first row rejected for it. */
	const keepSample = (reason: RejectReason, buffer: Buffer, start: number, end: number): RejectReason => {
		rejects.samples[reason] ??= buffer.toString('latin1', start, Math.min(end, start + MAX_SAMPLE_LENGTH));
		return reason;
	};
	const valueColumns = [layout.open, layout.high, layout.low, layout.close, ...(layout.volume < 0 ? [] : [layout.volume])];
	const findUnreadableReason = (buffer: Buffer): RejectReason => {
		const [starts, ends] = [fields.starts, fields.ends];
		const readText = (column: number): string => buffer.toString('latin1', starts[column], ends[column]);
		const column = valueColumns.find((at) => Number.isNaN(readPrice(buffer, at)));
		// Two opposite infinities sum to NaN.
		if (column === undefined) return 'infinite';
		return INFINITE.test(readText(column)) ? 'infinite' : keepSample('number', buffer, starts[column]!, ends[column]!);
	};
	/** The first future time, in the unit of row.time. */
	const tomorrowDay = today === undefined ? Number.POSITIVE_INFINITY : dayNumber(today) + 1;
	const futureStart = layout.foldsHours ? tomorrowDay * DAY : isDaily ? tomorrowDay : endOfDay(today);

	const readRow = (buffer: Buffer): RejectReason | undefined => {
		if (fields.count < layout.fields) return 'columns';
		for (let at = layout.columnCount; at < fields.count; at++)
			if (fields.starts[at] !== fields.ends[at]) return keepSample('extra', buffer, fields.starts[0]!, fields.ends[at]!);
		if (layout.symbol >= 0 && symbol === undefined && !readSymbol(buffer))
			return keepSample('symbol', buffer, fields.starts[layout.symbol]!, fields.ends[layout.symbol]!);
		if (longBars && longBars.size > 0 && symbol === undefined && longBars.has(currentText ?? ''))
			return keepSample('spacing', buffer, fields.starts[layout.symbol]!, fields.ends[layout.symbol]!);
		row.time = timeReader.readTime(buffer, fields);
		if (Number.isNaN(row.time)) return keepSample('time', buffer, fields.starts[layout.time]!, fields.ends[lastTimeColumn]!);
		if (row.time >= futureStart) return 'future';
		if (companyRanges && !switchToCompany(row.time)) return 'company';
		row.open = readPrice(buffer, layout.open);
		row.high = readPrice(buffer, layout.high);
		row.low = readPrice(buffer, layout.low);
		row.close = readPrice(buffer, layout.close);
		row.volume = layout.volume < 0 ? 0 : parseVolume(buffer, fields.starts[layout.volume]!, fields.ends[layout.volume]!);
		if (Number.isNaN(row.open + row.high + row.low + row.close + row.volume)) return findUnreadableReason(buffer);
		return findImplausibleReason(row);
	};
	/** Returns why there was no trading on a day. */
	const findClosedReason = (day: number): RejectReason => (day < FIRST_DAY ? 'early' : isWeekend(day) ? 'weekend' : 'holiday');
	/** Opens of sessions by day; cached, because each symbol of a table has the same days. */
	const openByDay = new Map<number, UtcMs | undefined>();
	const openOn = (day: number): UtcMs | undefined => {
		if (!openByDay.has(day)) openByDay.set(day, calendar.sessionOn(dateOfDay(day))?.open);
		return openByDay.get(day);
	};
	/** Returns why the row cannot follow its symbol's last row. Two spellings of a symbol at the same times are two listings in the source. */
	const findRejectReason = (target: SymbolFold): RejectReason | undefined => {
		const reason = target.rejectReasonAt(row.time);
		if (layout.symbol < 0 || currentText === undefined) return reason;
		const previousSpelling = spellings.get(target.symbol);
		if (reason !== undefined) return previousSpelling === currentText ? reason : 'spelling';
		if (previousSpelling !== currentText) spellings.set(target.symbol, currentText);
		return undefined;
	};
	const addRow = (target: SymbolFold): RejectReason | undefined => {
		if (isDaily) {
			const rejection = findRejectReason(target);
			const day = layout.foldsHours ? Math.floor(row.time / DAY) : row.time;
			const open = openOn(day);
			if (open === undefined) return findClosedReason(day);
			if (rejection) return rejection;
			target.addDay(row, day);
			countAccepted(open);
			return undefined;
		}
		const sessionPart = tradingWindow.sessionPartAt(row.time);
		if (sessionPart < 0) {
			const day = newYorkDay(row.time);
			return openOn(day) === undefined ? findClosedReason(day) : 'night';
		}
		const rejection = findRejectReason(target);
		if (rejection) return rejection;
		countAccepted(row.time);
		if (sessionPart === REGULAR) regularRows++;
		target.addBar(row, sessionPart);
		return undefined;
	};
	const countAccepted = (ms: number): void => {
		if (ms < firstMs) firstMs = ms;
		if (ms > lastMs) lastMs = ms;
		currentSummary.rows++;
		if (row.volume > 0) currentSummary.hasVolume = true;
	};
	/** Whether a line repeats the header, as in concatenated tables. Throws ImportError if its columns differ. */
	const repeatsHeader = (text: string): boolean => {
		if (layout.names.length === 0) return false;
		const names = text.split(String.fromCharCode(layout.separator)).map((name) =>
			name
				.trim()
				.replace(/^"(.*)"$/, '$1')
				.toLowerCase(),
		);
		if (!HEADER_NAMES.every((name) => names.includes(name))) return false;
		if (names.join() === layout.names.join()) return true;
		throw new ImportError('damaged', `Line ${lineNumber} names different columns than the first line: split the file there.`);
	};
	const lineBounds: [number, number] = [0, 0];

	return {
		read(lines) {
			const rowsBefore = rows;
			for (let at = 0; at < lines.length; at = lineBounds[1]) {
				locateLine(lines, at, lineBounds);
				lineNumber++;
				if (lineBounds[0] === at) continue;
				rows++;
				splitFields(lines, at, lineBounds[0], layout.separator, fields);
				if (skipsEmpty && valueColumns.every((column) => column >= fields.count || fields.starts[column] === fields.ends[column])) {
					rows--;
					continue;
				}
				const reason = readRow(lines) ?? (fold ? addRow(fold) : 'symbol');
				if (reason === undefined) continue;
				if ((reason === 'time' || reason === 'symbol') && repeatsHeader(lines.toString('latin1', at, lineBounds[0]))) rows--;
				else addReject(rejects, lineNumber, reason);
			}
			return rows - rowsBefore;
		},
		readyCount: () => readyCount,
		takeBlocks: () => {
			readyCount = 0;
			return [...folds.values()]
				.map((f) => ({ symbol: f.symbol, ...(Number.isFinite(f.smallestStep) ? { step: f.smallestStep } : {}), ...f.takeFinished() }))
				.filter((block) => block.bars ?? block.daily);
		},
		finish() {
			const needsClock = !isDaily && (layout.zoneFrom === 'user' || layout.zoneFrom === 'assumed');
			const clock = { zone: layout.zone, isAssumed: layout.zoneFrom === 'assumed', within: regularRows };
			rejectUnreliableFile({ rows, rejects, ...(needsClock ? { clock } : {}) });
			let smallestStep = Number.POSITIVE_INFINITY;
			for (const f of folds.values()) {
				f.finish();
				smallestStep = Math.min(smallestStep, f.smallestStep);
			}
			const accepted = rows - rejects.total;
			const [firstTime, lastTime] = accepted > 0 ? [utcMs(firstMs), utcMs(lastMs)] : [undefined, undefined];
			const symbols = new Map([...summaryBySymbol].filter(([, c]) => c.rows > 0));
			const steps = isDaily ? { step: 'day' as const } : Number.isFinite(smallestStep) ? { step: smallestStep } : {};
			const unreadNames = findUnreadColumns(layout);
			return {
				rows,
				accepted,
				rejects,
				symbols,
				first: firstTime,
				last: lastTime,
				...steps,
				...(unreadNames.length > 0 ? { unread: unreadNames } : {}),
				...(layout.hasHeader && layout.volume < 0 ? { hasNoVolume: true } : {}),
			};
		},
	};
}

/** Whether a day (since 1970) is a Saturday or Sunday: day 0 was a Thursday. */
function isWeekend(day: number): boolean {
	return (day + 4) % 7 === 0 || (day + 4) % 7 === 6;
}

/** Parses a volume, including forms such as '12.3M'; NaN if it is not a number. */
function parseVolume(buffer: Buffer, from: number, to: number): number {
	const multiplier = to > from ? VOLUME_SUFFIXES[String.fromCharCode(buffer[to - 1]!).toUpperCase()] : undefined;
	return multiplier === undefined ? parseDecimal(buffer, from, to) : Math.round(parseDecimal(buffer, from, to - 1) * multiplier);
}

/** Returns why the numbers cannot be a bar; undefined if they can. */
function findImplausibleReason({ open, high, low, close, volume }: Row): RejectReason | undefined {
	if (!Number.isFinite(open + high + low + close + volume)) return 'infinite';
	if (open <= 0 || high <= 0 || low <= 0 || close <= 0 || volume < 0) return 'negative';
	if (high > HIGHEST_PRICE || open > HIGHEST_PRICE || close > HIGHEST_PRICE) return 'price';
	if (volume > LARGEST_VOLUME) return 'volume';
	if (high < low) return 'high-below-low';
	return open < low || open > high || close < low || close > high ? 'outside' : undefined;
}
