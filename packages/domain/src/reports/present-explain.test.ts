import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packWord } from '../signals/packed.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { createReportTable, Z_SERIES } from '../signals/report-table.ts';
import { SECTORS, TABS } from '../signals/sector.ts';
import { tabSectors } from '../signals/tabs.ts';
import { STRATEGIES, strategyNamed } from '../time/timeframe.ts';
import { utcMs } from '../time/units.ts';
import { computeRowRate } from './list/ranking.ts';
import { cellChanges, cellMargins, rowDepths, visibleTimeframes } from './present.ts';
import { randomTable } from './testing/random-table.ts';

describe('why a ticker is at its place', () => {
	it('adds up to its rate, and names the rings on both sides of each cell', () => {
		fc.assert(
			fc.property(randomTable, fc.constantFrom(...TABS), fc.constantFrom(...STRATEGIES), (table, { name: tab, operation }, strategy) => {
				const sectors = tabSectors(tab, operation);
				for (let row = 0; row < table.count; row++) {
					const margins = cellMargins(table, row, { tab, strategy, sectors }, PARAMETERS_V1);
					const measured = new Set(margins.map((m) => `${m.key} ${m.timeframe}`));
					const depths = rowDepths(table, row, strategy.rated, tab);
					const unmeasured = sectors.reduce(
						(sum, key) =>
							sum +
							strategy.rated.reduce<number>(
								(inner, timeframe, at) =>
									inner + (measured.has(`${key} ${timeframe}`) ? 0 : PARAMETERS_V1.slotWeights[at]! * (depths[key]?.[at] ?? 0)),
								0,
							),
						0,
					);
					const rate = computeRowRate(table, row, { tab, operation, strategy }, PARAMETERS_V1);
					expect(margins.reduce((sum, m) => sum + m.weight * m.depth, 0) + unmeasured).toBe(rate);
					for (const { depth, next, holds } of margins) {
						expect(next).toBe(depth === 5 ? null : PARAMETERS_V1.rings[depth]);
						expect(holds).toBe(depth === 0 ? null : PARAMETERS_V1.rings[depth - 1]);
					}
				}
			}),
		);
	});

	it('begins with the cell that is nearest to another depth, on either side of it; of equals with the one that weighs more', () => {
		const strategy = strategyNamed('first');
		const table = createReportTable(utcMs(0), 'reverse', 1);
		const put = (slot: 0 | 1 | 2, depth: number, z: number): void => {
			const timeframe = strategy.rated[slot];
			table.words[timeframe][0] = packWord([depth, 0, null, 0, null, null, 0]);
			table.z[timeframe * Z_SERIES.length] = z;
		};
		const order = (): [weight: number, depth: number][] =>
			cellMargins(table, 0, { tab: 'free', strategy, sectors: ['price_short', 'call_with_put'] }, PARAMETERS_V1).map(
				({ weight, depth }) => [weight, depth],
			);
		// Distances to the next level are .9, .375 and .125; the second is .125 above its own level, the third .375.
		put(0, 0, 0.6);
		put(1, 1, 1.625);
		put(2, 2, 2.375);
		expect(order()).toEqual([
			[4, 2],
			[2, 1],
			[1, 0],
		]);
		// As stored, a z may be slightly on the other side of its level: the distance is the same.
		put(0, 1, 1.5 - 0.125);
		put(1, 0, 1.5 + 0.25);
		put(2, 2, 2 + 0.0625);
		expect(order()).toEqual([
			[4, 2],
			[1, 1],
			[2, 0],
		]);
		// On the last ring only the way down counts; below the first only the way up, also from the other side of 0.
		put(0, 5, 4.25);
		put(1, 5, 9);
		put(2, 0, -3);
		expect(order()).toEqual([
			[1, 5],
			[4, 0],
			[2, 5],
		]);
	});

	it('says which cells changed, also to and from not measurable', () => {
		const [strategy] = STRATEGIES;
		const none = [0, 0, 0, 0, 0];
		const before = Object.fromEntries(SECTORS.map((s) => [s.key, none]));
		const now = { ...before, volume: [0, 2, 0, 0, null] };
		expect(cellChanges(before, now, visibleTimeframes(strategy))).toEqual([
			{ key: 'volume', timeframe: 1, from: 0, to: 2 },
			{ key: 'volume', timeframe: 4, from: 0, to: null },
		]);
		expect(cellChanges(now, now, visibleTimeframes(strategy))).toEqual([]);
	});
});
