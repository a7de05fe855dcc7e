import { expect, it } from 'vitest';
import { comparePrices, createPriceRows, type PriceRow } from './price-changes.ts';

const PLAN = {
	prices: [
		{ currency: 'EUR', amount: 45.5 },
		{ currency: 'USD', amount: 49 },
	],
};

function typed(...more: Partial<PriceRow>[]): PriceRow[] {
	return [...createPriceRows(PLAN), ...more.map((row) => ({ currency: '', text: '', isKnown: false, ...row }))];
}

it('changes nothing where nothing was typed, and an empty new row is none', () => {
	expect(comparePrices(PLAN, typed())).toEqual([]);
	expect(comparePrices(PLAN, typed({ currency: ' ' }))).toEqual([]);
});

it('takes a plan out of a currency, adds one, and reads a comma as a point', () => {
	const [eur, usd] = typed() as [PriceRow, PriceRow];
	expect(
		comparePrices(PLAN, [
			{ ...eur, text: '' },
			{ ...usd, text: '49,5' },
			{ currency: 'chf', text: '40', isKnown: false },
		]),
	).toEqual([
		{ currency: 'EUR', amount: null },
		{ currency: 'USD', amount: 49.5 },
		{ currency: 'CHF', amount: 40 },
	]);
});

it.each([
	[{ currency: 'Euro', text: '1' }, 'Enter a three-letter currency, such as USD.'],
	[{ currency: 'usd', text: '1' }, 'USD is listed twice.'],
	[{ currency: 'CHF', text: '1.001' }, 'CHF has 2 decimals.'],
	[{ currency: 'JPY', text: '148500,55' }, 'JPY has no decimals: use a whole number.'],
	[{ currency: 'XYZ', text: '1' }, 'Enter a three-letter currency, such as USD.'],
	[{ currency: 'CHF', text: '1,500' }, 'Enter the price in CHF as a number, such as 49 or 45.50.'],
	[{ currency: 'CHF', text: '' }, 'Enter the price in CHF as a number, such as 49 or 45.50.'],
	[{ currency: 'CHF', text: '-1' }, 'Enter the price in CHF as a number, such as 49 or 45.50.'],
])('says what is wrong with %j', (row, message) => {
	expect(comparePrices(PLAN, typed(row))).toBe(message);
});
