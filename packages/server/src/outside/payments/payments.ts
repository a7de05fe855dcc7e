import type { Order, OrderState, RenewalType } from '@sw/domain/billing/order';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import type { Cents, Product } from '@sw/domain/billing/plan';

/** What the provider's checkout needs to know of an order. */
export type Checkout = Pick<Order, 'code' | 'providerProductId' | 'currency' | 'coupon'> & { readonly email: string };

/** The provider's record of an order, read from its API. */
export interface ProviderOrder {
	/** Our order code, as passed to the checkout; null where the provider has none. */
	readonly code: string | null;
	/** null where the provider does not report it. */
	readonly productId: string | null;
	readonly state: OrderState;
}

/** A payment provider. Failures on its side are PaymentsErrors. */
export interface Payments {
	readonly name: 'payproglobal' | 'simulated';
	/** The provider's product number of a plan; null where there is none and the plan cannot be paid for. */
	productIdOf(product: Pick<Product, 'id' | 'providerProductId'>): string | null;
	/** Address of the checkout page of an order. */
	checkout(order: Checkout): string;
	/** Whether the payment notification was signed with our keys. Takes the same time for every wrong signature. */
	isSigned(fields: NotificationFields): boolean;
	order(providerOrderId: string): Promise<ProviderOrder>;
	changeRenewal(providerSubscriptionId: string, type: RenewalType): Promise<void>;
	/** No more charges; what has been paid stays valid. */
	finish(providerSubscriptionId: string, reason: string): Promise<void>;
	terminate(providerSubscriptionId: string, reason: string): Promise<void>;
	/** Refunds a payment in full and ends its subscription. */
	refund(providerOrderId: string, reason: string): Promise<void>;
	/** The provider's price of a plan. */
	priceOf(plan: Pick<Product, 'license' | 'period'> & { readonly productId: string }, currency: string): Promise<Cents>;
}

/** The provider is unreachable or refused. The message contains no secrets. */
export class PaymentsError extends Error {
	override readonly name = 'PaymentsError';
}
