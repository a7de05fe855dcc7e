import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';
import type { BillingPeriod, Cents } from './plan.ts';

/** Where a subscription stands; a suspended one can be taken up again, a terminated or finished one cannot. */
export const SUBSCRIPTION_STATES = ['active', 'suspended', 'terminated', 'finished'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Whether the next period is charged by itself or by its owner. */
export const RENEWAL_TYPES = ['auto', 'manual'] as const;
export type RenewalType = (typeof RENEWAL_TYPES)[number];

/** A subscription as its notices tell it. */
export interface Subscription {
	readonly id: string;
	/** The provider's number of it. */
	readonly providerId: string;
	/** The order that began it. */
	readonly orderId: string;
	/** null: the account is gone. */
	readonly userId: string | null;
	readonly license: Licence;
	readonly period: BillingPeriod;
	readonly state: SubscriptionState;
	readonly renewal: RenewalType;
	/** The end of what was paid, or of the trial; null: nothing was. */
	readonly paidUntil: UtcMs | null;
	/** The first instant without its licence; null: it brings none. */
	readonly licenceUntil: UtcMs | null;
	readonly isOnTrial: boolean;
	readonly nextChargeAt: UtcMs | null;
	readonly nextChargeCents: Cents | null;
	readonly nextChargeCurrency: string | null;
	/** Charges that failed since the last that did not. */
	readonly failedAttempts: number;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
}

export interface SubscriptionSearch {
	readonly userId?: string | undefined;
	readonly state?: SubscriptionState | undefined;
	/** What the provider's number or an address begins with. */
	readonly q?: string | undefined;
}
