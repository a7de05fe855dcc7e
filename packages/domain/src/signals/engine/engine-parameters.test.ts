import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeReferenceReport } from '../definition/reference/reference-report.ts';
import { PARAMETERS_V1, type ParameterSet, type PerTimeframe } from '../parameters.ts';
import { buildTestReport, listDifferences } from './testing/compare.ts';
import { listDetailDifferences } from './testing/compare-detail.ts';
import { createRandomMarket, createReferenceHistory, createUniformRandom } from './testing/random-market.ts';
import { runMarket } from './testing/run-market.ts';

function each(min: number, max: number): fc.Arbitrary<PerTimeframe<number>> {
	const one = fc.integer({ min, max });
	return fc.tuple(one, one, one, one, one);
}

/** A day with no expected contracts in its middle. */
const PAUSING = PARAMETERS_V1.optionShare.map((share, slot) => (slot >= 8 && slot < 12 ? 0 : share));

/** Windows down to a single value, and shares at which every rule applies. A window is never read before there is a reference bar. */
const parameters: fc.Arbitrary<ParameterSet> = fc
	.record({
		moveBars: fc.oneof(each(1, 1), each(1, 3)),
		further: each(0, 4),
		share: fc.constantFrom(0.1, 0.5, 1),
		illiquidShare: fc.constantFrom(0, 0.3, 0.5, 1),
		sessions: fc.integer({ min: 1, max: 4 }),
		recent: fc.integer({ min: 1, max: 5 }),
		pinnedBelow: fc.constantFrom(0.1, 0.4, 0.7),
		kappaMin: fc.constantFrom(0, 20),
		flatBelow: fc.constantFrom(0, 1e-12, 1e-4),
		profile: fc.constantFrom(PARAMETERS_V1.optionShare, PAUSING),
	})
	.map(({ moveBars, further, share, illiquidShare, sessions, recent, pinnedBelow, kappaMin, flatBelow, profile }) => {
		const least = Math.max(...moveBars);
		const [a, b, c, d, e] = further;
		return {
			...PARAMETERS_V1,
			windowBars: [least + a, least + b, least + c, least + d, least + e],
			moveBars,
			warming: { least, share },
			illiquidShare,
			flatBelow,
			optionShare: profile,
			daily: { sessions, least: Math.min(2, sessions) },
			squeeze: { ...PARAMETERS_V1.squeeze, recent, pinnedBelow },
			optionDiff: { ...PARAMETERS_V1.optionDiff, kappaMin },
		};
	});

describe('the engine by other numbers than those of version 1', () => {
	it('agrees with the reference, down to windows of one value', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 1e9 }), parameters, fc.boolean(), (seed, numbers, prepares) => {
				const market = createRandomMarket(seed, 13, 8, prepares);
				const random = createUniformRandom(seed + 1);
				const found: string[] = [];
				runMarket(market, numbers, (engine, day, slot) => {
					if (random() < 0.1) {
						const table = buildTestReport(engine);
						for (let row = 0; row < market.rows; row++) {
							if (random() < 0.8) continue;
							const history = createReferenceHistory(market, row);
							const expected = computeReferenceReport(history, { session: day, slot }, numbers);
							if (!expected) continue;
							const i = table.tickerId.indexOf(100 + row);
							const reported = [
								...listDifferences(table, i, expected, numbers),
								...listDetailDifferences(engine.detail(row), expected, history, { session: day, slot }, numbers),
							];
							found.push(...reported.map((text) => `day ${day} slot ${slot} row ${row}: ${text}`));
						}
					}
					if (prepares) engine.prepare();
				});
				expect(found.slice(0, 5)).toEqual([]);
			}),
			{ numRuns: 12, seed: 1 },
		);
	});
});
