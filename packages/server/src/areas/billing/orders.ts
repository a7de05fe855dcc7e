import type { CallerAccount } from '@sw/domain/access/caller';
import { formatAmount } from '@sw/domain/billing/currency';
import { CODE_LENGTH, createOrderCode, type Order } from '@sw/domain/billing/order';
import { amountOf, type BillingPeriod, DEFAULT_CURRENCY, type Price, type Product, periodLabel } from '@sw/domain/billing/plan';
import { type Payments, PaymentsError } from '../../outside/payments/payments.ts';
import { malformed, notFound, Problem } from '../../platform/errors.ts';
import type { BillingParts, OrderOfUser } from './ports.ts';
import type { NotificationProcessor } from './process-notifications.ts';

const NO_ORDER = 'Order not found';
const NOT_SOLD = "This plan isn't sold";
const NO_PAYMENTS = "Payments aren't available here: ask the administrator for a licence";
const CONFIRM_FIRST = 'Confirm your address first; you can send the mail again from your profile';
const PROVIDER_UNAVAILABLE = 'The payment provider is unavailable. Try again later.';
const NOT_PENDING = "This order is no longer pending and can't be changed";

export interface OrderRequest {
	product_id?: string | undefined;
	period?: BillingPeriod | undefined;
	currency?: string | undefined;
	coupon?: string | null | undefined;
}

type Terms = Pick<
	Order,
	'productId' | 'productName' | 'providerProductId' | 'license' | 'period' | 'trialDays' | 'currency' | 'cents' | 'coupon'
>;

/** Throws a 400 error for the field `payments` if the provider failed; nothing has changed in that case. Rethrows other errors. */
export function throwProviderRefusal(error: unknown): never {
	if (!(error instanceof PaymentsError)) throw error;
	throw new Problem('bad_request', { errors: [{ field: 'payments', message: PROVIDER_UNAVAILABLE }], cause: error });
}

export function createOrders({
	records,
	payments,
	clock,
	randomSource,
}: Pick<BillingParts, 'records' | 'payments' | 'clock' | 'randomSource'>) {
	const requireProvider = (): Payments => {
		if (payments === null) throw malformed('payments', NO_PAYMENTS);
		return payments;
	};
	/** Finds an order; 404 for another account's order, except for administrators. */
	const requireOrder = async (idOrCode: string, account: CallerAccount): Promise<OrderOfUser> => {
		const order = await records.orderByName(idOrCode);
		if (!order || (order.userId !== account.id && account.role !== 'admin')) throw notFound(NO_ORDER);
		return order;
	};
	const selectPrice = (prices: readonly Price[], currency: string | undefined): Price => {
		const requestedCurrency =
			currency ?? (prices.some((price) => price.currency === DEFAULT_CURRENCY) ? DEFAULT_CURRENCY : prices[0]?.currency);
		const price = prices.find((one) => one.currency === requestedCurrency);
		if (!price)
			throw requestedCurrency === undefined
				? malformed('product_id', NOT_SOLD)
				: malformed('currency', `This plan isn't sold in ${requestedCurrency}.`);
		return price;
	};
	/** Returns the requested product at its current price; 400 if it isn't for sale. */
	const loadTerms = async (request: OrderRequest & { product_id: string }): Promise<Terms> => {
		const product: Product | undefined = await records.productById(request.product_id);
		if (!product?.isActive) throw malformed('product_id', NOT_SOLD);
		if (request.period !== undefined && request.period !== product.period)
			throw malformed('period', `This plan is billed ${periodLabel(product.period).toLowerCase()}.`);
		const price = selectPrice(await records.pricesOf([product.id]), request.currency);
		const providerProductId = requireProvider().productIdOf(product);
		if (providerProductId === null) throw malformed('product_id', "This plan isn't set up at the payment provider yet");
		return {
			productId: product.id,
			productName: product.name,
			providerProductId,
			license: product.license,
			period: product.period,
			trialDays: product.trialDays,
			currency: price.currency,
			cents: price.cents,
			coupon: request.coupon ?? null,
		};
	};

	return {
		requireOrder,

		create: async (request: OrderRequest & { product_id: string }, account: CallerAccount): Promise<OrderOfUser> => {
			requireProvider();
			const user = await records.userById(account.id);
			if (user?.status !== 'active') throw new Problem('denied', { detail: CONFIRM_FIRST });
			const now = clock.now();
			const order: Order = {
				id: randomSource.uuid(),
				code: createOrderCode(randomSource.bytes(CODE_LENGTH)),
				userId: account.id,
				...(await loadTerms(request)),
				state: 'waiting',
				paymentMethod: null,
				providerOrderId: null,
				charges: [],
				createdAt: now,
				updatedAt: now,
				paidAt: null,
				withdrawnAt: null,
			};
			await records.addOrder(order);
			return { ...order, licenceUntil: null, email: user.email };
		},

		/** Returns an order that can be paid now; 400 unless its product is still for sale at the ordered price. */
		requirePayableOrder: async (idOrCode: string, account: CallerAccount): Promise<OrderOfUser> => {
			requireProvider();
			const order = await records.orderByName(idOrCode);
			if (!order || order.userId !== account.id) throw malformed('order', NO_ORDER);
			if (order.state !== 'waiting') throw malformed('order', 'The order is no longer pending');
			const currentTerms = await loadTerms({ product_id: order.productId, currency: order.currency, coupon: order.coupon });
			if (currentTerms.cents !== order.cents)
				throw malformed(
					'order',
					`The price is now ${formatAmount(amountOf(currentTerms.cents), currentTerms.currency)}. Update the order to accept it.`,
				);
			return order;
		},

		change: async (idOrCode: string, request: OrderRequest, account: CallerAccount) => {
			const before = await requireOrder(idOrCode, account);
			if (before.state !== 'waiting') throw new Problem('conflict', { detail: NOT_PENDING });
			const product_id = request.product_id ?? before.productId;
			// An order keeps its currency unless another one is requested.
			const currency = request.currency ?? before.currency;
			const coupon = request.coupon === undefined ? before.coupon : request.coupon;
			const terms = await loadTerms({ ...request, product_id, currency, coupon });
			const change = { ...terms, updatedAt: clock.now() };
			if (!(await records.changeWaiting(before.id, change))) throw new Problem('conflict', { detail: NOT_PENDING });
			return { before, after: { ...before, ...change } };
		},

		/** Withdraws an unpaid order; 404 for any other. A payment that arrives later still counts. */
		withdraw: async (idOrCode: string, account: CallerAccount): Promise<OrderOfUser> => {
			const order = await requireOrder(idOrCode, account);
			const now = clock.now();
			if (!(await records.changeWaiting(order.id, { withdrawnAt: now, updatedAt: now }))) throw notFound(NOT_PENDING);
			return order;
		},
	};
}

const NO_REFUNDS = "No payment provider is configured: refunds aren't available";
const NOT_PAID = 'This order has no payment to refund';
const NO_PAYMENT = 'This order has no refundable payment with this number';

/**
 * Refunds a payment through the provider, which also ends the payment's subscription. The subscription ends here immediately, but the refund is only recorded
 * when the provider's notification arrives.
 */
export function createRefunds({
	records,
	payments,
	orders,
	processor,
}: Pick<BillingParts, 'records' | 'payments'> & {
	orders: Pick<ReturnType<typeof createOrders>, 'requireOrder'>;
	processor: Pick<NotificationProcessor, 'recomputeOrder'>;
}) {
	return {
		refund: async (
			idOrCode: string,
			{ payment, reason }: { payment?: string | undefined; reason: string },
			account: CallerAccount,
		): Promise<{ order: OrderOfUser; payment: OrderOfUser['charges'][number] }> => {
			const order = await orders.requireOrder(idOrCode, account);
			if (payments === null) throw malformed('payments', NO_REFUNDS);
			const paidCharges = order.charges.filter(({ state }) => state === 'processed');
			const paymentToRefund =
				payment === undefined ? paidCharges[0] : paidCharges.find(({ providerOrderId }) => providerOrderId === payment);
			if (!paymentToRefund) throw payment === undefined ? malformed('order', NOT_PAID) : malformed('payment', NO_PAYMENT);
			await payments.refund(paymentToRefund.providerOrderId, reason).catch(throwProviderRefusal);
			for (const { id, state } of await records.subscriptionsOfOrders([order.id]))
				if (state === 'active' || state === 'suspended') await records.changeSubscription(id, { askedState: 'terminated' });
			await processor.recomputeOrder(order.id);
			return { order: await orders.requireOrder(order.id, account), payment: paymentToRefund };
		},
	};
}
