import { describe, expect, it } from 'vitest';
import { informationForm, isEndOfListing } from './forms.ts';

describe('information forms', () => {
	it.each([
		['8-K', '8-K'],
		['8-K/A', '8-K'],
		['SC 13D/A', 'SC 13D'],
		['SCHEDULE 13G/A', 'SC 13G'],
		['10-KT', '10-K'],
		['sc to-t', 'SC TO-T'],
		['25-NSE', '25-NSE'],
		['4', undefined],
		['144', undefined],
		['8-K12B', '8-K'],
		['424B2', undefined],
		['', undefined],
		['toString', undefined],
	])('%s is %s', (filed, form) => {
		expect(informationForm(filed)).toBe(form);
	});

	it('says which forms end a listing', () => {
		expect(['25', '25-NSE', '15-12B', '15-12G/A', '15-15D'].map(isEndOfListing)).toEqual([true, true, true, true, true]);
		expect(['10-K', '8-K', '2', '1', '144', '425'].some(isEndOfListing)).toBe(false);
	});
});
