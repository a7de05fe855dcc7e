import { describe, expect, it } from 'vitest';
import { createOffer, createPendingOrder, createSubscription, OFFERS } from '../../testing/plans.ts';
import { chooseNextStep } from './offers.ts';

const INPUT = {
	payments: 'simulated',
	offer: createOffer('premium', 'month', 49),
	currency: 'USD',
	profile: { status: 'active' },
	subscription: null,
	pendingOrder: undefined,
} as const satisfies Parameters<typeof chooseNextStep>[0];

function step(overrides: Partial<Parameters<typeof chooseNextStep>[0]>) {
	return chooseNextStep({ ...INPUT, ...overrides });
}

describe('the next step to a plan', () => {
	it('is an order, if the user may order', () => {
		expect(step({})).toEqual({ kind: 'order', amount: 49 });
		expect(step({ subscription: createSubscription({ license: 'basic' }) })).toEqual({ kind: 'order', amount: 49 });
	});

	it('is a way in for others: signing up, confirming the address, asking who grants', () => {
		expect(step({ profile: null }).kind).toBe('sign-up');
		expect(step({ profile: { status: 'unconfirmed' } }).kind).toBe('confirm');
		expect([step({ payments: null, profile: null }).kind, step({ payments: null, offer: undefined }).kind]).toEqual(['ask', 'ask']);
	});

	it('is to look for what is sold where this is not', () => {
		expect(step({ offer: undefined })).toEqual({ kind: 'unsold', sold: [] });
		expect(step({ currency: 'EUR' })).toEqual({ kind: 'unsold', sold: ['USD'] });
		expect(step({ offer: createOffer('premium', 'month', 49, { prices: [] }), currency: '' })).toEqual({ kind: 'unsold', sold: [] });
	});

	it('is its subscription while that is active; a cancelled one is ordered again', () => {
		expect(step({ subscription: createSubscription() }).kind).toBe('own');
		expect(step({ subscription: createSubscription({ status: 'suspended' }) }).kind).toBe('own');
		expect(step({ subscription: createSubscription({ period: 'year' }) }).kind).toBe('order');
		expect(step({ subscription: createSubscription({ status: 'finished' }) }).kind).toBe('order');
	});

	it('is the order that waits, or to change it to this plan, price or currency', () => {
		expect(step({ pendingOrder: createPendingOrder() }).kind).toBe('waits');
		expect(step({ pendingOrder: createPendingOrder({ amount: 39 }) })).toMatchObject({ kind: 'change-order', amount: 49 });
		expect(step({ pendingOrder: createPendingOrder({ currency: 'EUR' }) }).kind).toBe('change-order');
		expect(step({ offer: OFFERS.find(({ license }) => license === 'pro'), pendingOrder: createPendingOrder() })).toMatchObject({
			kind: 'change-order',
			amount: 99,
			order: { code: 'AB2CD3EF4GH5' },
		});
	});
});
