/** Reads tables of option contracts: Massive's flat files of minutes and days, and LEAN's option universes. */

import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { parseDecimal } from '../bytes/byte-fields.ts';
import { createRowLineReader, readFieldText } from '../bytes/byte-lines.ts';
import { endOfDay, epochToMs } from '../bytes/byte-time.ts';
import { createOptionFold } from '../fold/option-fold.ts';
import type { SymbolSummary, TableReader } from '../fold/symbol-block.ts';
import { parseCompactDate } from '../names/lean-names.ts';
import type { SymbolHistory } from '../names/symbol-history.ts';
import { stemOf, underlyingOf } from '../names/symbol-of.ts';
import type { Layout } from './layout.ts';

/** A contract such as 'O:AAPL250718C00110000'. A digit after the root marks a contract adjusted for a corporate action. */
const CONTRACT = /^O:([A-Z.]+?)\d?\d{6}([CP])\d{8}$/;

export function isOptionTicker(text: string): boolean {
	return CONTRACT.test(text);
}

/** Reads a flat file, which has the contracts of all underlyings, sorted by contract. */
export function createFlatOptionReader(
	layout: Layout,
	firstLine: number,
	calendar: Calendar,
	{ history, today }: { history?: SymbolHistory | undefined; today?: ExchangeDate | undefined },
): TableReader {
	const endOfToday = endOfDay(today);
	const fold = createOptionFold(calendar, history);
	const symbols = new Map<string, SymbolSummary>();
	let contract = '';
	let underlying = '';
	let isCall = false;
	let totalByDate = new Map<ExchangeDate, number>();
	const addContractTotals = (): void => {
		for (const [date, total] of totalByDate) fold.addDay(underlying, date, 'volume', isCall, total);
		totalByDate = new Map();
	};
	const rowReader = createRowLineReader(String.fromCharCode(layout.separator), firstLine, (buffer, fields) => {
		if (fields.count < layout.fields) return 'columns';
		const ticker = readFieldText(buffer, fields, layout.symbol);
		if (ticker !== contract) {
			const [, root, right] = CONTRACT.exec(ticker) ?? [];
			if (!root) return 'symbol';
			addContractTotals();
			contract = ticker;
			underlying = underlyingOf(root);
			isCall = right === 'C';
		}
		const ms = epochToMs(parseDecimal(buffer, fields.starts[layout.time]!, fields.ends[layout.time]!));
		if (!(ms > 0)) return 'time';
		if (ms >= endOfToday) return 'future';
		const volume = parseDecimal(buffer, fields.starts[layout.volume]!, fields.ends[layout.volume]!);
		if (Number.isNaN(volume)) return 'number';
		if (volume < 0) return 'negative';
		const date = newYorkDate(ms);
		if (!fold.isSameCompany(underlying, date)) return 'company';
		if (layout.interval !== 'day') fold.addTrade(underlying, date, ms, isCall, volume);
		totalByDate.set(date, (totalByDate.get(date) ?? 0) + volume);
		const symbolSummary = symbols.get(underlying) ?? { rows: 0 };
		symbolSummary.rows++;
		symbols.set(underlying, symbolSummary);
		return undefined;
	});
	return {
		read: rowReader.read,
		readyCount: () => 0,
		takeBlocks: () => fold.takeBlocks(),
		finish: () => {
			addContractTotals();
			return { ...rowReader.finish(), symbols, first: undefined, last: undefined };
		},
	};
}

/** Header of LEAN's option universes: volume and open interest of all contracts of an underlying on one day, as in 'aapl/20140602.csv'. */
export const UNIVERSE_HEADER = /^#expiry,strike,right,/i;
const RIGHT_COLUMN = 2;
const VOLUME_COLUMN = 7;
const INTEREST_COLUMN = 8;

/** Creates a reader of an option universe; undefined if the path doesn't name the underlying and the day. */
export function createUniverseReader(
	sourcePath: string,
	firstLine: number,
	calendar: Calendar,
	history?: SymbolHistory,
): TableReader | undefined {
	const parsed = parseUniversePath(sourcePath);
	if (!parsed) return undefined;
	const { symbol, date } = parsed;
	const fold = createOptionFold(calendar, history);
	const rowReader = createRowLineReader(',', firstLine, (buffer, fields) => {
		if (fields.count <= INTEREST_COLUMN) return 'columns';
		const right = readFieldText(buffer, fields, RIGHT_COLUMN);
		// The row without a right is the underlying's own row.
		if (right === '') return undefined;
		if (!fold.isSameCompany(symbol, date)) return 'company';
		const readNumber = (column: number): number =>
			fields.starts[column] === fields.ends[column] ? 0 : parseDecimal(buffer, fields.starts[column]!, fields.ends[column]!);
		const [volume, interest] = [readNumber(VOLUME_COLUMN), readNumber(INTEREST_COLUMN)];
		if (Number.isNaN(volume + interest) || !/^[CP]$/i.test(right)) return 'number';
		fold.addDay(symbol, date, 'volume', right.toUpperCase() === 'C', volume);
		fold.addDay(symbol, date, 'open_interest', right.toUpperCase() === 'C', interest);
		return undefined;
	});
	return {
		read: rowReader.read,
		readyCount: () => 0,
		takeBlocks: () => fold.takeBlocks(),
		finish: () => ({ ...rowReader.finish(), symbols: new Map([[symbol, { rows: 1 }]]), first: undefined, last: undefined }),
	};
}

/** Parses a path such as 'aapl/20140602.csv'; undefined for other paths. */
function parseUniversePath(sourcePath: string): { symbol: string; date: ReturnType<typeof parseCompactDate> } | undefined {
	const symbol = normalizeSymbol(sourcePath.split(/[/!]/).at(-2) ?? '');
	const dateText = stemOf(sourcePath);
	return symbol && /^\d{8}$/.test(dateText) ? { symbol, date: parseCompactDate(dateText) } : undefined;
}
