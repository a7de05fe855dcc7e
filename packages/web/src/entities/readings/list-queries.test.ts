import { CAPS } from '@sw/domain/prices/buckets';
import { describe, expect, it } from 'vitest';
import { LANDING_CAPS } from './list-queries.ts';

describe('the landing page’s list', () => {
	it('is of the first two caps of all', () => {
		expect(LANDING_CAPS).toEqual(CAPS.slice(0, 2).map(({ name }) => name));
		expect(LANDING_CAPS).toEqual(['mega_cap', 'large_cap']);
	});
});
