import { describe, expect, it } from 'vitest';
import type { TickerDetail } from '../../lib/api/types.ts';
import { readTickerState } from '../../lib/list-state/ticker.ts';
import { activeMove, scoreRows, tickerWheel, whyRows } from './ticker-view.ts';

const { state } = readTickerState({});

type Sector = TickerDetail['sectors'][number];
const sector = (
	key: Sector['key'],
	name: Sector['sector'],
	operation: Sector['operation'],
	rated: boolean,
	z: (number | null)[],
): Sector => ({
	key,
	sector: name,
	operation,
	rated,
	intersections: z.map((v) => (v === null ? null : Math.max(0, Math.floor(v)))),
	z,
});

const term = (key: Sector['key'], depth: number, weight: number): TickerDetail['why'][number] => ({
	key,
	timeframe: 'one_hour',
	depth,
	weight,
	points: depth * weight,
});

const detail = {
	timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day'],
	sectors: [
		sector('price_short', 'price', 'short', true, [2.6, 3.1, 3.4, 2.2, 1.6]),
		sector('price_long', 'price', 'long', false, [-2.6, -3.1, -3.4, -2.2, -1.6]),
		sector('call_with_put', 'call_with_put', null, true, [1.9, 2.4, 2.1, 0.9, null]),
		sector('volume', 'volume', null, true, [2.2, 2.7, 2.9, 1.7, 1.1]),
		sector('call_without_put_long', 'call_without_put', 'long', false, [0, 0, 0, 0, 0]),
		sector('call_without_put_short', 'call_without_put', 'short', true, [3, 2.8, 2.2, 1.5, 0.4]),
	],
	why: [
		term('price_short', 4, 4),
		term('volume', 3, 4),
		term('call_without_put_short', 2, 4),
		term('call_with_put', 2, 4),
		term('price_short', 4, 2),
		term('volume', 2, 2),
		term('volume', 1, 1),
	],
} as unknown as TickerDetail;

describe('the view of a ticker', () => {
	it('shows the four rated sectors, or all six', () => {
		expect(tickerWheel(detail, state).slices).toHaveLength(4);
		expect(tickerWheel(detail, { ...state, sectors: 6 }).slices).toHaveLength(6);
	});

	it('has a table twin with a score and a sentence for every cell', () => {
		const rows = scoreRows(detail, tickerWheel(detail, state));
		expect(rows.map((row) => row.name)).toEqual(['Price ↓', 'Calls + puts', 'Volume', 'Calls − puts ↓']);
		expect(rows[1]?.cells.map((cell) => cell.score)).toEqual(['1.9', '2.4', '2.1', '0.9', 'n/a']);
		expect(rows[0]?.cells[2]).toEqual({ label: '1h', score: '3.4', sentence: 'Price, short side, on 1h: 3 of 5 rings' });
	});

	it('says how far the price moved on the active timeframe, but not of a squeeze', () => {
		expect(activeMove(detail, 'one_hour')).toBe('3.4');
		const squeezed = { ...detail, sectors: detail.sectors.map((s) => ({ ...s, measure: 'squeeze' as const })) };
		expect(activeMove(squeezed, 'one_hour')).toBeUndefined();
	});

	it('explains the rate by its five largest terms and the sum of the others', () => {
		const rows = whyRows(detail, tickerWheel(detail, { ...state, sectors: 6 }), (n) => `other ${n}`);
		expect(rows.map((row) => [row.term, row.product, row.points])).toEqual([
			['Price ↓ 1h', '4 × 4', 16],
			['Volume 1h', '3 × 4', 12],
			['Calls − puts ↓ 1h', '2 × 4', 8],
			['Calls + puts 1h', '2 × 4', 8],
			['Price ↓ 1h', '4 × 2', 8],
			['other 2', undefined, 5],
		]);
		expect(rows[0]?.share).toBe(1);
		expect(rows.reduce((sum, row) => sum + row.points, 0)).toBe(detail.why.reduce((sum, t) => sum + t.points, 0));
	});
});
