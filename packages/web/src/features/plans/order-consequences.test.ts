import { describe, expect, it } from 'vitest';
import { createOffer, createSubscription } from '../../testing/plans.ts';
import { describeConsequences } from './order-consequences.ts';

const UNLICENSED = { license: null, license_expires: null };
const PREMIUM = { license: 'premium', license_expires: '2026-07-12T15:45:00Z' } as const;

describe('what follows from an order', () => {
	it('is a charge, and a licence that counts with the payment', () => {
		expect(
			describeConsequences({ offer: createOffer('basic', 'month', 19), price: '$19', profile: UNLICENSED, subscription: null }),
		).toEqual([
			'You pay $19 now and every month until you cancel.',
			'Basic starts when the payment is confirmed. You don’t need to sign in again.',
		]);
	});

	it('begins with the days that are free', () => {
		const [charged] = describeConsequences({
			offer: createOffer('pro', 'year', 990, { trial_days: 14 }),
			price: '$990',
			profile: UNLICENSED,
			subscription: null,
		});
		expect(charged).toBe('14 days free, then $990 every year until you cancel.');
	});

	it('of a larger plan ends the charges of the smaller, without a credit', () => {
		expect(
			describeConsequences({
				offer: createOffer('pro', 'month', 99),
				price: '$99',
				profile: PREMIUM,
				subscription: createSubscription(),
			}).slice(1),
		).toEqual([
			'Premium won’t renew. You keep it until the end of its paid period; nothing is credited.',
			'Pro starts when the payment is confirmed. You don’t need to sign in again.',
		]);
	});

	it('of a smaller plan deletes nothing, and the larger stays as long as it is paid', () => {
		expect(
			describeConsequences({
				offer: createOffer('basic', 'month', 19),
				price: '$19',
				profile: PREMIUM,
				subscription: createSubscription(),
			}).slice(2),
		).toEqual([
			'Premium stays until 07/12/2026, then Basic applies.',
			'None of your data is deleted. With more than 5 filters, all stay but you can’t add new ones.',
			'Both plans would run at the same time. To save money, let Premium end before ordering Basic.',
		]);
	});

	it('of a smaller plan than one without an end is nothing', () => {
		const granted = { license: 'pro', license_expires: null } as const;
		expect(
			describeConsequences({ offer: createOffer('basic', 'month', 19), price: '$19', profile: granted, subscription: null }),
		).toContain('You have Pro with no end date, so Basic would add nothing.');
	});

	it('is a continuation of the same plan with another period, or a restart if that was cancelled', () => {
		const year = createOffer('premium', 'year', 490);
		expect(describeConsequences({ offer: year, price: '$490', profile: PREMIUM, subscription: createSubscription() })).toContain(
			'Premium continues without interruption.',
		);
		expect(
			describeConsequences({ offer: year, price: '$490', profile: PREMIUM, subscription: createSubscription({ status: 'finished' }) }),
		).toContain('You already have Premium until 07/12/2026. The new plan starts when you pay, not when the current one ends.');
	});
});
