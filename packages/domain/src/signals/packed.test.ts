import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeframeIndex } from '../time/timeframe.ts';
import { matchesConditions } from './definition/in-tab.ts';
import { activeConditions, filterDirection } from './filter.ts';
import { type Depths, depthIn, packConditions, packWord, unpackWord, wordMatches } from './packed.ts';
import type { SectorIndex } from './sector.ts';

const value = fc.integer({ min: 0, max: 5 });
/** Sectors that share a null bit are null together: both price sectors, and the three of options. */
const depths: fc.Arbitrary<Depths> = fc
	.record({ nulls: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), values: fc.array(value, { minLength: 7, maxLength: 7 }) })
	.map(({ nulls: [price, options, volume, squeeze], values }) =>
		[price, price, options, volume, options, options, squeeze].map((isNull, sector) => (isNull ? null : values[sector]!)),
	);
const condition = fc.record({
	sector: fc.integer({ min: 0, max: 6 }) as fc.Arbitrary<SectorIndex>,
	value: fc.integer({ min: -1, max: 9 }),
});
const conditions = fc.array(condition, { maxLength: 6 });
const flags = fc.record({ stale: fc.boolean(), developing: fc.boolean() });

function plainly(card: Depths, filter: readonly { sector: SectorIndex; value: number }[]) {
	return matchesConditions(filter, ({ sector }) => card[sector]);
}

describe('the packed word', () => {
	it('is by hand: price 3, sum 1, volume 2 is 8451; asking for price 2 and volume 2 is 8194', () => {
		const word = packWord([3, 0, 1, 2, 0, 0, 0]);
		const need = packConditions([
			{ sector: 0, value: 2 },
			{ sector: 3, value: 2 },
		]);
		expect([word, need, wordMatches(word, need)]).toEqual([8451, 8194, true]);
	});

	it('is unsigned, and unpacks to what went in', () => {
		fc.assert(
			fc.property(depths, flags, (card, flag) => {
				const word = packWord(card, flag);
				expect(word).toBeGreaterThanOrEqual(0);
				expect(unpackWord(word)).toEqual({ depths: card, ...flag });
				card.forEach((depth, sector) => {
					expect(depthIn(word, sector as SectorIndex)).toBe(depth);
				});
			}),
		);
	});

	it('matches exactly the filters that the depths match', () => {
		fc.assert(
			fc.property(depths, flags, conditions, (card, flag, filter) => {
				expect(wordMatches(packWord(card, flag), packConditions(filter))).toBe(plainly(card, filter));
			}),
			{ numRuns: 500 },
		);
	});
});

describe('a filter', () => {
	it('never matches more by asking for more', () => {
		fc.assert(
			fc.property(depths, conditions, condition, fc.nat(5), (card, filter, further, more) => {
				if (plainly(card, filter)) return;
				expect(plainly(card, [...filter, further])).toBe(false);
				expect(
					plainly(
						card,
						filter.map((each) => ({ ...each, value: each.value + more })),
					),
				).toBe(false);
			}),
		);
	});

	it('drops values of 0, matches everything when nothing is left, and is never met by null', () => {
		expect(activeConditions([{ value: 0 }, { value: 1 }, { value: -3 }])).toEqual([{ value: 1 }]);
		expect(matchesConditions([], () => null)).toBe(true);
		expect(matchesConditions([{ value: 0 }], () => null)).toBe(true);
		expect(matchesConditions([{ value: 1 }], () => null)).toBe(false);
		expect(matchesConditions([{ value: 1 }], () => undefined)).toBe(false);
	});

	it('leans to the side that its call_without_put conditions ask more of, in one timeframe', () => {
		const hour: TimeframeIndex = 2;
		const lean = (short: number, long: number) =>
			filterDirection(
				[
					{ sector: 'call_without_put_short', timeframe: hour, value: short },
					{ sector: 'call_without_put_long', timeframe: hour, value: long },
					{ sector: 'volume', timeframe: hour, value: 5 },
					{ sector: 'call_without_put_short', timeframe: 0, value: 5 },
				],
				hour,
			);
		expect([lean(2, 1), lean(1, 2), lean(1, 1), lean(0, 0)]).toEqual(['short', 'long', 'long', null]);
	});
});
