import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountError, currencyDecimals, formatAmount, isCurrency } from './currency.ts';
import { amountOf, centsOf } from './plan.ts';

describe('an amount of a currency', () => {
	it('has the decimals of that currency', () => {
		expect(amountError(1_380_000, 'KRW')).toBeNull();
		expect(amountError(148_500.55, 'JPY')).toBe('JPY has no decimals: use a whole number.');
		expect(amountError(304.125, 'KWD')).toBeNull();
		expect(amountError(304.1255, 'KWD')).toBe('KWD has 3 decimals.');
		expect(amountError(45.5, 'EUR')).toBeNull();
		expect(amountError(45.505, 'EUR')).toBe('EUR has 2 decimals.');
		expect(amountError(1_000_000.01, 'USD')).toBe('The highest price in USD is 1000000.');
	});

	it('is kept and written without loss', () => {
		fc.assert(
			fc.property(fc.constantFrom('JPY', 'USD', 'KWD'), fc.integer({ min: 0, max: 1_000_000_000 }), (code, units) => {
				const amount = units / 10 ** currencyDecimals(code);
				expect(amountOf(centsOf(amount))).toBe(amount);
				expect(Number(formatAmount(amount, code).split(' ')[0])).toBe(amount);
			}),
		);
		expect([formatAmount(1_380_000, 'KRW'), formatAmount(49, 'USD'), formatAmount(304.125, 'KWD')]).toEqual([
			'1380000 KRW',
			'49.00 USD',
			'304.125 KWD',
		]);
	});

	it('is of a currency that exists', () => {
		expect(['USD', 'KWD', 'XYZ', 'DEM', 'usd', ''].map(isCurrency)).toEqual([true, true, false, false, false, false]);
	});
});
