import type { Licence } from '../reports/licence.ts';
import { DAY, type UtcMs } from '../time/units.ts';
import type { BillingPeriod, Cents } from './plan.ts';

/** State of an order, by the payment provider's names. */
export const ORDER_STATES = ['waiting', 'processed', 'canceled', 'refunded', 'chargeback'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** One payment of an order, from its notifications. */
export interface Charge {
	/** The provider's number: at the provider, each payment is an order. */
	readonly providerOrderId: string;
	readonly state: OrderState;
	readonly at: UtcMs;
	readonly cents: Cents | null;
	readonly currency: string | null;
	readonly method: string | null;
	readonly invoice: string | null;
}

/** An order as it was placed: later changes of the plan or its price don't affect it. */
export interface Order {
	readonly id: string;
	/** For customers and the payment provider: short and unguessable. */
	readonly code: string;
	/** null: the account was deleted. */
	readonly userId: string | null;
	readonly productId: string;
	readonly productName: string;
	/** The payment provider's number of the plan at the time. */
	readonly providerProductId: string | null;
	readonly license: Licence;
	readonly period: BillingPeriod;
	readonly trialDays: number;
	readonly currency: string;
	readonly cents: Cents;
	readonly coupon: string | null;
	readonly state: OrderState;
	/** Payment method, as the provider names it. */
	readonly paymentMethod: string | null;
	/** The provider's id of its first payment. */
	readonly providerOrderId: string | null;
	/** Its payments, newest first. */
	readonly charges: readonly Charge[];
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
	/** When it was first paid. */
	readonly paidAt: UtcMs | null;
	/** Withdrawn by its owner while pending; a payment that still arrives counts. */
	readonly withdrawnAt: UtcMs | null;
}

/** After this, an unpaid order is hidden as if withdrawn. */
export const WAITS_AT_MOST = 30 * DAY;

/** Letters and digits that can't be confused. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** 31^12: not guessable, but readable over the phone. */
export const CODE_LENGTH = 12;

export function orderCode(random: Uint8Array): string {
	return [...random.subarray(0, CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');
}

/** Selects orders; absent criteria match everything. */
export interface OrderSearch {
	readonly userId?: string | undefined;
	readonly state?: OrderState | undefined;
	readonly paymentMethod?: string | undefined;
	readonly since?: UtcMs | undefined;
	/** Exclusive. */
	readonly until?: UtcMs | undefined;
	/** Start of a code, a provider's number or an address. */
	readonly q?: string | undefined;
}

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
