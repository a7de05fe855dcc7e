/**
 * Reads LEAN's factor files. Rows are 'date,price factor,split factor,close'; factors apply up to and including their date. A change of the split factor is a
 * split on the next session; a change of the price factor is a dividend whose ex-date is the next session.
 */
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { parseDate } from '@sw/domain/time/zone';
import { createRowLineReader, readFieldText } from '../bytes/byte-lines.ts';
import type { SymbolBlock, TableReader } from '../fold/symbol-block.ts';
import { parseCompactDate } from '../names/lean-names.ts';

interface Factors {
	date: ExchangeDate;
	priceFactor: number;
	splitFactor: number;
	close: number;
}

/** Factors are rounded to seven places: a ratio closer to 1 than this is no event. */
const RATIO_TOLERANCE = 2e-5;
const MAX_DENOMINATOR = 60;

/** Finds the simplest ratio of whole numbers within the file's rounding, such as 7 for 7.000007; the number itself if there is none. */
export function findSimplestRatio(ratio: number): number {
	for (let denominator = 1; denominator <= MAX_DENOMINATOR; denominator++) {
		const numerator = Math.round(ratio * denominator);
		if (numerator >= 1 && Math.abs(numerator / denominator / ratio - 1) < 1e-5) return numerator / denominator;
	}
	return ratio;
}

export function createFactorReader(symbol: string, calendar: Calendar): TableReader {
	const factors: Factors[] = [];
	const rowReader = createRowLineReader(',', 1, (buffer, fields) => {
		if (fields.count < 3) return 'columns';
		const dateText = readFieldText(buffer, fields, 0);
		const date = /^\d{8}$/.test(dateText) ? parseDate(parseCompactDate(dateText)) : undefined;
		if (!date) return 'time';
		const [priceFactor, splitFactor] = [Number(readFieldText(buffer, fields, 1)), Number(readFieldText(buffer, fields, 2))];
		if (!(priceFactor > 0 && splitFactor > 0)) return 'number';
		factors.push({ date, priceFactor, splitFactor, close: fields.count > 3 ? Number(readFieldText(buffer, fields, 3)) : 0 });
		return undefined;
	});
	let blocks: SymbolBlock[] = [];
	return {
		read: rowReader.read,
		readyCount: () => 0,
		takeBlocks: () => blocks.splice(0),
		finish: () => {
			blocks = [deriveEvents(symbol, factors, calendar)];
			return {
				...rowReader.finish(),
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
	rows.slice(1).forEach((nextRow, i) => {
		const row = rows[i] as Factors;
		const date = calendar.nextSession(row.date)?.date;
		if (!date) return;
		const splitRatio = nextRow.splitFactor / row.splitFactor;
		// A ratio above 1 would be a negative dividend: some reverse splits are written as price factors.
		const priceFactorRatio = row.priceFactor / nextRow.priceFactor;
		if (Math.abs(splitRatio - 1) > RATIO_TOLERANCE) splits.push({ date, ratio: findSimplestRatio(splitRatio) });
		else if (priceFactorRatio > 1 + RATIO_TOLERANCE) splits.push({ date, ratio: 1 / findSimplestRatio(priceFactorRatio) });
		if (priceFactorRatio < 1 - RATIO_TOLERANCE && row.close > 0) {
			const amount = (row.close * (1 - priceFactorRatio)) / (Math.abs(splitRatio - 1) > RATIO_TOLERANCE ? splitRatio : 1);
			dividends.push({ exDate: date, amount: Math.round(amount * 1e4) / 1e4 });
		}
	});
	return { symbol, bars: null, daily: null, splits, dividends };
}
