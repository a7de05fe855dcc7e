import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRowComparator, type RankedRow } from './definition/rank-order.ts';
import { compareTickers, type SortDirection } from './order.ts';
import { PARAMETERS_V1 } from './parameters.ts';

const few = fc.integer({ min: 0, max: 2 });
const row: fc.Arbitrary<RankedRow> = fc.record(
	{
		ticker: fc.stringMatching(/^[A-Za-zé.-]{1,3}$/),
		rate: few,
		fine: fc.constantFrom(0, 1, 1 + 4e-7, 1.5),
		cap: fc.constantFrom(null, Number.NaN, 0, 5e9),
		first: few,
		extra: fc.array(few, { minLength: 2, maxLength: 2 }),
	},
	{ requiredKeys: ['ticker', 'rate', 'fine', 'cap'] },
);
/** As in one report: each ticker once; either all rows have a first key or none. */
const rows = fc
	.tuple(fc.uniqueArray(row, { selector: ({ ticker }) => ticker, maxLength: 12 }), fc.boolean())
	.map(([list, keyed]) => list.map(({ first, ...rest }): RankedRow => (keyed ? { ...rest, first: first ?? 0 } : rest)));
const direction = fc.constantFrom<SortDirection>('asc', 'desc');

function shuffled(list: readonly RankedRow[], seed: number) {
	return list.toSorted(
		(a, b) => ((a.rate + seed) % 3) - ((b.rate + seed) % 3) || (seed % 2 === 0 ? -1 : 1) * compareTickers(a.ticker, b.ticker),
	);
}

describe('the order of rows', () => {
	it('is total: no two tickers tie, each pair agrees, any three are consistent', () => {
		fc.assert(
			fc.property(rows, direction, (list, turned) => {
				const compare = createRowComparator(PARAMETERS_V1, turned);
				for (const a of list)
					for (const b of list) {
						expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
						expect(compare(a, b) === 0).toBe(a === b);
						for (const c of list) if (compare(a, b) < 0 && compare(b, c) < 0) expect(compare(a, c)).toBeLessThan(0);
					}
			}),
			{ numRuns: 60 },
		);
	});

	it('does not depend on where the rows were before, so that pages neither repeat nor lose one', () => {
		fc.assert(
			fc.property(rows, direction, fc.nat(), (list, turned, seed) => {
				const compare = createRowComparator(PARAMETERS_V1, turned);
				expect(shuffled(list, seed).toSorted(compare)).toEqual(list.toSorted(compare));
			}),
		);
	});

	it('turns the first key alone', () => {
		fc.assert(
			fc.property(rows, (list) => {
				const level = list.map((each) => ({ ...each, first: 0 }));
				expect(level.toSorted(createRowComparator(PARAMETERS_V1, 'asc'))).toEqual(
					level.toSorted(createRowComparator(PARAMETERS_V1, 'desc')),
				);
			}),
		);
	});

	it('compares tickers by code unit in every locale', () => {
		expect(['b', 'a', 'B', 'é', 'A.B', 'A'].toSorted(compareTickers)).toEqual(['A', 'A.B', 'B', 'a', 'b', 'é']);
	});
});
