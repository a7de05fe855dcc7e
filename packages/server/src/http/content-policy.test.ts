import { describe, expect, it } from 'vitest';
import { pagePolicy, staticPolicy, withTracking } from './content-policy.ts';

describe('the policy of a page', () => {
	it.each([
		['with framework', pagePolicy('n')],
		['without', staticPolicy(['a'], ['b'])],
	])('lets the tracking script in by its host alone, where one is set up: %s', (_, strict) => {
		expect(withTracking(strict, null)).toBe(strict);
		const wide = withTracking(strict, 'https://count.example/js/script.js?site=1');
		const added = wide.split('; ').filter((part) => !strict.split('; ').includes(part));
		expect(added.map((part) => part.split(' ')[0])).toEqual(['script-src', 'img-src', 'connect-src']);
		for (const part of added) expect(part.endsWith(' https://count.example')).toBe(true);
		expect(wide.replaceAll(' https://count.example', '')).toBe(strict);
	});
});
