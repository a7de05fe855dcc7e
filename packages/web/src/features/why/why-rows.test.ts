import { describe, expect, it } from 'vitest';
import { sampleDetail } from '../../entities/ticker/testing/detail.ts';
import { readTickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import { createWhyRows, formatTotal } from './why-rows.ts';
import { whyWords } from './words.ts';

const { state } = readTickerState({});

describe('the line of the smaller terms', () => {
	it('counts one as one', () => {
		const six = { ...sampleDetail, why: sampleDetail.why.slice(0, 6) };
		const last = (example: typeof sampleDetail) => createWhyRows(example, tickerWheel(example, state), whyWords.other).at(-1)?.term;
		expect([last(six), last(sampleDetail)]).toEqual(['1 other term', '2 other terms']);
	});
});

describe('why a ticker is here', () => {
	it('explains the rate by its five largest terms and the sum of the others', () => {
		const rows = createWhyRows(sampleDetail, tickerWheel(sampleDetail, { ...state, sectors: 6 }), (n) => `other ${n}`);
		expect(rows.map((row) => [row.term, row.product, row.points])).toEqual([
			['Rose 1h', '4 × 4', 16],
			['Volume busy 1h', '3 × 4', 12],
			['Call-heavy 1h', '2 × 4', 8],
			['Options busy 1h', '2 × 4', 8],
			['Rose 1h', '4 × 2', 8],
			['other 2', undefined, 5],
		]);
		expect(rows[0]?.share).toBe(1);
		expect(rows.reduce((sum, row) => sum + row.points, 0)).toBe(sampleDetail.why.reduce((sum, t) => sum + t.points, 0));
	});
});

describe('what a rate is out of', () => {
	it('names the highest rate, and the place among the report’s tickers in their upper half', () => {
		expect(formatTotal({ highest: 140, share: 0.0067 })).toBe('rate, out of 140: top 1 % of the report');
		expect(formatTotal({ highest: 210, share: 0.5 })).toBe('rate, out of 210: top 50 % of the report');
		expect(formatTotal({ highest: 140, share: 0.51 })).toBe('rate, out of 140');
	});
});
