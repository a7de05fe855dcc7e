/** LEAN's list of all contracts of an underlying on one day, 'aapl/20140602.csv': their volume and open interest, without a time of day. */
import { normalSymbol } from '@sw/domain/prices/symbol';
import type { Calendar } from '@sw/domain/time/calendar';
import { decimal } from '../bytes/byte-fields.ts';
import { createRowLines, textOf } from '../bytes/row-lines.ts';
import { createOptionFold } from '../fold/option-fold.ts';
import type { TableReader } from '../fold/symbol-block.ts';
import { compactDate } from '../names/lean-names.ts';
import type { SymbolHistory } from '../names/symbol-history.ts';
import { stemOf } from '../names/symbol-of.ts';

export const UNIVERSE_HEADER = /^#expiry,strike,right,/i;
const RIGHT = 2;
const VOLUME = 7;
const INTEREST = 8;

export function createUniverseReader(
	place: string,
	firstLine: number,
	calendar: Calendar,
	history?: SymbolHistory,
): TableReader | undefined {
	const parsed = whoAndWhen(place);
	if (!parsed) return undefined;
	const { symbol, date } = parsed;
	const fold = createOptionFold(calendar, history);
	const lines = createRowLines(',', firstLine, (buffer, fields) => {
		if (fields.count <= INTEREST) return 'columns';
		const right = textOf(buffer, fields, RIGHT);
		// The row without a right is the underlying's own.
		if (right === '') return undefined;
		if (!fold.knows(symbol, date)) return 'company';
		const number = (column: number): number =>
			fields.from[column] === fields.to[column] ? 0 : decimal(buffer, fields.from[column]!, fields.to[column]!);
		const [volume, interest] = [number(VOLUME), number(INTEREST)];
		if (Number.isNaN(volume + interest) || !/^[CP]$/i.test(right)) return 'number';
		fold.addDay(symbol, date, 'volume', right.toUpperCase() === 'C', volume);
		fold.addDay(symbol, date, 'open_interest', right.toUpperCase() === 'C', interest);
		return undefined;
	});
	return {
		read: lines.read,
		waiting: () => 0,
		take: () => fold.take(),
		finish: () => ({ ...lines.finish(), symbols: new Map([[symbol, { rows: 1 }]]), first: undefined, last: undefined }),
	};
}

/** Underlying and day from 'aapl/20140602.csv'; undefined for other paths. */
function whoAndWhen(place: string): { symbol: string; date: ReturnType<typeof compactDate> } | undefined {
	const symbol = normalSymbol(place.split(/[/!]/).at(-2) ?? '');
	const day = stemOf(place);
	return symbol && /^\d{8}$/.test(day) ? { symbol, date: compactDate(day) } : undefined;
}
