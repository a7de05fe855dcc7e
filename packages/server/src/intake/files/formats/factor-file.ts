/**
 * Reads LEAN's factor files. Rows are 'date,price factor,split factor,close'; factors apply up to and including their date. A change of the split factor is a
 * split on the next session; a change of the price factor is a dividend whose ex-date is the next session.
 */
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { parseDate } from '@sw/domain/time/zone';
import { createRowLineReader, fieldText } from '../bytes/byte-lines.ts';
import type { SymbolBlock, TableReader } from '../fold/symbol-block.ts';
import { parseCompactDate } from '../names/lean-names.ts';

interface Factors {
	date: ExchangeDate;
	price: number;
	split: number;
	close: number;
}

/** Factors are rounded to seven places: a ratio closer to 1 than this is no event. */
const ROUNDING = 2e-5;
const MAX_DENOMINATOR = 60;

/** Finds the simplest ratio of whole numbers within the file's rounding, such as 7 for 7.000007; the number itself if there is none. */
export function simplestRatio(ratio: number): number {
	for (let denominator = 1; denominator <= MAX_DENOMINATOR; denominator++) {
		const numerator = Math.round(ratio * denominator);
		if (numerator >= 1 && Math.abs(numerator / denominator / ratio - 1) < 1e-5) return numerator / denominator;
	}
	return ratio;
}

export function createFactorReader(symbol: string, calendar: Calendar): TableReader {
	const factors: Factors[] = [];
	const lines = createRowLineReader(',', 1, (buffer, fields) => {
		if (fields.count < 3) return 'columns';
		const day = fieldText(buffer, fields, 0);
		const date = /^\d{8}$/.test(day) ? parseDate(parseCompactDate(day)) : undefined;
		if (!date) return 'time';
		const [price, split] = [Number(fieldText(buffer, fields, 1)), Number(fieldText(buffer, fields, 2))];
		if (!(price > 0 && split > 0)) return 'number';
		factors.push({ date, price, split, close: fields.count > 3 ? Number(fieldText(buffer, fields, 3)) : 0 });
		return undefined;
	});
	let blocks: SymbolBlock[] = [];
	return {
		read: lines.read,
		readyCount: () => 0,
		take: () => blocks.splice(0),
		finish: () => {
			blocks = [deriveEvents(symbol, factors, calendar)];
			return {
				...lines.finish(),
				symbols: new Map([[symbol, { rows: factors.length }]]),
				first: undefined,
				last: undefined,
			};
		},
	};
}

function deriveEvents(symbol: string, rows: readonly Factors[], calendar: Calendar): SymbolBlock {
	const splits: { date: ExchangeDate; ratio: number }[] = [];
	const dividends: { exDate: ExchangeDate; amount: number }[] = [];
	rows.slice(1).forEach((next, i) => {
		const row = rows[i] as Factors;
		const date = calendar.nextSession(row.date)?.date;
		if (!date) return;
		const split = next.split / row.split;
		// A ratio above 1 would be a negative dividend: some reverse splits are written as price factors.
		const priceFactorRatio = row.price / next.price;
		if (Math.abs(split - 1) > ROUNDING) splits.push({ date, ratio: simplestRatio(split) });
		else if (priceFactorRatio > 1 + ROUNDING) splits.push({ date, ratio: 1 / simplestRatio(priceFactorRatio) });
		if (priceFactorRatio < 1 - ROUNDING && row.close > 0) {
			const amount = (row.close * (1 - priceFactorRatio)) / (Math.abs(split - 1) > ROUNDING ? split : 1);
			dividends.push({ exDate: date, amount: Math.round(amount * 1e4) / 1e4 });
		}
	});
	return { symbol, bars: null, daily: null, splits, dividends };
}
