import { describe, expect, it } from 'vitest';
import { ratePath } from './trail-strip.tsx';

describe('the strip of a history', () => {
	it('draws the rate up from the bottom, of the chosen reports', () => {
		expect(ratePath([50, 100, 0], 20, [true, true, true])).toBe('M0 20h0.8v-10h-0.8zM1 20h0.8v-20h-0.8z');
		expect(ratePath([50, 100], 20, [true, false])).toBe('M0 20h0.8v-10h-0.8z');
	});
});
