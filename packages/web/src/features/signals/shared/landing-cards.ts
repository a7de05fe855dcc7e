import type { Card } from '../../../lib/api/types.ts';

/** Rings of the landing page's wheels: the rated three. */
const LANDING_RINGS = 3;

/** Cards as the landing page shows them. */
export function landingCards(items: readonly Card[]): Card[] {
	return items.map((item) => ({
		...item,
		sectors: item.sectors.map((sector) => ({ ...sector, intersections: sector.intersections.slice(0, LANDING_RINGS) })),
	}));
}
