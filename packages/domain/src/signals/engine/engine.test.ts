import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeReferenceReport } from '../definition/reference/reference-report.ts';
import { PARAMETERS_V1, type ParameterSet } from '../parameters.ts';
import { buildTestReport, listDifferences } from './testing/compare.ts';
import {
	createRandomMarket,
	createReferenceHistory,
	createUniformRandom,
	type RandomMarket,
	SMALL_WINDOWS,
} from './testing/random-market.ts';
import { runMarket } from './testing/run-market.ts';
import type { Engine } from './types.ts';

function compareAll(market: RandomMarket, engine: Engine, day: number, slot: number, parameters: ParameterSet): string[] {
	const table = buildTestReport(engine);
	const found: string[] = [];
	for (let row = 0; row < market.rows; row++) {
		const expected = computeReferenceReport(createReferenceHistory(market, row), { session: day, slot }, parameters);
		const i = table.tickerId.indexOf(100 + row);
		if ((expected === null) !== (i === -1)) found.push(`row ${row}: ${expected === null ? 'should not be' : 'is missing'} in the report`);
		else if (expected)
			found.push(...listDifferences(table, i, expected, parameters).map((text) => `day ${day} slot ${slot} row ${row}: ${text}`));
	}
	return found;
}

describe('the engine against the reference', () => {
	it('agrees at random slots of random markets', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 1e9 }), fc.boolean(), (seed, prepares) => {
				const market = createRandomMarket(seed, 12, 14, prepares);
				const random = createUniformRandom(seed + 1);
				const found: string[] = [];
				runMarket(market, SMALL_WINDOWS, (engine, day, slot) => {
					if (random() < 0.02) found.push(...compareAll(market, engine, day, slot, SMALL_WINDOWS));
					if (prepares) engine.prepare();
				});
				expect(found.slice(0, 5)).toEqual([]);
			}),
			{ numRuns: 10 },
		);
	});

	it('agrees at every slot of a week', () => {
		const market = createRandomMarket(5, 12, 9);
		const found: string[] = [];
		runMarket(market, SMALL_WINDOWS, (engine, day, slot) => {
			if (day >= 5) found.push(...compareAll(market, engine, day, slot, SMALL_WINDOWS));
			// One timeframe at a time, and sometimes not all of them.
			let left = slot % 4 === 1 ? 2 : 6;
			while (left-- > 0 && engine.prepareStep());
			// Sometimes not even all rows of one, with a report in between.
			left = slot % 3;
			while (left-- > 0 && engine.prepareStep(5));
			if (day >= 5 && slot % 5 === 2) found.push(...compareAll(market, engine, day, slot, SMALL_WINDOWS));
		});
		expect(found.slice(0, 5)).toEqual([]);
	});

	it('is made ready a timeframe at a time: as many steps as bars have closed', () => {
		const steps: number[] = [];
		runMarket(createRandomMarket(5, 4, 6), SMALL_WINDOWS, (engine) => {
			let count = 0;
			while (engine.prepareStep()) count++;
			steps.push(count);
		});
		expect(steps.slice(0, 4)).toEqual([1, 2, 1, 3]);
		expect(Math.max(...steps)).toBe(5);
	});

	it('gives every cell the same reason', () => {
		const market = createRandomMarket(11, 24, 12, false);
		const random = createUniformRandom(3);
		const found: string[] = [];
		runMarket(market, SMALL_WINDOWS, (engine, day, slot) => {
			if (random() < 0.96) return;
			for (let row = 0; row < market.rows; row++) {
				const expected = computeReferenceReport(createReferenceHistory(market, row), { session: day, slot }, SMALL_WINDOWS);
				if (!expected) continue;
				const detail = engine.detail(row);
				expected.timeframes.forEach((reading, t) => {
					for (const series of ['price', 'volume', 'sum', 'diff', 'squeeze'] as const) {
						const status = detail.timeframes[t]?.[series].status;
						if (status !== reading[series].status)
							found.push(`day ${day} slot ${slot} row ${row} ${t} ${series}: ${status}, not ${reading[series].status}`);
					}
				});
			}
		});
		expect(found.slice(0, 5)).toEqual([]);
	});

	it('agrees with the real windows at the end of a long history', () => {
		const market = createRandomMarket(7, 12, 90, false);
		const found: string[] = [];
		runMarket(market, PARAMETERS_V1, (engine, day, slot) => {
			if (day >= 60 && (day * 31 + slot) % 397 === 0) found.push(...compareAll(market, engine, day, slot, PARAMETERS_V1));
		});
		expect(found.slice(0, 5)).toEqual([]);
	});
});
