import type { billing } from '@sw/contract/billing/billing';
import { formatAmount } from '@sw/domain/billing/currency';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import { amountOf } from '@sw/domain/billing/plan';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, exchangeDate, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkToUtc } from '@sw/domain/time/zone';
import { malformed, notFound } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import { requireAccount } from '../guard.ts';
import type { Handlers } from '../handlers.ts';
import type { Hook } from './intake.ts';
import type { createOrders, createRefunds } from './orders.ts';
import type { BillingParts, OrderOfUser } from './ports.ts';
import { presentNotification, presentOffer, presentOrder, presentProduct, presentSubscription } from './present.ts';
import { createProducts } from './products.ts';
import type { createSubscriptions } from './subscriptions.ts';

/** Rejected payment notifications are shown for this many days. */
const REJECTED_SHOWN_DAYS = 30;

const PRICES_OR_PROVIDER = "Give either prices, or from: 'provider' to read them from the payment provider.";
const NOTIFICATION_NOT_FOUND = 'Payment notification not found';

export interface BillingHandlersParts extends BillingParts {
	intake: { receive(hook: Hook, fields: NotificationFields): Promise<void> };
	subscriptions: ReturnType<typeof createSubscriptions>;
	orders: ReturnType<typeof createOrders>;
	refunds: ReturnType<typeof createRefunds>;
}

export function createBillingHandlers(parts: BillingHandlersParts) {
	const { records, payments, clock, audit, intake, subscriptions, orders, refunds, wake } = parts;
	const products = createProducts(parts);
	const present = (order: OrderOfUser) => presentOrder(order, payments);

	return {
		orders: async ({ query, caller }) => {
			const account = requireAccount({ caller });
			const { status: state, payment_method: paymentMethod, from, to, q, own, skip, max } = query;
			const userId = account.role === 'admin' && own !== true ? undefined : account.id;
			const search = { userId, state, paymentMethod, since: toMidnight(from), until: toMidnight(to, 1), q };
			const { items, total } = await records.listOrders(search, skip, max);
			return { items: items.map(present), total_count: total };
		},
		createOrder: async ({ body, caller }) => respond(201, present(await orders.create(body, requireAccount({ caller })))),
		chargeOrder: async ({ body, caller }) => present(await orders.requirePayableOrder(body.order, requireAccount({ caller }))),
		order: async ({ params, caller }) => present(await orders.requireOrder(params.idOrCode, requireAccount({ caller }))),
		changeOrder: async ({ params, body, caller }) => {
			const account = requireAccount({ caller });
			const { before, after } = await orders.change(params.idOrCode, body, account);
			if (before.userId !== account.id)
				await audit(caller, 'order.change', before.email, { order: before.code, ...diffFields(present(before), present(after)) });
			return present(after);
		},
		deleteOrder: async ({ params, caller }) => {
			const account = requireAccount({ caller });
			const order = await orders.withdraw(params.idOrCode, account);
			if (order.userId !== account.id) await audit(caller, 'order.delete', order.email, { order: order.code });
			return respond(204);
		},
		refundOrder: async ({ params, body, caller }) => {
			const { order, payment } = await refunds.refund(params.idOrCode, body, requireAccount({ caller }));
			await audit(caller, 'order.refund', order.email, {
				order: order.code,
				payment: payment.providerOrderId,
				amount:
					payment.cents === null
						? `unknown ${payment.currency ?? ''}`.trim()
						: formatAmount(amountOf(payment.cents), payment.currency ?? '').trim(),
				reason: body.reason,
			});
			return present(order);
		},

		paymentNotice: async ({ body }) => {
			await intake.receive('live', body);
			return respond(200, undefined);
		},
		testPaymentNotice: async ({ body }) => {
			await intake.receive('test', body);
			return respond(200, undefined);
		},

		subscription: async ({ caller }) => {
			const subscription = await subscriptions.findOwn(requireAccount({ caller }));
			return { payments: payments?.name ?? null, subscription: subscription ? presentSubscription(subscription) : null };
		},
		changeRenewalType: async ({ body, caller }) =>
			presentSubscription(await subscriptions.changeOwnRenewal(requireAccount({ caller }), body.renewal_type)),
		changeRenewalTypeOf: async ({ params, body, caller }) => {
			const { before, after } = await subscriptions.changeRenewalOf(params.id, body.renewal_type);
			const { reason } = body;
			await audit(caller, 'subscription.renewal', before.email, {
				subscription: before.providerId,
				renewal: [before.renewal, after.renewal],
				...(reason ? { reason } : {}),
			});
			return presentSubscription(after);
		},
		finishSubscription: async ({ body, caller }) =>
			presentSubscription(await subscriptions.endOwn(requireAccount({ caller }), 'finished', body.reason)),
		terminateSubscription: async ({ body, caller }) =>
			presentSubscription(await subscriptions.endOwn(requireAccount({ caller }), 'terminated', body.reason)),
		terminateSubscriptionOf: async ({ params, body, caller }) => {
			const { before, after } = await subscriptions.terminate(params.id, body.reason);
			const { reason } = body;
			await audit(caller, 'subscription.terminate', before.email, {
				subscription: before.providerId,
				state: [before.state, after.state],
				...(reason ? { reason } : {}),
			});
			return presentSubscription(after);
		},
		subscriptions: async ({ query: { status: state, q, skip, max } }) => {
			const { items, total } = await records.listSubscriptions({ state, q }, skip, max);
			return { items: items.map(presentSubscription), total_count: total };
		},

		paymentNotices: async ({ query: { state, order_id: orderId, q, skip, max } }) => {
			const { items, total } = await records.listNotifications({ state, orderId, q }, skip, max);
			const since = isoSeconds(clock.now() - REJECTED_SHOWN_DAYS * DAY).slice(0, 10);
			return { items: items.map(presentNotification), total_count: total, turned_away: await records.rejectedRequestsSince(since) };
		},
		paymentNoticeOf: async ({ params }) => {
			const notification = await records.notificationById(params.id);
			if (!notification) throw notFound(NOTIFICATION_NOT_FOUND);
			return {
				...presentNotification(notification),
				stripped: notification.strippedAt === null ? null : isoSeconds(notification.strippedAt),
				fields: { ...notification.fields },
			};
		},
		workOnNotice: async ({ params, caller }) => {
			const before = await records.notificationById(params.id);
			if (!before) throw notFound(NOTIFICATION_NOT_FOUND);
			// A test notification keeps its state.
			const after =
				before.state === 'test'
					? before
					: await records.changeNotification(params.id, { state: 'received', attempts: 0, reason: null, dueAt: clock.now() });
			if (!after) throw notFound(NOTIFICATION_NOT_FOUND);
			await audit(caller, 'notice.work', before.providerOrderId, {
				notice: before.id,
				type: before.type,
				state: [before.state, after.state],
			});
			wake(before.number);
			return respond(202, presentNotification(after));
		},

		products: async ({ caller }) => {
			const catalogue = await products.list(requireAccount({ caller }).role === 'admin');
			return { items: catalogue.products.map((product) => presentProduct(product, catalogue.prices)) };
		},
		createProduct: async ({ body, caller }) => {
			const { provider_product_id: providerProductId, trial_days: trialDays, is_active: isActive, ...fields } = body;
			const product = await products.create({ ...fields, providerProductId, trialDays, isActive });
			await audit(caller, 'product.create', product.name, { ...body });
			return respond(201, presentProduct(product, []));
		},
		product: async ({ params, caller }) => {
			const { product, prices } = await products.requireProduct(params.id, requireAccount({ caller }).role === 'admin');
			return presentProduct(product, prices);
		},
		changeProduct: async ({ params, body, caller }) => {
			const { provider_product_id: providerProductId, trial_days: trialDays, is_active: isActive, ...fields } = body;
			const { before, after, prices } = await products.change(params.id, { ...fields, providerProductId, trialDays, isActive });
			await audit(caller, 'product.change', before.name, diffFields(presentProduct(before, []), presentProduct(after, [])));
			return presentProduct(after, prices);
		},
		deleteProduct: async ({ params, caller }) => {
			const product = await products.remove(params.id);
			await audit(caller, 'product.delete', product.name, { license: product.license, period: product.period });
			return respond(204);
		},
		prices: async () => {
			const catalogue = await products.list(false);
			return { payments: payments?.name ?? null, items: catalogue.products.map((product) => presentOffer(product, catalogue.prices)) };
		},
		updatePrices: async ({ body, caller }) => {
			const { prices, from, currencies } = body;
			if ((prices === undefined) === (from === undefined)) throw malformed('prices', PRICES_OR_PROVIDER);
			if (prices !== undefined && currencies !== undefined) throw malformed('currencies', "Only allowed with from: 'provider'.");
			const { changed, priceChanges, unknown } = prices
				? { ...(await products.setPrices(prices)), unknown: [] }
				: await products.adoptProviderPrices(currencies);
			await audit(caller, 'price.change', from === undefined ? 'prices' : `prices of ${payments?.name}`, priceChanges);
			const catalogue = await products.list(true);
			return { changed, unknown, items: catalogue.products.map((product) => presentProduct(product, catalogue.prices)) };
		},
	} satisfies Handlers<typeof billing>;
}

/** Returns the changed fields as [before, after]. */
function diffFields<T extends object>(before: T, after: T): Record<string, unknown> {
	return Object.fromEntries(
		(Object.keys(after) as (keyof T)[])
			.filter((key) => key !== 'updated' && key !== 'checkout_url' && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
			.map((key) => [key, [before[key], after[key]]]),
	);
}

function toMidnight(date: string | undefined, daysLater = 0): UtcMs | undefined {
	return date === undefined ? undefined : newYorkToUtc(addDays(exchangeDate(date), daysLater), 0, 0);
}
