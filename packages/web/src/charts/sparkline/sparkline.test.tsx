import { describe, expect, it } from 'vitest';
import { sparklinePoints } from './sparkline.tsx';

describe('sparklinePoints', () => {
	it('spans the box from low to high', () => {
		expect(sparklinePoints([1, 3, 2], 10, 4)).toBe('0.0,4.0 5.0,0.0 10.0,2.0');
	});

	it('draws a flat price in the middle and nothing of one value', () => {
		expect(sparklinePoints([2, 2], 10, 4)).toBe('0.0,2.0 10.0,2.0');
		expect(sparklinePoints([2], 10, 4)).toBe('');
	});
});
