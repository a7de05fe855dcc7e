import { expect, it } from 'vitest';
import { sortedPage } from '../../entities/administration/table-state.ts';

const ROWS = Array.from({ length: 45 }, (_, i) => ({ date: `2026-06-${String(45 - i).padStart(2, '0')}`, bars: i % 7 }));

it('gives a page of a list in the order that is asked for', () => {
	const last = sortedPage(ROWS, { page: 3, sortBy: 'date', sortDir: 'asc' });
	expect([last.items.length, last.items[0]?.date, last.total_count]).toEqual([5, '2026-06-41', 45]);
	expect(
		sortedPage(ROWS, { page: 1, sortBy: 'bars', sortDir: 'desc' })
			.items.slice(0, 7)
			.map(({ bars }) => bars),
	).toEqual([6, 6, 6, 6, 6, 6, 5]);
	expect(ROWS[0]?.date).toBe('2026-06-45');
});
