/** Massive's flat files of option minutes and days: all contracts of all underlyings, 'O:AAPL250718C00110000', sorted by contract. */
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { decimal } from '../bytes/byte-fields.ts';
import { epochMs, startAfter } from '../bytes/byte-time.ts';
import { createRowLines, textOf } from '../bytes/row-lines.ts';
import { createOptionFold } from '../fold/option-fold.ts';
import type { SymbolCount, TableReader } from '../fold/symbol-block.ts';
import type { SymbolHistory } from '../names/symbol-history.ts';
import { underlyingOf } from '../names/symbol-of.ts';
import type { Layout } from './layout.ts';

/** A digit after the root marks a contract adjusted for a corporate action. */
const CONTRACT = /^O:([A-Z.]+?)\d?\d{6}([CP])\d{8}$/;

export function isOptionTicker(text: string): boolean {
	return CONTRACT.test(text);
}

export function createFlatOptionReader(
	layout: Layout,
	firstLine: number,
	calendar: Calendar,
	{ history, today }: { history?: SymbolHistory | undefined; today?: ExchangeDate | undefined },
): TableReader {
	const tomorrow = startAfter(today);
	const fold = createOptionFold(calendar, history);
	const symbols = new Map<string, SymbolCount>();
	let contract = '';
	let underlying = '';
	let isCall = false;
	let totals = new Map<ExchangeDate, number>();
	const endContract = (): void => {
		for (const [date, total] of totals) fold.addDay(underlying, date, 'volume', isCall, total);
		totals = new Map();
	};
	const lines = createRowLines(String.fromCharCode(layout.separator), firstLine, (buffer, fields) => {
		if (fields.count < layout.fields) return 'columns';
		const ticker = textOf(buffer, fields, layout.symbol);
		if (ticker !== contract) {
			const [, root, right] = CONTRACT.exec(ticker) ?? [];
			if (!root) return 'symbol';
			endContract();
			contract = ticker;
			underlying = underlyingOf(root);
			isCall = right === 'C';
		}
		const ms = epochMs(decimal(buffer, fields.from[layout.time]!, fields.to[layout.time]!));
		if (!(ms > 0)) return 'time';
		if (ms >= tomorrow) return 'future';
		const volume = decimal(buffer, fields.from[layout.volume]!, fields.to[layout.volume]!);
		if (Number.isNaN(volume)) return 'number';
		if (volume < 0) return 'negative';
		const date = newYorkDate(ms);
		if (!fold.knows(underlying, date)) return 'company';
		if (layout.interval !== 'day') fold.addTrade(underlying, date, ms, isCall, volume);
		totals.set(date, (totals.get(date) ?? 0) + volume);
		const count = symbols.get(underlying) ?? { rows: 0 };
		count.rows++;
		symbols.set(underlying, count);
		return undefined;
	});
	return {
		read: lines.read,
		waiting: () => 0,
		take: () => fold.take(),
		finish: () => {
			endContract();
			return { ...lines.finish(), symbols, first: undefined, last: undefined };
		},
	};
}
