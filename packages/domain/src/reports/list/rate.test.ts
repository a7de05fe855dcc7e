import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFineScore, computeRate } from '../../signals/definition/rank-order.ts';
import { packWord } from '../../signals/packed.ts';
import { PARAMETERS_V1 } from '../../signals/parameters.ts';
import { createReportTable, type ReportTable, Z_SERIES } from '../../signals/report-table.ts';
import { SECTORS, type SectorKey, TABS } from '../../signals/sector.ts';
import { STRATEGIES, strategyNamed } from '../../time/timeframe.ts';
import { utcMs } from '../../time/units.ts';
import { rowDepths, rowZ } from '../present.ts';
import { randomTable } from '../testing/random-table.ts';
import { computeFineKey, rateMask, sectorZ, weightedDepth } from './rate.ts';

const sectors = fc.subarray(SECTORS.map(({ key }) => key));
const tabs = fc.constantFrom(...TABS.map(({ name }) => name));
const FIRST = strategyNamed('first');

/** A report of one row with these z of price in the three slots of the first strategy; all other z are `others`. */
function priced(price: readonly number[], otherZ = 0): ReportTable {
	const table = createReportTable(utcMs(0), 'reverse', 1);
	table.z.fill(otherZ);
	for (const [slot, z] of price.entries()) table.z[FIRST.rated[slot]! * Z_SERIES.length] = z;
	return table;
}

function fineOf(table: ReportTable, keys: readonly SectorKey[], tab: 'free' | 'coiled_spring' = 'free'): number {
	return computeFineKey(table, FIRST, keys, tab, PARAMETERS_V1, 0);
}

describe('the keys of a ranking', () => {
	it('are the rate and the fine score by their definitions, of any row, sectors and tab', () => {
		fc.assert(
			fc.property(randomTable, sectors, tabs, fc.constantFrom(...STRATEGIES), (table, keys, tab, strategy) => {
				for (let row = 0; row < table.count; row++) {
					const depths = rowDepths(table, row, strategy.rated, tab);
					expect(weightedDepth(table, strategy, PARAMETERS_V1, rateMask(keys, tab), row)).toBe(
						computeRate(depths, keys, PARAMETERS_V1.slotWeights),
					);
					const fine = computeFineScore(rowZ(table, row, strategy.rated, tab), keys, PARAMETERS_V1);
					expect(computeFineKey(table, strategy, keys, tab, PARAMETERS_V1, row)).toBe(Math.round(fine * 1e6));
				}
			}),
		);
	});
});

describe('the z that a sector shows', () => {
	const table = createReportTable(utcMs(0), 'reverse', 2);
	table.z.set(Array.from({ length: 50 }, (_, at) => at + 0.5));
	const at = (timeframe: number, series: number, row: number): number => (timeframe * 5 + series) * 2 + row + 0.5;
	const shown = (key: SectorKey, tab: 'free' | 'coiled_spring' = 'free') => sectorZ(table, 1, 3, key, tab);

	it('is that of its series, turned where it is the other side of one', () => {
		expect(SECTORS.map(({ key }) => shown(key))).toEqual([at(3, 0, 1), -at(3, 0, 1), at(3, 2, 1), at(3, 1, 1), -at(3, 3, 1), at(3, 3, 1)]);
	});

	it('is that of the squeeze in the place of price on coiled_spring alone', () => {
		expect(SECTORS.map(({ key }) => shown(key, 'coiled_spring'))).toEqual([
			at(3, 4, 1),
			at(3, 4, 1),
			at(3, 2, 1),
			at(3, 1, 1),
			-at(3, 3, 1),
			at(3, 3, 1),
		]);
	});
});

describe('the fine score', () => {
	it('is by hand: slots weigh 1, 2 and 4, and a z counts from 0 to 8', () => {
		expect(fineOf(priced([1, 0, 0]), ['price_short'])).toBe(1e6);
		expect(fineOf(priced([0, 1, 0]), ['price_short'])).toBe(2e6);
		expect(fineOf(priced([0, 0, 1]), ['price_short'])).toBe(4e6);
		expect(fineOf(priced([8, 0, 0]), ['price_short'])).toBe(8e6);
		expect(fineOf(priced([9.5, 0, 0]), ['price_short'])).toBe(8e6);
		expect(fineOf(priced([-3, Number.NaN, 2.5]), ['price_short'])).toBe(10e6);
	});

	it('reads the long side of price as the other sign, and sums over sectors', () => {
		expect(fineOf(priced([-2, 1, 0]), ['price_long'])).toBe(2e6);
		expect(fineOf(priced([-2, 1, 0]), ['price_short', 'price_long'])).toBe(4e6);
		expect(fineOf(priced([0, 0, 0], 0.5), ['volume', 'call_with_put'])).toBe(7e6);
	});

	it('reads squeeze in the place of price on coiled_spring, unturned', () => {
		const table = priced([5, 5, 5]);
		table.z[FIRST.rated[2]! * Z_SERIES.length + Z_SERIES.indexOf('squeeze')] = 1.5;
		expect(fineOf(table, ['price_long'], 'coiled_spring')).toBe(6e6);
	});

	it('compares at six decimals: what lies closer together is equal', () => {
		expect(fineOf(priced([1.0000004, 0, 0]), ['price_short'])).toBe(fineOf(priced([1, 0, 0]), ['price_short']));
		expect(fineOf(priced([1.000002, 0, 0]), ['price_short'])).toBe(1_000_002);
	});
});

it('rates a sector once that is named twice, and reads it from its own slots', () => {
	const table = createReportTable(utcMs(0), 'reverse', 1);
	table.words[FIRST.rated[2]][0] = packWord([3, 0, 0, 0, 0, 0, 2]);
	const rated = (keys: readonly SectorKey[], tab: 'free' | 'coiled_spring'): number =>
		weightedDepth(table, FIRST, PARAMETERS_V1, rateMask(keys, tab), 0);
	expect(rated(['price_short', 'price_short'], 'free')).toBe(12);
	expect(rated(['price_short', 'price_long'], 'coiled_spring')).toBe(16);
});
