import { expect, it } from 'vitest';
import { fieldText, typedValue } from './site-setting.tsx';

const NUMBER = { fallback: 5, bounds: { least: 1, most: 250 } };
const SWITCH = { fallback: true, bounds: null };

it('shows what a field can show', () => {
	expect([true, false, 5].map((value) => fieldText({ value }))).toEqual(['on', 'off', '5']);
	expect(fieldText({ value: 'a list of something' })).toBeUndefined();
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
])('%j takes %j as %j', (setting, text, value) => {
	expect(typedValue(setting, text)).toBe(value);
});
