import { PAGE_SIZE } from '../../../entities/list-state/state.ts';
import type { Card } from '../../../lib/api/types.ts';

export interface ListPage<T> {
	items: readonly T[];
	/** One-based places in the whole list; both 0 if the page is empty. */
	from: number;
	to: number;
	total: number;
	previous: number | undefined;
	next: number | undefined;
}

/** Describes a page of a list. `items`: the items of this page. `page`: one-based. `total`: number of items in the whole list. */
export function createPage<T>(items: readonly T[], total: number, page: number, size: number = PAGE_SIZE): ListPage<T> {
	const pageCount = Math.max(1, Math.ceil(total / size));
	const start = (page - 1) * size;
	return {
		items,
		from: items.length > 0 ? start + 1 : 0,
		to: items.length > 0 ? start + items.length : 0,
		total,
		previous: page > 1 ? Math.min(page - 1, pageCount) : undefined,
		next: page < pageCount ? page + 1 : undefined,
	};
}

/** Cuts a page out of a whole list. Past the end, returns the last page. `requestedPage`: one-based. */
export function cutPage<T>(items: readonly T[], requestedPage: number): ListPage<T> {
	const page = Math.min(requestedPage, Math.max(1, Math.ceil(items.length / PAGE_SIZE)));
	const start = (page - 1) * PAGE_SIZE;
	return createPage(items.slice(start, start + PAGE_SIZE), items.length, page);
}

/** Number of rings of the landing page's wheels: the rated ones. */
const LANDING_RING_COUNT = 3;

/** Reduces cards to the rings that the landing page shows. */
export function trimToLandingRings(items: readonly Card[]): Card[] {
	return items.map((item) => ({
		...item,
		sectors: item.sectors.map((sector) => ({ ...sector, intersections: sector.intersections.slice(0, LANDING_RING_COUNT) })),
	}));
}
