import { BUILT_IN_FILTERS } from '@sw/domain/filters/built-in-filters';
import type { Filter } from '@sw/domain/filters/filter';
import { utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createFilters } from './filters.ts';
import { createUserListsCache } from './personal.ts';
import type { FilterAreaRecords } from './ports.ts';

const NOW = utcMs(Date.UTC(2026, 5, 30));
const ANN = { id: 'ann', role: 'user', licence: 'pro', session: 'one' } as const;

/** A built-in filter and two of Ann's, in the order that was saved last. */
function withFilters() {
	let filters = [filter(1, null), filter(7, 'ann'), filter(8, 'ann')];
	const kept: number[][] = [];
	const records: Pick<FilterAreaRecords, 'personalOf' | 'orderFilters'> = {
		personalOf: () => Promise.resolve({ filters, frozen: [], favorites: [] }),
		orderFilters: (_, ids) => {
			kept.push(ids);
			filters = filters.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
			return Promise.resolve();
		},
	};
	const area = createFilters({
		records: records as FilterAreaRecords,
		userLists: createUserListsCache(records, () => NOW),
		now: () => NOW,
		freezeNow: () => NOW,
	});
	return { area, kept };
}

function filter(id: number, userId: string | null): Filter {
	return {
		...(BUILT_IN_FILTERS[0] as (typeof BUILT_IN_FILTERS)[number]),
		id,
		userId,
		operation: null,
		feedPosition: null,
		createdAt: NOW,
		updatedAt: NOW,
		conditionsAt: NOW,
		conditionsKnown: true,
	};
}

describe('the order of filters', () => {
	it('is kept, and answered as it is from then on', async () => {
		const { area, kept } = withFilters();
		expect(await area.order(ANN, [8, 1, 7])).toEqual({ items: [8, 1, 7] });
		expect(kept).toEqual([[8, 1, 7]]);
		expect((await area.list(ANN, {}))?.items.map(({ id }) => id)).toEqual([8, 1, 7]);
	});

	it('names none that the caller does not have', async () => {
		const { area, kept } = withFilters();
		await expect(area.order(ANN, [8, 9])).rejects.toMatchObject({ code: 'malformed' });
		expect(kept).toEqual([]);
	});
});
