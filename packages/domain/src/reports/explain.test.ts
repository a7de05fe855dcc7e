import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { SECTORS, TABS } from '../signals/sector.ts';
import { tabSectors } from '../signals/tabs.ts';
import { STRATEGIES } from '../time/timeframe.ts';
import { cellChanges, cellMargins } from './explain.ts';
import { rowDepths, visibleTimeframes } from './present.ts';
import { rateOf } from './ranking.ts';
import { randomTable } from './testing/random-table.ts';

describe('why a ticker stands where it stands', () => {
	it('adds up to its rate, and names the rings on both sides of each cell', () => {
		fc.assert(
			fc.property(randomTable, fc.constantFrom(...TABS), fc.constantFrom(...STRATEGIES), (table, { name: tab, operation }, strategy) => {
				const sectors = tabSectors(tab, operation);
				for (let row = 0; row < table.count; row++) {
					const margins = cellMargins(table, row, { tab, strategy, sectors }, PARAMETERS_V1);
					const measured = new Set(margins.map((m) => `${m.key} ${m.timeframe}`));
					const depths = rowDepths(table, row, strategy.slots, tab);
					const unmeasured = sectors.reduce(
						(sum, key) =>
							sum +
							strategy.slots.reduce<number>(
								(inner, timeframe, at) =>
									inner + (measured.has(`${key} ${timeframe}`) ? 0 : (PARAMETERS_V1.slotWeights[at] as number) * (depths[key]?.[at] ?? 0)),
								0,
							),
						0,
					);
					const rate = rateOf(table, row, { tab, operation, strategy }, PARAMETERS_V1);
					expect(margins.reduce((sum, m) => sum + m.weight * m.depth, 0) + unmeasured).toBe(rate);
					for (const { depth, next, holds } of margins) {
						expect(next).toBe(depth === 5 ? null : PARAMETERS_V1.rings[depth]);
						expect(holds).toBe(depth === 0 ? null : PARAMETERS_V1.rings[depth - 1]);
					}
				}
			}),
		);
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
