import { describe, expect, it } from 'vitest';
import { decideVerdict } from './search-statistics.ts';

const judged = { n: 400, base: 0.5, better: true, minDetectable: 0.03 } as const;

describe('the verdict of a record', () => {
	it('goes by the interval, and by the luckiest of all trials', () => {
		expect(decideVerdict({ ...judged, interval: [0.51, 0.56] })).toBe('better');
		expect(decideVerdict({ ...judged, interval: [0.51, 0.56], better: false })).toBe('lucky');
		expect(decideVerdict({ ...judged, interval: [0.41, 0.46] })).toBe('worse');
		expect(decideVerdict({ ...judged, interval: [0.5, 0.56] })).toBe('none');
	});

	it('finds nothing only where enough could be seen', () => {
		expect(decideVerdict({ ...judged, interval: [0.45, 0.56], minDetectable: 0.051 })).toBe('unseen');
		expect(decideVerdict({ ...judged, interval: [0.45, 0.56], minDetectable: null })).toBe('unseen');
		expect(decideVerdict({ ...judged, interval: [0.45, 0.56], minDetectable: 0.05 })).toBe('none');
		expect(decideVerdict({ ...judged, interval: [0.51, 0.56], n: 29 })).toBe('few');
		expect(decideVerdict({ ...judged, interval: null })).toBe('few');
		expect(decideVerdict({ ...judged, interval: [0.51, 0.56], base: null })).toBe('few');
	});
});
