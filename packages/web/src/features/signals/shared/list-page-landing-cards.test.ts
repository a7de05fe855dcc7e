import { describe, expect, it } from 'vitest';
import type { Card } from '../../../lib/api/types.ts';
import { trimToLandingRings } from './list-page.ts';

describe('the landing page’s cards', () => {
	it('keep the first three intersections of each sector, and all else', () => {
		const sector = { key: 'volume', sector: 'volume', operation: null };
		const card = { ticker: 'AAA', sectors: [{ ...sector, intersections: [1, null, 3, 4, 5] }] } as unknown as Card;
		expect(trimToLandingRings([card])).toEqual([{ ticker: 'AAA', sectors: [{ ...sector, intersections: [1, null, 3] }] }]);
		expect(card.sectors[0]?.intersections).toHaveLength(5);
	});
});
