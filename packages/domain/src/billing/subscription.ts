import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';
import type { BillingPeriod, Cents } from './plan.ts';

/** State of a subscription; a suspended one can be resumed, a terminated or finished one can't. */
export const SUBSCRIPTION_STATES = ['active', 'suspended', 'terminated', 'finished'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Whether the next period is charged automatically or paid by its owner. */
export const RENEWAL_TYPES = ['auto', 'manual'] as const;
export type RenewalType = (typeof RENEWAL_TYPES)[number];

/** A subscription, from its notifications. */
export interface Subscription {
	readonly id: string;
	/** The provider's number. */
	readonly providerId: string;
	/** The order that started it. */
	readonly orderId: string;
	/** null: the account was deleted. */
	readonly userId: string | null;
	readonly license: Licence;
	readonly period: BillingPeriod;
	readonly state: SubscriptionState;
	readonly renewal: RenewalType;
	/** The end of the paid period or trial; null: nothing was paid. */
	readonly paidUntil: UtcMs | null;
	/** The first instant without its licence; null: it grants none. */
	readonly licenceUntil: UtcMs | null;
	readonly isOnTrial: boolean;
	readonly nextChargeAt: UtcMs | null;
	readonly nextChargeCents: Cents | null;
	readonly nextChargeCurrency: string | null;
	/** Failed charges since the last successful one. */
	readonly failedAttempts: number;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
}

export interface SubscriptionSearch {
	readonly userId?: string | undefined;
	readonly state?: SubscriptionState | undefined;
	/** Start of the provider's number or of an address. */
	readonly q?: string | undefined;
}
