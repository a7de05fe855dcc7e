import type { Licence } from '../reports/licence.ts';
import { DAY, type UtcMs } from '../time/units.ts';
import type { BillingPeriod, Cents } from './plan.ts';

/** The payment provider's names of order states. */
export const ORDER_STATES = ['waiting', 'processed', 'canceled', 'refunded', 'chargeback'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** One payment of an order. */
export interface Charge {
	/** The provider's order number; the provider treats each payment as an order. */
	readonly providerOrderId: string;
	readonly state: OrderState;
	readonly at: UtcMs;
	readonly cents: Cents | null;
	readonly currency: string | null;
	readonly method: string | null;
	readonly invoice: string | null;
}

/** An order keeps its plan and price when these change later. */
export interface Order {
	readonly id: string;
	/** Identifies the order to customers and the payment provider; short and unguessable. */
	readonly code: string;
	/** null: the account was deleted. */
	readonly userId: string | null;
	readonly productId: string;
	readonly productName: string;
	/** The payment provider's number of the plan when it was ordered. */
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
	/** The provider's id of the first payment. */
	readonly providerOrderId: string | null;
	/** Newest first. */
	readonly charges: readonly Charge[];
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
	/** When the first payment was made. */
	readonly paidAt: UtcMs | null;
	/** When the owner withdrew the unpaid order. A payment that arrives later still counts. */
	readonly withdrawnAt: UtcMs | null;
}

/** Unpaid orders are hidden after this time, as if withdrawn. */
export const UNPAID_ORDER_LIFE = 30 * DAY;

/** Leaves out I, L, O, 0 and 1, which look alike. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** 31^12 codes: not guessable, but short enough to read over the phone. */
export const CODE_LENGTH = 12;

/** Builds an order code from the first CODE_LENGTH random bytes. */
export function createOrderCode(random: Uint8Array): string {
	return [...random.subarray(0, CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');
}

/** Search criteria; an order must match all of them. */
export interface OrderSearch {
	readonly userId?: string | undefined;
	readonly state?: OrderState | undefined;
	readonly paymentMethod?: string | undefined;
	readonly since?: UtcMs | undefined;
	/** Exclusive. */
	readonly until?: UtcMs | undefined;
	/** Start of an order's code, a provider's number or a mail address. */
	readonly q?: string | undefined;
}

/** Suspended subscriptions can be resumed; terminated and finished ones can't. */
export const SUBSCRIPTION_STATES = ['active', 'suspended', 'terminated', 'finished'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Whether the next period is charged automatically or paid manually. */
export const RENEWAL_TYPES = ['auto', 'manual'] as const;
export type RenewalType = (typeof RENEWAL_TYPES)[number];

export interface Subscription {
	readonly id: string;
	/** The provider's subscription number. */
	readonly providerId: string;
	/** The order that started the subscription. */
	readonly orderId: string;
	/** null: the account was deleted. */
	readonly userId: string | null;
	readonly license: Licence;
	readonly period: BillingPeriod;
	readonly state: SubscriptionState;
	readonly renewal: RenewalType;
	/** The end of the paid period or trial; null: nothing was paid. */
	readonly paidUntil: UtcMs | null;
	/** The first instant without the licence; null: the subscription grants none. */
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
	/** Start of the provider's number or of a mail address. */
	readonly q?: string | undefined;
}
