import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAGE_SIZE } from '../../../entities/list-state/state.ts';
import { createPage, cutPage, type ListPage } from './list-page.ts';

/** The page that contains a place of the list, both from 1. */
function pageOfPlace(place: number): number {
	return Math.ceil(place / PAGE_SIZE);
}

function items(n: number) {
	return Array.from({ length: n }, (_, i) => i + 1);
}

describe('pages', () => {
	it('cut the visitors list of twenty in two', () => {
		expect(cutPage(items(20), 1)).toMatchObject({ from: 1, to: 10, total: 20, previous: undefined, next: 2 });
		expect(cutPage(items(20), 2)).toMatchObject({ items: items(20).slice(10), from: 11, to: 20, previous: 1, next: undefined });
	});

	it('show the last page for one past the end, and nothing for nothing', () => {
		expect(cutPage(items(12), 2).items).toEqual([11, 12]);
		expect(cutPage(items(7), 2)).toMatchObject({ from: 1, to: 7, previous: undefined, next: undefined });
		expect(cutPage([], 1)).toMatchObject({ items: [], from: 0, to: 0, total: 0 });
	});

	it('lead through a whole list, each place on one page', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 500 }), (total) => {
				const seen: number[] = [];
				for (let page: number | undefined = 1; page !== undefined; ) {
					const start: number = (page - 1) * PAGE_SIZE;
					const shown: ListPage<number> = createPage(items(total).slice(start, start + PAGE_SIZE), total, page);
					for (const place of shown.items) expect(pageOfPlace(place)).toBe(page);
					expect(shown.from).toBe(shown.items[0]);
					expect(shown.to).toBe(shown.items.at(-1));
					seen.push(...shown.items);
					page = shown.next;
				}
				expect(seen).toEqual(items(total));
			}),
		);
	});

	it('lead back from a page past the end of a list that shrank', () => {
		expect(createPage([], 12, 5)).toMatchObject({ from: 0, to: 0, total: 12, previous: 2, next: undefined });
	});
});
