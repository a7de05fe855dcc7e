import { describe, expect, it } from 'vitest';
import { formatRate, formatTopShare } from './rate-words.ts';

describe('a rate', () => {
	it('is shown out of the highest possible one, with its place among the tickers of the report', () => {
		expect(formatRate(57, { highest: 140, share: 0.0042 })).toBe('57 of 140, top 1 %');
		expect(formatRate(12, { highest: 210, share: 0.5 })).toBe('12 of 210, top 50 %');
	});

	it('has no place in the lower half', () => {
		expect(formatRate(4, { highest: 140, share: 0.5001 })).toBe('4 of 140');
		expect(formatTopShare(1)).toBe('');
	});

	it('has a place that is rounded up, but never by what a product of fractions adds', () => {
		for (let percent = 1; percent <= 50; percent++) expect(formatTopShare(percent / 100)).toBe(`${percent} %`);
		expect(formatTopShare(0.0001)).toBe('1 %');
		expect(formatTopShare(0.0701)).toBe('8 %');
	});
});
