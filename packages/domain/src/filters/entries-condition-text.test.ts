import { describe, expect, it } from 'vitest';
import { formatCondition, parseCondition } from './entries.ts';

describe('a condition in an address', () => {
	it('comes back as it was written', () => {
		const condition = { sector: 'volume', timeframe: 'one_hour', value: 3 } as const;
		expect(formatCondition(condition)).toBe('volume.one_hour.3');
		expect(parseCondition('volume.one_hour.3')).toEqual(condition);
	});

	it.each([
		'',
		'volume',
		'volume.one_hour',
		'volume.one_hour.6',
		'volume.one_hour.0',
		'volume.one_hour. 3',
		'price.one_hour.1',
		'volume.1y.1',
		'volume.60.1.2',
	])('is not %j', (text) => {
		expect(parseCondition(text)).toBeUndefined();
	});
});
