import { expect, it } from 'vitest';
import { fieldText, typedValue } from './typed-value.ts';

const NUMBER = { fallback: 5, bounds: { least: 1, most: 250 } };
const SWITCH = { fallback: true, bounds: null };

it('shows what a field can show', () => {
	expect([true, false, 5, 'open'].map((value) => fieldText({ value }))).toEqual(['on', 'off', '5', 'open']);
	expect(fieldText({ value: [] })).toBeUndefined();
});

it.each([
	[NUMBER, '1', 1],
	[NUMBER, '250', 250],
	[NUMBER, '0', undefined],
	[NUMBER, '251', undefined],
	[NUMBER, '2.5', undefined],
	[NUMBER, '-1', undefined],
	[NUMBER, '', undefined],
	[{ ...NUMBER, bounds: null }, '0', 0],
	[SWITCH, 'on', true],
	[SWITCH, 'off', false],
	[{ fallback: '', bounds: null }, ' example.com ', 'example.com'],
])('%j takes %j as %j', (setting, text, value) => {
	expect(typedValue(setting, text)).toBe(value);
});
