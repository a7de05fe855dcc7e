import { describe, expect, it } from 'vitest';
import { offer, subscription } from '../../testing/plans.ts';
import { followsOf } from './follows.ts';

const NOBODY = { license: null, license_expires: null };
const PREMIUM = { license: 'premium', license_expires: '2026-07-12T15:45:00Z' } as const;

describe('what follows from an order', () => {
	it('is a charge, and a licence that counts with the payment', () => {
		expect(followsOf({ offer: offer('basic', 'month', 19), price: '$19', profile: NOBODY, subscription: null })).toEqual([
			'$19 is charged with the payment, and again each month until you cancel.',
			'Basic counts as soon as the payment is told, without signing in again.',
		]);
	});

	it('begins with the days that are free', () => {
		const [charged] = followsOf({
			offer: offer('pro', 'year', 990, { trial_days: 14 }),
			price: '$990',
			profile: NOBODY,
			subscription: null,
		});
		expect(charged).toBe('14 days are free. Then $990 is charged, and again each year until you cancel.');
	});

	it('of a larger plan ends the charges of the smaller, without a credit', () => {
		expect(followsOf({ offer: offer('pro', 'month', 99), price: '$99', profile: PREMIUM, subscription: subscription() }).slice(1)).toEqual([
			'Premium is charged no more. What is left of it is kept, and nothing of it is credited.',
			'Pro counts as soon as the payment is told, without signing in again.',
		]);
	});

	it('of a smaller plan deletes nothing, and the larger stays as long as it is paid', () => {
		expect(
			followsOf({ offer: offer('basic', 'month', 19), price: '$19', profile: PREMIUM, subscription: subscription() }).slice(2),
		).toEqual([
			'Premium stays until 07/12/2026; after that Basic counts.',
			'Nothing of yours is deleted. If you keep more than 5 filters all of them stay, and there is no room for new ones.',
			'Both run at the same time. It costs less to let Premium end first, and to order Basic then.',
		]);
	});

	it('of a smaller plan than one without an end is nothing', () => {
		const granted = { license: 'pro', license_expires: null } as const;
		expect(followsOf({ offer: offer('basic', 'month', 19), price: '$19', profile: granted, subscription: null })).toContain(
			'You have Pro without an end: Basic would change nothing.',
		);
	});

	it('of the same plan by another period goes on; of one that was cancelled it begins anew', () => {
		const year = offer('premium', 'year', 490);
		expect(followsOf({ offer: year, price: '$490', profile: PREMIUM, subscription: subscription() })).toContain(
			'Premium goes on without a gap.',
		);
		expect(followsOf({ offer: year, price: '$490', profile: PREMIUM, subscription: subscription({ status: 'finished' }) })).toContain(
			'You have Premium until 07/12/2026 already. What you order begins with its payment, not when that ends.',
		);
	});
});
