import fc from 'fast-check';
import { INFORMATION_CHOICES } from '../../filings/information-choice.ts';
import { SECTORS } from '../../signals/sector.ts';
import { TIMEFRAMES } from '../../time/timeframe.ts';
import type { TickerId } from '../../time/units.ts';
import type { FilterEntry } from '../entries.ts';
import { type FilterGroup, GROUP_MATCHES, type GroupTest, MEASURES, type Measure, type RangeTest } from '../groups.ts';
import { groupByIndustry } from '../industries.ts';

export const randomEntry: fc.Arbitrary<FilterEntry> = fc.record({
	sector: fc.constantFrom(...SECTORS.map(({ key }) => key)),
	timeframe: fc.constantFrom(...TIMEFRAMES.map(({ name }) => name)),
	value: fc.integer({ min: 0, max: 5 }),
});

/** Bounds at and around the values of random tables. */
const BOUNDS: Readonly<Record<Measure, readonly number[]>> = {
	price: [0, 0.9999, 1, 10.5, 100],
	cap: [0, 49_999_999, 50e6, 2e9, 1e12],
	mentions: [0, 5, 25, 26, 1_000],
	change: [-100, -5.25, -0.01, 0, 3, 100],
	dollar_volume: [0, 49_999, 50e3, 20e6, 1e12],
	minutes_in_list: [0, 14, 15, 16, 45, 400],
	price_z: [-3, -0.5, 0, 1.25, 4],
	volume_z: [-3, -0.5, 0, 1.25, 4],
	options_z: [-3, -0.5, 0, 1.25, 4],
};

const randomRange: fc.Arbitrary<RangeTest> = fc.constantFrom(...MEASURES.map(({ name }) => name)).chain((measure) =>
	fc.tuple(fc.option(fc.constantFrom(...BOUNDS[measure])), fc.option(fc.constantFrom(...BOUNDS[measure]))).map(([a, b]): RangeTest => {
		const [from, to] = a !== null && b !== null && a > b ? [b, a] : [a, b];
		return { measure, from: from === null && to === null ? 0 : from, to };
	}),
);

const randomMatch = fc.constantFrom(...GROUP_MATCHES);

const randomInformation = fc.constantFrom(...INFORMATION_CHOICES).map((information) => ({ information }));

const INDUSTRIES = ['Software', 'Oil, Gas & Coal (100%)', "Druggists' Sundries!", 'Öl und Gas 石油'] as const;

/** Returns the industry of a ticker of a random table; null: unknown. */
export function industryOf(id: number): string | null {
	return INDUSTRIES[id % (INDUSTRIES.length + 1)] ?? null;
}

/** The industries of random tables' tickers, with spare ids for tests that change the ids of tickers. */
export const RANDOM_INDUSTRIES = groupByIndustry(
	Array.from({ length: 2_000 }, (_, id) => ({ id: id as TickerId, industry: industryOf(id) })),
);

/** Includes an industry that no ticker has. */
const randomIndustry = fc
	.constantFrom(...INDUSTRIES, ...INDUSTRIES.map((name) => ` ${name.toUpperCase()}`), 'Railroads')
	.map((industry) => ({ industry }));

/** Generates random groups of conditions, public information and industries; with `ranges`, also of ranges. */
export function randomGroups({ ranges }: { ranges: boolean }): fc.Arbitrary<FilterGroup[]> {
	const test: fc.Arbitrary<GroupTest> = ranges
		? fc.oneof(randomEntry, randomInformation, randomIndustry, randomRange)
		: fc.oneof({ weight: 4, arbitrary: randomEntry }, randomInformation, randomIndustry);
	const filters = fc.array(test, { maxLength: 3 });
	return fc.array(
		fc.record({ match: randomMatch, filters, groups: fc.array(fc.record({ match: randomMatch, filters }), { maxLength: 2 }) }),
		{ maxLength: 3 },
	);
}
