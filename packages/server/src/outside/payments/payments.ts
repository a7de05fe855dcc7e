import type { Order, OrderState, RenewalType } from '@sw/domain/billing/order';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import type { Cents, Product } from '@sw/domain/billing/plan';

/** The parts of an order that the provider's checkout page needs. */
export type Checkout = Pick<Order, 'code' | 'providerProductId' | 'currency' | 'coupon'> & { readonly email: string };

/** The provider's record of an order, read from its API. */
export interface ProviderOrder {
	/** Our order code, as passed to the checkout; null if the provider doesn't know it. */
	readonly code: string | null;
	/** null if the provider does not report it. */
	readonly productId: string | null;
	readonly state: OrderState;
}

/** A payment provider. Calls reject with PaymentsError if the provider fails or refuses. */
export interface Payments {
	readonly name: 'payproglobal' | 'simulated';
	/** Returns the provider's product id of a plan; null if the plan has none and so can't be bought. */
	productIdOf(product: Pick<Product, 'id' | 'providerProductId'>): string | null;
	/** Returns the URL of the checkout page of an order. */
	getCheckoutUrl(order: Checkout): string;
	/** Whether the payment notification was signed with our keys. Takes constant time, so that the signature can't be guessed byte by byte. */
	isSigned(fields: NotificationFields): boolean;
	loadOrder(providerOrderId: string): Promise<ProviderOrder>;
	changeRenewal(providerSubscriptionId: string, type: RenewalType): Promise<void>;
	/** Stops further charges; the paid period stays valid. */
	finish(providerSubscriptionId: string, reason: string): Promise<void>;
	/** Ends the subscription immediately. */
	terminate(providerSubscriptionId: string, reason: string): Promise<void>;
	/** Refunds a payment in full and ends its subscription. */
	refund(providerOrderId: string, reason: string): Promise<void>;
	priceOf(plan: Pick<Product, 'license' | 'period'> & { readonly productId: string }, currency: string): Promise<Cents>;
}

/** The provider is unreachable or refused the request. The message contains no secrets. */
export class PaymentsError extends Error {
	override readonly name = 'PaymentsError';
}
