import { describe, expect, it } from 'vitest';
import { sampleDetail } from '../../entities/ticker/testing/detail.ts';
import { readTickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import { createScoreRows, formatActiveMove } from './score-rows.ts';

const { state } = readTickerState({});

describe('the view of a ticker', () => {
	it('has a table twin with a score and a sentence for every cell', () => {
		const rows = createScoreRows(sampleDetail, tickerWheel(sampleDetail, state));
		expect(rows.map((row) => row.name)).toEqual(['Rose', 'Options busy', 'Volume busy', 'Call-heavy']);
		expect(rows[1]?.cells.map((cell) => cell.score)).toEqual(['1.9', '2.4', '2.1', '0.9', 'n/a']);
		expect(rows[0]?.cells[2]).toEqual({ label: '1h', score: '3.4', sentence: 'Rose on 1h: depth 3 of 5' });
	});

	it('says how far the price moved on the active timeframe, but not of a squeeze', () => {
		expect(formatActiveMove(sampleDetail, 'one_hour')).toBe('3.4');
		const squeezed = { ...sampleDetail, sectors: sampleDetail.sectors.map((s) => ({ ...s, measure: 'squeeze' as const })) };
		expect(formatActiveMove(squeezed, 'one_hour')).toBeUndefined();
	});
});
