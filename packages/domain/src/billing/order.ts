import type { Licence } from '../reports/licence.ts';
import { DAY, type UtcMs } from '../time/units.ts';
import type { BillingPeriod, Cents } from './plan.ts';

/** Where an order stands; the names are the payment provider's. */
export const ORDER_STATES = ['waiting', 'processed', 'canceled', 'refunded', 'chargeback'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** One payment of an order, as its notices tell it. */
export interface Charge {
	/** The provider's number: each payment is an order there. */
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
	/** For customers and the payment provider: short and not guessable. */
	readonly code: string;
	/** null: the account is gone. */
	readonly userId: string | null;
	readonly productId: string;
	readonly productName: string;
	/** By which the payment provider knew the plan then. */
	readonly providerProductId: string | null;
	readonly license: Licence;
	readonly period: BillingPeriod;
	readonly trialDays: number;
	readonly currency: string;
	readonly cents: Cents;
	readonly coupon: string | null;
	readonly state: OrderState;
	/** How it was paid, in the provider's words. */
	readonly paymentMethod: string | null;
	/** The provider's number of its first payment. */
	readonly providerOrderId: string | null;
	/** Its payments, the newest first. */
	readonly charges: readonly Charge[];
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
	/** When it was first paid. */
	readonly paidAt: UtcMs | null;
	/** Its owner took it back while it waited; a payment that comes all the same counts. */
	readonly withdrawnAt: UtcMs | null;
}

/** An order that is unpaid by then is hidden, as if it had been withdrawn. */
export const WAITS_AT_MOST = 30 * DAY;

/** Letters and digits that can't be confused. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** 31^12: beyond guessing, still to be read over the phone. */
export const CODE_LENGTH = 12;

export const orderCode = (random: Uint8Array): string =>
	[...random.subarray(0, CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');

/** Which orders; what is left out does not narrow them. */
export interface OrderSearch {
	readonly userId?: string | undefined;
	readonly state?: OrderState | undefined;
	readonly paymentMethod?: string | undefined;
	readonly since?: UtcMs | undefined;
	/** Not itself. */
	readonly until?: UtcMs | undefined;
	/** What a code, a provider's number or an address begins with. */
	readonly q?: string | undefined;
}
