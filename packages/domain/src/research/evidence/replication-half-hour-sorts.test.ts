import { describe, expect, it } from 'vitest';
import { createRandom } from '../../statistics/random.ts';
import { DAY } from '../../time/units.ts';
import type { WalkMatrix } from '../walk/forward-walk.ts';
import { decideEffectVerdict, type Effect, measureHalfHourEffects, measureMarketEffects } from './published-effects.ts';
import { createHalfHourSorts, type HalfHourSorts } from './replication.ts';

const [ROWS, DAYS] = [60, 120];

/** Shares of a move that come again: of the day's, at its end; of a half-hour's, one day later. */
interface Planted {
	readonly reversal?: number;
	readonly continuation?: number;
}

function sortsOf(seed: number, { reversal = 0, continuation = 0 }: Planted, change = (_: WalkMatrix): void => {}): HalfHourSorts {
	const random = createRandom(seed);
	const sorts = createHalfHourSorts(ROWS, (row) => row > 0);
	const price = new Float64Array(ROWS).fill(Math.log(50));
	let past = new Float64Array(13 * ROWS);
	for (let day = 0; day < DAYS; day++) {
		const matrix = emptyMatrix(26);
		const [before, moves] = [price.map(Math.exp), new Float64Array(13 * ROWS)];
		for (let row = 0; row < ROWS; row++) {
			const opening = price[row]!;
			matrix.open[row] = Math.exp(opening);
			for (let h = 0; h < 13; h++) {
				const sofar = h === 12 ? reversal * (price[row]! - opening) : 0;
				const move = 0.003 * random.nextNormal() + continuation * past[h * ROWS + row]! - sofar;
				moves[h * ROWS + row] = move;
				for (const part of [0, 1]) {
					price[row] = price[row]! + move / 2;
					matrix.close[(2 * h + part) * ROWS + row] = Math.exp(price[row]!);
				}
			}
		}
		change(matrix);
		sorts.add(new Date(day * DAY).toISOString().slice(0, 10), matrix, before);
		past = moves;
	}
	return sorts.sorts;
}

function emptyMatrix(slots: number): WalkMatrix {
	const empty = (): Float32Array => new Float32Array(slots * ROWS).fill(Number.NaN);
	return { slots, rows: ROWS, open: empty(), high: empty(), low: empty(), close: empty(), volume: new Float64Array(slots * ROWS) };
}

function verdicts(found: HalfHourSorts): string[] {
	return measureHalfHourEffects(found).map(decideEffectVerdict);
}

describe('sorts by half-hours', () => {
	it('find what was planted, and nothing else', () => {
		expect(verdicts(sortsOf(1, { reversal: 0.1 }))).toEqual(['agrees', 'not_found']);
		expect(verdicts(sortsOf(2, { continuation: 0.1 }))).toEqual(['not_found', 'agrees']);
		expect(verdicts(sortsOf(3, { reversal: -0.1, continuation: -0.1 }))).toEqual(['opposite', 'opposite']);
	});

	it('find nothing in most markets without them', () => {
		const alarms = Array.from({ length: 20 }, (_, seed) => verdicts(sortsOf(10 + seed, {}))).flat();
		expect(alarms.filter((verdict) => verdict !== 'not_found').length).toBeLessThanOrEqual(6);
	});

	it('equal a sort by hand', () => {
		const sorts = createHalfHourSorts(ROWS, () => true);
		const before = new Float64Array(ROWS).fill(100);
		const matrix = emptyMatrix(26);
		// The higher its row, the more a ticker rose until 15:30; then each gives back a tenth.
		for (let row = 0; row < ROWS; row++) {
			const rise = row / 10_000;
			matrix.open[row] = 100;
			for (let slot = 0; slot < 26; slot++) matrix.close[slot * ROWS + row] = 100 * Math.exp(slot < 24 ? rise : 0.9 * rise);
		}
		sorts.add('2026-03-02', matrix, before);
		sorts.add('2026-03-03', matrix, before);
		const [losers, winners] = [5.5, 53.5].map((row) => (-0.1 * row) / 10_000) as [number, number];
		expect(sorts.sorts.reversal.map(({ value }) => value)).toEqual(
			[losers - winners, losers - winners].map((value) => expect.closeTo(value, 6)),
		);
		// Of thirteen half-hours the first has the whole rise, and the last gives a tenth of it back.
		expect(sorts.sorts.continuation).toEqual([{ date: '2026-03-03', value: expect.closeTo((48 * (1 + 0.1)) / 10_000 / 13, 6) }]);
	});

	it('leave out tickers that hardly trade, shorter sessions, and days of few tickers', () => {
		const quiet = (matrix: WalkMatrix): void => {
			for (let slot = 0; slot < 7; slot++) matrix.close.fill(Number.NaN, slot * ROWS, (slot + 1) * ROWS);
		};
		expect(sortsOf(4, {}, quiet)).toEqual({ reversal: [], continuation: [] });
		const sorts = createHalfHourSorts(ROWS, () => true);
		sorts.add('2026-11-27', emptyMatrix(14), new Float64Array(ROWS));
		expect(sorts.sorts).toEqual({ reversal: [], continuation: [] });
	});
});

function verdict(effect: Effect, interval: [number, number], r2: number | null = null): string {
	return decideEffectVerdict({ effect, found: { value: (interval[0] + interval[1]) / 2, interval }, r2 });
}

describe('verdicts', () => {
	it('call an effect found only where the interval leaves 0 out on the published side', () => {
		expect(verdict('weekly_intraday', [1, 2])).toBe('agrees');
		expect(verdict('monthly_high_volume', [-0.02, -0.01])).toBe('agrees');
		expect(verdict('weekly_intraday', [-2, -1])).toBe('opposite');
		expect(verdict('monthly_high_volume', [0.001, 0.002])).toBe('opposite');
		expect(verdict('weekly_intraday', [-1, 2])).toBe('not_found');
		expect(verdict('weekly_overnight', [-1, 1])).toBe('no_effect');
		expect(verdict('weekly_overnight', [1, 2])).toBe('unexpected');
		expect(decideEffectVerdict({ effect: 'put_call', found: null, r2: null })).toBe('not_measured');
	});

	it('say where a known published size lies', () => {
		expect(verdict('monthly_low_volume', [0.001, 0.006])).toBe('weaker');
		expect(verdict('monthly_low_volume', [-0.003, 0.006])).toBe('weaker');
		expect(verdict('monthly_low_volume', [-0.003, 0.0064])).toBe('undecided');
		expect(verdict('monthly_high_volume', [-0.006, -0.001])).toBe('weaker');
		expect(verdict('monthly_high_volume', [-0.0064, 0.002])).toBe('undecided');
		// Its correlation is 0.1 here, 0.126 as published: a slope of 0.05 stands for 0.1.
		expect(verdict('market_momentum', [0.02, 0.08], 0.01)).toBe('agrees');
		expect(verdict('market_momentum', [0.04, 0.06], 0.01)).toBe('weaker');
	});

	it('of the market’s momentum know which days came after the published span', () => {
		const random = createRandom(5);
		const dates = Array.from({ length: 400 }, (_, i) => `${i < 300 ? 2013 : 2014}-01-01`);
		const morning = dates.map(() => 0.01 * random.nextNormal());
		const last = morning.map((move, i) => (i < 300 ? 0.2 * move : 0) + 0.002 * random.nextNormal());
		const [whole, after] = measureMarketEffects({ morning, last, dates });
		expect([whole?.found?.n, after?.found?.n]).toEqual([400, 100]);
		expect(whole && decideEffectVerdict(whole)).toBe('agrees');
		expect(after && decideEffectVerdict(after)).toBe('undecided');
		expect(measureMarketEffects({ morning: [], last: [], dates: [] }).map(({ found, span }) => [found, span])).toEqual([
			[null, null],
			[null, null],
		]);
	});
});
