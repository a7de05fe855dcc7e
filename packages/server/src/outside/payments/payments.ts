import type { NoticeFields } from '@sw/domain/billing/notice';
import type { Order, OrderState } from '@sw/domain/billing/order';
import type { Cents, Product } from '@sw/domain/billing/plan';
import type { RenewalType } from '@sw/domain/billing/subscription';

/** What is paid for, as the provider's checkout is told it. */
export type Checkout = Pick<Order, 'code' | 'providerProductId' | 'currency' | 'coupon'> & { readonly email: string };

/** An order of the provider's, read from the provider itself. */
export interface ProviderOrder {
	/** Ours, as it was handed over at the checkout; null where the provider has none with it. */
	readonly code: string | null;
	/** null where it does not tell. */
	readonly productId: string | null;
	readonly state: OrderState;
}

/** Who takes payments. What goes wrong on its side is a PaymentsError. */
export interface Payments {
	readonly name: 'payproglobal' | 'simulated';
	/** The provider's number of a plan; null where it has none and the plan cannot be paid. */
	productIdOf(product: Pick<Product, 'id' | 'providerProductId'>): string | null;
	/** The address at which an order is paid. */
	checkout(order: Checkout): string;
	/** Whether the notice was signed with our keys. Takes the same time for every wrong signature. */
	isSigned(fields: NoticeFields): boolean;
	order(providerOrderId: string): Promise<ProviderOrder>;
	changeRenewal(providerSubscriptionId: string, type: RenewalType): Promise<void>;
	/** No more charges; what is paid stays. */
	finish(providerSubscriptionId: string, reason: string): Promise<void>;
	terminate(providerSubscriptionId: string, reason: string): Promise<void>;
	/** Gives a payment back, all of it; the subscription that it is of ends with it. */
	refund(providerOrderId: string, reason: string): Promise<void>;
	/** What the provider asks for a plan that it knows. */
	priceOf(plan: Pick<Product, 'license' | 'period'> & { readonly productId: string }, currency: string): Promise<Cents>;
}

/** The provider cannot be reached, or says no. The message holds nothing secret. */
export class PaymentsError extends Error {
	override readonly name = 'PaymentsError';
}
