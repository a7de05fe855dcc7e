import { TABLE_COLUMNS } from '@sw/domain/reports/list/list-columns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_STATE, withChoice } from '../../../entities/list-state/state.ts';
import { ariaSort, computeBarSpan, findSortHeading, moveColumn, sortByHeading, toggleColumn } from './table-view.ts';

const columns = fc.shuffledSubarray([...TABLE_COLUMNS], { minLength: 1 });
const column = fc.constantFrom(...TABLE_COLUMNS);

describe('the heads of a table', () => {
	it('order by the highest first, names by the first letter, and turn when they are pressed again', () => {
		const once = sortByHeading({ ...DEFAULT_STATE, page: 3 }, 'price');
		expect([once.choice.column, once.choice.dir, once.page]).toEqual(['price', 'desc', 1]);
		expect([ariaSort(once, 'price'), ariaSort(once, 'rate')]).toEqual(['descending', 'none']);
		const twice = sortByHeading(once, 'price');
		expect([twice.choice.column, ariaSort(twice, 'price')]).toEqual(['price', 'ascending']);
		expect(ariaSort(sortByHeading(twice, 'ticker'), 'ticker')).toBe('ascending');
	});

	it('lead back to the rate, which the plain list is ordered by', () => {
		expect(findSortHeading(DEFAULT_STATE)).toBe('rate');
		expect(sortByHeading(sortByHeading(DEFAULT_STATE, 'cap'), 'rate')).toEqual(DEFAULT_STATE);
		expect(sortByHeading(DEFAULT_STATE, 'rate').choice.dir).toBe('asc');
	});

	it('say nothing where sectors order the list, and take over from them', () => {
		const bySectors = withChoice(DEFAULT_STATE, { sort: ['volume'] });
		expect([findSortHeading(bySectors), ariaSort(bySectors, 'rate')]).toEqual([undefined, 'none']);
		expect(sortByHeading(bySectors, 'cap').choice).toMatchObject({ sort: [], column: 'cap' });
		expect(sortByHeading(bySectors, 'rate')).toEqual(DEFAULT_STATE);
	});
});

describe('the columns of a table', () => {
	it('move one place and back, and lose none', () => {
		fc.assert(
			fc.property(columns, column, fc.constantFrom(1 as const, -1 as const), (shown, one, step) => {
				const after = moveColumn(shown, one, step);
				expect(after.toSorted()).toEqual(shown.toSorted());
				if (after !== shown) expect(moveColumn(after, one, step === 1 ? -1 : 1)).toEqual(shown);
			}),
		);
	});

	it('go and come at the end, and one always stays', () => {
		fc.assert(
			fc.property(columns, column, (shown, one) => {
				const after = toggleColumn(shown, one);
				expect(after.length).toBeGreaterThan(0);
				expect(after.includes(one)).toBe(!shown.includes(one) || shown.length === 1);
			}),
		);
	});

	it('have bars by typical moves from the middle, to the right above 0 and to the left below, up to eight', () => {
		const spans = [null, 0, 4, -4, 8, -12].map(computeBarSpan).map(({ start, width }) => [start, start + width]);
		expect(spans).toEqual([
			[50, 50],
			[50, 50],
			[50, 75],
			[25, 50],
			[50, 100],
			[0, 50],
		]);
	});
});
