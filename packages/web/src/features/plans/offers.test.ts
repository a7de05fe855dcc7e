import { describe, expect, it } from 'vitest';
import { computeMonthlyAmount, computeTwelveMonthsAmount, computeYearlySavings, findOrderProblem, listCurrencies } from './offers.ts';
import type { Offer } from './queries.ts';

function offer(license: Offer['license'], period: Offer['period'], ...prices: [string, number][]): Offer {
	return {
		product_id: `${license} ${period}`,
		name: license,
		license,
		period,
		trial_days: 0,
		prices: prices.map(([currency, amount]) => ({ currency, amount })),
	};
}

const OFFERS = [
	offer('basic', 'month', ['EUR', 18], ['USD', 19]),
	offer('basic', 'year', ['USD', 190]),
	offer('premium', 'month', ['GBP', 40.5], ['USD', 49]),
	offer('premium', 'year', ['USD', 588], ['CHF', 500]),
];

describe('prices', () => {
	it('are sold in every currency of any plan, dollars first', () => {
		expect(listCurrencies(OFFERS)).toEqual(['USD', 'CHF', 'EUR', 'GBP']);
		expect(listCurrencies([])).toEqual([]);
	});

	it('of a year come to a month to the cent', () => {
		expect([computeMonthlyAmount(190, 'year'), computeMonthlyAmount(468, 'year'), computeMonthlyAmount(19, 'month')]).toEqual([
			15.83, 39, 19,
		]);
	});

	it('of a year save what twelve months would cost more', () => {
		expect(computeTwelveMonthsAmount(OFFERS, 'basic', 'USD')).toBe(228);
		// A year at the price of twelve months saves nothing, and without a monthly price there is nothing to compare.
		expect(computeTwelveMonthsAmount(OFFERS, 'premium', 'USD')).toBeUndefined();
		expect(computeTwelveMonthsAmount(OFFERS, 'premium', 'CHF')).toBeUndefined();
		expect(computeYearlySavings(OFFERS, 'USD')).toEqual({ minimum: 0, maximum: 17 });
		expect(computeYearlySavings(OFFERS.slice(0, 2), 'USD')).toEqual({ minimum: 17, maximum: 17 });
		expect([computeYearlySavings(OFFERS, 'EUR'), computeYearlySavings(OFFERS.slice(2), 'USD'), computeYearlySavings([], 'USD')]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
	});
});

describe('an order that waits', () => {
	const order = { product_id: 'basic month', currency: 'USD', amount: 19 };

	it('can be paid while its plan costs what it did', () => {
		expect(findOrderProblem(order, OFFERS)).toBeNull();
	});

	it('cannot once the price has changed, the plan is off, or its currency is not sold', () => {
		expect(findOrderProblem({ ...order, amount: 15 }, OFFERS)).toEqual({ kind: 'price', amount: 19 });
		expect(findOrderProblem({ ...order, currency: 'CHF' }, OFFERS)).toEqual({ kind: 'currency', sold: ['USD', 'EUR'] });
		expect(findOrderProblem({ ...order, product_id: 'gone' }, OFFERS)).toEqual({ kind: 'off' });
		expect(
			findOrderProblem(
				order,
				[offer('basic', 'month')].map((one) => ({ ...one, product_id: 'basic month' })),
			),
		).toEqual({ kind: 'off' });
	});
});
