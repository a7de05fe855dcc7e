import { expect, it } from 'vitest';
import { formatMoney } from './money.ts';

it('writes a currency by its code without decimals', () => {
	expect([formatMoney(49, 'USD'), formatMoney(0, 'EUR'), formatMoney(1_200, 'CHF'), formatMoney(990, 'JPY')]).toEqual([
		'$49',
		'€0',
		'CHF 1,200',
		'¥990',
	]);
});

it('rounds no price: cents stand where there are any', () => {
	expect([formatMoney(45.5, 'EUR'), formatMoney(19.99, 'USD'), formatMoney(1_234.05, 'GBP')]).toEqual(['€45.50', '$19.99', '£1,234.05']);
});

it('writes an unknown code as it is', () => {
	expect(formatMoney(20, 'XQZ')).toBe('XQZ 20');
});
