import { describe, expect, it } from 'vitest';
import { formCode, itemBits } from '../filings/information-codes.ts';
import { packWord } from '../signals/packed.ts';
import { createReportTable } from '../signals/report-table.ts';
import { tabSectors } from '../signals/tabs.ts';
import { strategyNamed } from '../time/timeframe.ts';
import { utcMs } from '../time/units.ts';
import { presentCard, rowZ, timeframeNames, visibleTimeframes } from './present.ts';

const table = createReportTable(utcMs(Date.UTC(2025, 6, 1, 14)), 'reverse', 1);
table.tickerId[0] = 42;
table.price[0] = 123_400;
table.cap[0] = 405e6 * Math.fround(12.34);
table.words.forEach((words, t) => {
	words[0] = packWord([t, 0, null, 2, null, null, 5 - t]);
});
table.information[0] = 0b1001;
table.filingForm[0] = formCode('8-K');
table.filingItems[0] = itemBits(['2.02', '9.01']);
table.filingAccepted[0] = Date.UTC(2025, 5, 26, 20, 5) / 1_000;
table.z.set(Array.from({ length: 25 }, (_, cell) => (cell % 5 === 2 ? Number.NaN : cell / 2)));

describe('a card', () => {
	it('lists depths slots first, then higher timeframes, null where nothing is measurable', () => {
		const strategy = strategyNamed('third');
		expect(timeframeNames(visibleTimeframes(strategy))).toEqual(['one_hour', 'four_hours', 'day', 'thirty_minutes']);
		const visible = tabSectors('extreme_rise', 'short');
		expect(presentCard(table, 0, { symbol: 'ABCD', rate: 17, tab: 'extreme_rise', strategy, visible })).toEqual({
			ticker: 'ABCD',
			ticker_id: 42,
			marketcap: 'mid_cap',
			capitalization: 405e6 * 12.34,
			price: 12.34,
			weighted_sum: 17,
			date: '2025-07-01T14:00:00Z',
			algo: 'reverse',
			information: {
				state: 'yes',
				look_back: 'five_sessions',
				filing: { form: '8-K', items: ['2.02', '9.01'], accepted_at: '2025-06-26T20:05:00Z' },
			},
			sectors: [
				{ key: 'price_short', sector: 'price', operation: 'short', intersections: [2, 3, 4, 1] },
				{ key: 'call_with_put', sector: 'call_with_put', operation: null, intersections: [null, null, null, null] },
				{ key: 'volume', sector: 'volume', operation: null, intersections: [2, 2, 2, 2] },
				{ key: 'call_without_put_short', sector: 'call_without_put', operation: 'short', intersections: [null, null, null, null] },
			],
		});
	});

	it('has information by the look-back of its strategy', () => {
		const strategy = strategyNamed('first');
		const { information } = presentCard(table, 0, { symbol: 'A', rate: 0, tab: 'free', strategy, visible: [] });
		expect(information).toEqual({ state: 'no', look_back: 'previous_close', filing: null });
	});

	it('has a capitalisation in whole dollars, to the nearest, and none where it is not known', () => {
		const strategy = strategyNamed('first');
		const presented = (cap: number) => {
			const other = createReportTable(utcMs(0), 'forecast', 1);
			other.cap[0] = cap;
			const { capitalization, marketcap, algo } = presentCard(other, 0, { symbol: 'A', rate: 0, tab: 'free', strategy, visible: [] });
			return [capitalization, marketcap, algo];
		};
		expect(presented(60_000_000.5)).toEqual([60_000_001, 'micro_cap', 'forecast']);
		expect(presented(60_000_000.4)).toEqual([60_000_000, 'micro_cap', 'forecast']);
		expect(presented(Number.NaN)).toEqual([null, 'undefined', 'forecast']);
	});

	it('shows squeeze in the place of price on coiled_spring', () => {
		const strategy = strategyNamed('first');
		const card = presentCard(table, 0, { symbol: 'A', rate: 0, tab: 'coiled_spring', strategy, visible: ['price_long', 'volume'] });
		expect(card.sectors).toEqual([
			{ key: 'price_long', sector: 'price', operation: 'long', intersections: [5, 4, 3, 2, 1], measure: 'squeeze' },
			{ key: 'volume', sector: 'volume', operation: null, intersections: [2, 2, 2, 2, 2] },
		]);
		expect(rowZ(table, 0, [0, 1], 'coiled_spring').price_long).toEqual([2, 4.5]);
		expect(rowZ(table, 0, [0, 1], 'extreme_fall').price_long).toEqual([-0, -2.5]);
		expect(rowZ(table, 0, [0], 'free').call_with_put).toEqual([null]);
	});
});
