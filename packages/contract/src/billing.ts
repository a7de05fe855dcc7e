import { z } from 'zod';
import { id, line, noBody } from './accounts-pieces.ts';
import {
	amount,
	currency,
	notice,
	noticeState,
	offer,
	order,
	orderStatus,
	payments,
	period,
	product,
	productFields,
	renewalType,
	subscription,
	subscriptionStatus,
	turnedAway,
} from './billing-pieces.ts';
import { calendarDate, flag, isoTime, only, paging, text } from './common.ts';
import type { Area } from './define.ts';

const count = z.int().min(0);
const one = only({ id });
const byCode = only({ idOrCode: line(64).min(1) });
/** What a code or a number of the provider begins with, or an address. */
const q = line(200).optional();
const pageOf = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item), total_count: count });

const reason = text(200).optional();
/** Of the caller's subscription; the body may be left out. */
const why = z.preprocess((value) => value ?? {}, only({ reason }));

const wanted = {
	product_id: id,
	/** That of the product, if told. */
	period: period.optional(),
	/** USD where the plan is sold in it, else the first of its currencies. */
	currency: currency.optional(),
	coupon: line(64).min(1).nullable().optional(),
};

/** All fields of a notice as they were sent, unknown ones too: none is refused. Forms hold texts alone, so they are not looked through one by one. */
const noticeFields = z
	.custom<Readonly<Record<string, string>>>((fields) => typeof fields === 'object' && fields !== null)
	.meta({ type: 'object', additionalProperties: { type: 'string' } });
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const hook = {
	method: 'POST',
	access: 'signed',
	description: 'Signed by its sender. What is kept is worked on beside; the same notice sent again counts once.',
	body: noticeFields,
	consumes: FORMS,
	answers: { 200: z.undefined() },
	errors: [400],
	rate: 'uncounted',
	/** About 155 fields, most of them short. */
	bodyLimit: 256 * 1024,
} as const;

/** Plans, what is paid for them, and what follows from it. */
export const billing = {
	orders: {
		method: 'GET',
		path: '/api/orders',
		access: 'user',
		scope: 'account:read',
		summary: "The caller's orders, newest first; administrators see everybody's unless they ask for their own",
		query: only({
			status: orderStatus.optional(),
			from: calendarDate.optional(),
			/** With that day. */
			to: calendarDate.optional(),
			payment_method: line(100).min(1).optional(),
			/** What a code, a number of the provider or an address begins with. */
			q,
			/** The caller's alone, for administrators too. */
			own: flag.optional(),
			...paging,
		}),
		answers: { 200: pageOf(order) },
		errors: [400, 401, 403],
	},
	createOrder: {
		method: 'POST',
		path: '/api/orders',
		access: 'user',
		summary: 'Orders a plan at its present price; the answer says where it is paid',
		body: only(wanted),
		answers: { 201: order },
		errors: [400, 401, 403],
		rate: 30,
	},
	chargeOrder: {
		method: 'POST',
		path: '/api/orders/charge',
		access: 'user',
		summary: 'Begins the payment of a waiting order anew',
		description: 'Refused when the price has changed since or the plan is no longer sold: changing the order takes up the present price.',
		body: only({ order: line(64).min(1) }),
		answers: { 200: order },
		errors: [400, 401, 403],
		rate: 30,
	},
	order: {
		method: 'GET',
		path: '/api/orders/{idOrCode}',
		access: 'user',
		scope: 'account:read',
		summary: 'One order by its id or code',
		params: byCode,
		answers: { 200: order },
		errors: [400, 401, 403, 404],
	},
	changeOrder: {
		method: 'PUT',
		path: '/api/orders/{idOrCode}',
		access: 'user',
		summary: 'Changes a waiting order; it takes up the price of now',
		params: byCode,
		body: only({ ...wanted, product_id: id.optional() }),
		answers: { 200: order },
		errors: [400, 401, 403, 404, 409],
	},
	deleteOrder: {
		method: 'DELETE',
		path: '/api/orders/{idOrCode}',
		access: 'user',
		summary: 'Takes a waiting order back',
		params: byCode,
		body: noBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	/** Ours. */
	refundOrder: {
		method: 'POST',
		path: '/api/orders/{idOrCode}/refund',
		access: 'admin',
		summary: 'Gives a payment back through the payment provider, all of it',
		description:
			'The newest payment that stands unless one is named. The subscription behind it ends, and with it the licence; that the money was given back is told by the notice of the provider, which the order then follows. A part of a payment is given back on the pages of the provider.',
		params: byCode,
		body: only({
			/** The number of the provider. */
			payment: line(100).min(1).optional(),
			reason: text(200),
		}),
		answers: { 200: order },
		errors: [400, 401, 403, 404],
	},
	paymentNotice: {
		...hook,
		path: '/api/payproglobal/webhook',
		summary: 'Takes a notice of the payment provider',
	},
	testPaymentNotice: {
		...hook,
		path: '/api/payproglobal/webhook/test',
		summary: 'Takes a notice as the other hook does; it never changes a licence',
	},
	/** Ours: the specification has no call that reads one. */
	subscription: {
		method: 'GET',
		path: '/api/subscription',
		access: 'user',
		scope: 'account:read',
		summary: "The caller's subscription: the newest that goes on, else the newest; null without one",
		answers: { 200: z.object({ payments, subscription: subscription.nullable() }) },
		errors: [401, 403],
	},
	changeRenewalType: {
		method: 'POST',
		path: '/api/subscription/change-renewal-type',
		access: 'user',
		summary: "Whether the caller's subscription is charged by itself",
		body: only({ renewal_type: renewalType }),
		answers: { 200: subscription },
		errors: [400, 401, 403],
		rate: 30,
	},
	changeRenewalTypeOf: {
		method: 'POST',
		path: '/api/subscription/change-renewal-type/{id}',
		access: 'admin',
		summary: 'The same of anybody',
		params: one,
		body: only({ renewal_type: renewalType, reason }),
		answers: { 200: subscription },
		errors: [400, 401, 403, 404],
	},
	finishSubscription: {
		method: 'POST',
		path: '/api/subscription/finish',
		access: 'user',
		summary: "Ends the caller's subscription with the period that is paid",
		body: why,
		answers: { 200: subscription },
		errors: [400, 401, 403],
		rate: 30,
	},
	terminateSubscription: {
		method: 'POST',
		path: '/api/subscription/terminate',
		access: 'user',
		summary: "Ends the caller's subscription and its licence now",
		body: why,
		answers: { 200: subscription },
		errors: [400, 401, 403],
		rate: 30,
	},
	terminateSubscriptionOf: {
		method: 'POST',
		path: '/api/subscription/terminate/{id}',
		access: 'admin',
		summary: 'The same of anybody',
		params: one,
		body: why,
		answers: { 200: subscription },
		errors: [400, 401, 403, 404],
	},
	/** Ours. */
	subscriptions: {
		method: 'GET',
		path: '/api/subscriptions',
		access: 'admin',
		summary: 'Subscriptions, newest first, by state and by what their number or address begins with',
		query: only({ status: subscriptionStatus.optional(), q, ...paging }),
		answers: { 200: pageOf(subscription) },
		errors: [400, 401, 403],
	},
	/** Ours. */
	paymentNotices: {
		method: 'GET',
		path: '/api/payment-notices',
		access: 'admin',
		summary: 'Notices of payments, newest first, and what was turned away at the hooks in the last 30 days',
		query: only({ state: noticeState.optional(), order_id: id.optional(), q, ...paging }),
		answers: { 200: pageOf(notice).extend({ turned_away: z.array(turnedAway) }) },
		errors: [400, 401, 403],
	},
	/** Ours. */
	paymentNoticeOf: {
		method: 'GET',
		path: '/api/payment-notices/{id}',
		access: 'admin',
		summary: 'One notice with all its fields',
		params: one,
		answers: {
			200: notice.extend({
				/** When what tells of a person was taken out of the fields; null: they are as they came. */
				stripped: isoTime.nullable(),
				fields: z.record(z.string(), z.string()),
			}),
		},
		errors: [400, 401, 403, 404],
	},
	/** Ours. */
	workOnNotice: {
		method: 'POST',
		path: '/api/payment-notices/{id}/work',
		access: 'admin',
		summary: 'Works on a notice once more',
		params: one,
		body: noBody,
		answers: { 202: notice },
		errors: [400, 401, 403, 404],
	},
	products: {
		method: 'GET',
		path: '/api/products',
		access: 'user',
		scope: 'account:read',
		summary: 'Plans with their prices, by what they open and period; administrators see also those that are not sold',
		answers: { 200: z.object({ items: z.array(product) }) },
		errors: [401, 403],
	},
	createProduct: {
		method: 'POST',
		path: '/api/products',
		access: 'admin',
		summary: 'Adds a plan, without a price as yet',
		description: 'At most one plan for each licence and period is sold at a time: 409 otherwise.',
		body: only({
			...productFields,
			provider_product_id: productFields.provider_product_id.default(null),
			trial_days: productFields.trial_days.default(0),
			is_active: productFields.is_active.default(true),
		}),
		answers: { 201: product },
		errors: [400, 401, 403, 409],
	},
	product: {
		method: 'GET',
		path: '/api/products/{id}',
		access: 'user',
		scope: 'account:read',
		summary: 'One plan',
		params: one,
		answers: { 200: product },
		errors: [400, 401, 403, 404],
	},
	changeProduct: {
		method: 'PUT',
		path: '/api/products/{id}',
		access: 'admin',
		summary: 'Changes what is given; orders stay as they were',
		params: one,
		body: only(productFields).partial(),
		answers: { 200: product },
		errors: [400, 401, 403, 404, 409],
	},
	deleteProduct: {
		method: 'DELETE',
		path: '/api/products/{id}',
		access: 'admin',
		summary: 'Takes a plan away; one that was ordered is no longer sold and stays with its orders',
		params: one,
		body: noBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	prices: {
		method: 'GET',
		path: '/api/prices',
		access: 'public',
		summary: 'What plans cost, in every currency that they are sold in, and who takes payments here',
		answers: { 200: z.object({ payments, items: z.array(offer) }) },
		errors: [],
	},
	updatePrices: {
		method: 'POST',
		path: '/api/prices/update',
		access: 'admin',
		summary: 'Sets prices by plan and currency, from the body or from the payment provider',
		description:
			"A price of null takes the plan out of that currency. With from: 'provider' every plan that is sold and that the provider knows gets the price that it asks in these currencies, USD unless told. All is set or nothing.",
		body: only({
			prices: z
				.array(only({ product_id: id, currency, amount: amount.nullable() }))
				.min(1)
				.max(200)
				.optional(),
			from: z.literal('provider').optional(),
			currencies: z.array(currency).min(1).max(10).optional(),
		}),
		answers: {
			200: z.object({
				changed: count,
				/** Plans that are sold and that the provider does not know. */
				unknown: z.array(id),
				items: z.array(product),
			}),
		},
		errors: [400, 401, 403],
	},
} as const satisfies Area;
