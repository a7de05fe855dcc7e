import { describe, expect, it } from 'vitest';
import { INFORMATION_FORMS, ITEM_TEXTS } from './forms.ts';
import { formCode, formOfCode, itemBits, itemsOfBits } from './information-codes.ts';

describe('codes of filings in reports', () => {
	it('are as published: stored reports are hashed with them', () => {
		expect(['8-K', '8-K/A', 'SC 13D', 'SCHEDULE 13D/A', '10-Q', '15-15D', '4'].map(formCode)).toEqual([1, 129, 7, 135, 3, 28, 0]);
		expect(itemBits(['1.01', '2.02', '9.01'])).toBe(1 + 64 + 2 ** 23);
	});

	it('name each form and item once, and give it back', () => {
		const forms = Object.keys(INFORMATION_FORMS);
		expect(new Set(forms.map(formCode)).size).toBe(forms.length);
		for (const form of forms) expect([formOfCode(formCode(form)), formOfCode(formCode(`${form}/A`))]).toEqual([form, `${form}/A`]);
		const items = Object.keys(ITEM_TEXTS).sort();
		expect(itemsOfBits(itemBits(items))).toEqual(items);
		for (const item of items) expect(itemsOfBits(itemBits([item]))).toEqual([item]);
	});

	it('leave out what they do not know', () => {
		expect(itemBits(['6.01', 'toString', ''])).toBe(0);
		expect([0, 99, 128].map(formOfCode)).toEqual([undefined, undefined, undefined]);
	});
});
