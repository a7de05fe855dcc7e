import { z } from 'zod';
import { emptyBody, id, singleLine } from '../accounts/schemas.ts';
import { calendarDate, createSpanCheck, flag, isoTime, nonEmptyText, paging, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { NOTIFICATION_FIELDS } from './notification-fields.ts';
import {
	amount,
	currency,
	notificationState,
	offer,
	order,
	orderStatus,
	paymentNotification,
	paymentProvider,
	period,
	product,
	productFields,
	rejectedRequests,
	renewalType,
	subscription,
	subscriptionStatus,
} from './schemas.ts';

const count = z.int().min(0);
const idParams = strictObject({ id });
const idOrCodeParams = strictObject({ idOrCode: singleLine(64).min(1) });
/** Prefix of an order code, a provider's id or an e-mail address. */
const q = singleLine(200).optional();

function createPageSchema<S extends z.ZodType>(item: S) {
	return z.object({ items: z.array(item), total_count: count });
}

const reason = nonEmptyText(200).optional();
/** Why a subscription ends. The body can be omitted. */
const reasonBody = z.preprocess((value) => value ?? {}, strictObject({ reason }));

const orderFields = {
	product_id: id,
	period: period.optional().describe("Default: the product's period."),
	currency: currency.optional().describe('Default: USD if the plan is sold in it, otherwise its first currency.'),
	coupon: singleLine(64).min(1).nullable().optional(),
};

const notificationProperties = Object.fromEntries(
	Object.entries(NOTIFICATION_FIELDS).map(([name, [description, example]]) => [
		name,
		{ type: 'string' as const, description, examples: [example] },
	]),
);

/** All fields of a notification as sent, even unknown ones. No field is checked on its own, because a form contains only text. */
const notificationFields = z
	.custom<Readonly<Record<string, string>>>((fields) => typeof fields === 'object' && fields !== null)
	.meta({ type: 'object', properties: notificationProperties, additionalProperties: { type: 'string' } });
const FORM_MEDIA_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const webhookCall = {
	method: 'POST',
	access: 'signed',
	description: 'Signed by the sender. Accepted notifications are stored first and processed in the background; a repeated one counts once.',
	body: notificationFields,
	consumes: FORM_MEDIA_TYPES,
	answers: { 200: z.undefined() },
	errors: [400],
	rate: 'uncounted',
	/** In bytes. A notification has about 155 fields, most of them short. */
	bodyLimit: 256 * 1024,
} as const;

/** Plans, orders, payments and subscriptions. */
export const billing = {
	orders: {
		method: 'GET',
		path: '/api/orders',
		access: 'user',
		scope: 'account:read',
		summary: "List the caller's orders, newest first; administrators see all orders unless they ask for their own",
		query: strictObject({
			status: orderStatus.optional(),
			from: calendarDate.optional(),
			to: calendarDate.optional().describe('Inclusive.'),
			payment_method: singleLine(100).min(1).optional(),
			q: q.describe("Start of an order code, of a provider's id or of an address."),
			own: flag.optional().describe("Only the caller's, for administrators, too."),
			...paging,
		}).check(createSpanCheck()),
		answers: { 200: createPageSchema(order) },
		errors: [400, 401, 403],
	},
	createOrder: {
		method: 'POST',
		path: '/api/orders',
		access: 'user',
		summary: 'Order a plan at its current price; the response says where to pay',
		body: strictObject(orderFields),
		answers: { 201: order },
		errors: [400, 401, 403],
		rate: 30,
	},
	chargeOrder: {
		method: 'POST',
		path: '/api/orders/charge',
		access: 'user',
		summary: 'Restart the payment of a pending order',
		description: 'Refused if the price has changed since or the plan is no longer sold. Update the order to accept the current price.',
		body: strictObject({ order: singleLine(64).min(1) }),
		answers: { 200: order },
		errors: [400, 401, 403],
		rate: 30,
	},
	order: {
		method: 'GET',
		path: '/api/orders/{idOrCode}',
		access: 'user',
		scope: 'account:read',
		summary: 'Get an order by id or code',
		params: idOrCodeParams,
		answers: { 200: order },
		errors: [400, 401, 403, 404],
	},
	changeOrder: {
		method: 'PUT',
		path: '/api/orders/{idOrCode}',
		access: 'user',
		summary: 'Change a pending order; the current price applies',
		params: idOrCodeParams,
		body: strictObject({ ...orderFields, product_id: id.optional() }),
		answers: { 200: order },
		errors: [400, 401, 403, 404, 409],
	},
	deleteOrder: {
		method: 'DELETE',
		path: '/api/orders/{idOrCode}',
		access: 'user',
		summary: 'Cancel a pending order',
		params: idOrCodeParams,
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	/** Not in the specification. */
	refundOrder: {
		method: 'POST',
		path: '/api/orders/{idOrCode}/refund',
		access: 'admin',
		summary: 'Refund a payment in full through the payment provider',
		description:
			"Default: the newest payment that hasn't been refunded. Its subscription and licence end. The order is updated when the provider's notification confirms the refund. Partial refunds are made on the provider's site.",
		params: idOrCodeParams,
		body: strictObject({
			payment: singleLine(100)
				.min(1)
				.optional()
				.meta({ description: "The provider's id.", examples: ['1024'] }),
			reason: nonEmptyText(200),
		}),
		answers: { 200: order },
		errors: [400, 401, 403, 404],
	},
	paymentNotice: {
		...webhookCall,
		path: '/api/payproglobal/webhook',
		summary: 'Receive a notification of the payment provider',
	},
	testPaymentNotice: {
		...webhookCall,
		path: '/api/payproglobal/webhook/test',
		summary: 'Receive a test notification; it never changes a licence',
	},
	/** Not in the specification, which has no call that reads one subscription. */
	subscription: {
		method: 'GET',
		path: '/api/subscription',
		access: 'user',
		scope: 'account:read',
		summary: "Get the caller's subscription: the newest active one, otherwise the newest; null if there is none",
		answers: { 200: z.object({ payments: paymentProvider, subscription: subscription.nullable() }) },
		errors: [401, 403],
	},
	changeRenewalType: {
		method: 'POST',
		path: '/api/subscription/change-renewal-type',
		access: 'user',
		summary: "Turn automatic renewal of the caller's subscription on or off",
		body: strictObject({ renewal_type: renewalType }),
		answers: { 200: subscription },
		errors: [400, 401, 403],
		rate: 30,
	},
	changeRenewalTypeOf: {
		method: 'POST',
		path: '/api/subscription/change-renewal-type/{id}',
		access: 'admin',
		summary: 'Turn automatic renewal of any subscription on or off',
		params: idParams,
		body: strictObject({ renewal_type: renewalType, reason }),
		answers: { 200: subscription },
		errors: [400, 401, 403, 404],
	},
	finishSubscription: {
		method: 'POST',
		path: '/api/subscription/finish',
		access: 'user',
		summary: "End the caller's subscription at the end of the paid period",
		body: reasonBody,
		answers: { 200: subscription },
		errors: [400, 401, 403],
		rate: 30,
	},
	terminateSubscription: {
		method: 'POST',
		path: '/api/subscription/terminate',
		access: 'user',
		summary: "End the caller's subscription and licence now",
		body: reasonBody,
		answers: { 200: subscription },
		errors: [400, 401, 403],
		rate: 30,
	},
	terminateSubscriptionOf: {
		method: 'POST',
		path: '/api/subscription/terminate/{id}',
		access: 'admin',
		summary: 'End any subscription and its licence now',
		params: idParams,
		body: reasonBody,
		answers: { 200: subscription },
		errors: [400, 401, 403, 404],
	},
	/** Not in the specification. */
	subscriptions: {
		method: 'GET',
		path: '/api/subscriptions',
		access: 'admin',
		summary: 'List subscriptions, newest first, filtered by state and by the start of their number or address',
		query: strictObject({ status: subscriptionStatus.optional(), q, ...paging }),
		answers: { 200: createPageSchema(subscription) },
		errors: [400, 401, 403],
	},
	/** Not in the specification. */
	paymentNotices: {
		method: 'GET',
		path: '/api/payment-notices',
		access: 'admin',
		summary: 'List payment notifications, newest first, with the number of rejected ones in the last 30 days',
		query: strictObject({ state: notificationState.optional(), order_id: id.optional(), q, ...paging }),
		answers: { 200: createPageSchema(paymentNotification).extend({ turned_away: z.array(rejectedRequests) }) },
		errors: [400, 401, 403],
	},
	/** Not in the specification. */
	paymentNoticeOf: {
		method: 'GET',
		path: '/api/payment-notices/{id}',
		access: 'admin',
		summary: 'Get a payment notification with all its fields',
		params: idParams,
		answers: {
			200: paymentNotification.extend({
				stripped: isoTime.nullable().describe('When personal data was removed from the fields; null: they are as received.'),
				fields: z.record(z.string(), z.string()),
			}),
		},
		errors: [400, 401, 403, 404],
	},
	/** Not in the specification. */
	workOnNotice: {
		method: 'POST',
		path: '/api/payment-notices/{id}/work',
		access: 'admin',
		summary: 'Process a payment notification again',
		params: idParams,
		body: emptyBody,
		answers: { 202: paymentNotification },
		errors: [400, 401, 403, 404],
	},
	products: {
		method: 'GET',
		path: '/api/products',
		access: 'user',
		scope: 'account:read',
		summary: "List plans with their prices, ordered by licence and period; administrators also see plans that aren't sold",
		answers: { 200: z.object({ items: z.array(product) }) },
		errors: [401, 403],
	},
	createProduct: {
		method: 'POST',
		path: '/api/products',
		access: 'admin',
		summary: 'Add a plan; set its price separately',
		description: 'Only one plan per licence and period can be sold at a time; otherwise 409.',
		body: strictObject({
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
		summary: 'Get a plan',
		params: idParams,
		answers: { 200: product },
		errors: [400, 401, 403, 404],
	},
	changeProduct: {
		method: 'PUT',
		path: '/api/products/{id}',
		access: 'admin',
		summary: 'Change the given fields of a plan; existing orders are unchanged',
		params: idParams,
		body: strictObject(productFields).partial(),
		answers: { 200: product },
		errors: [400, 401, 403, 404, 409],
	},
	deleteProduct: {
		method: 'DELETE',
		path: '/api/products/{id}',
		access: 'admin',
		summary: 'Delete a plan; a plan that has been ordered is kept with its orders but no longer sold',
		params: idParams,
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	prices: {
		method: 'GET',
		path: '/api/prices',
		access: 'public',
		summary: 'Get the prices of all plans in every currency, and the payment provider',
		answers: { 200: z.object({ payments: paymentProvider, items: z.array(offer) }) },
		errors: [],
	},
	updatePrices: {
		method: 'POST',
		path: '/api/prices/update',
		access: 'admin',
		summary: 'Set prices by plan and currency, from the body or from the payment provider',
		description:
			"A null price removes the plan from that currency. With from: 'provider', each plan on sale that the provider knows gets the provider's price in these currencies (default: USD). Either all prices are set or none.",
		body: strictObject({
			prices: z
				.array(strictObject({ product_id: id, currency, amount: amount.nullable() }))
				.min(1)
				.max(200)
				.optional(),
			from: z.literal('provider').optional(),
			currencies: z.array(currency).min(1).max(10).optional(),
		}),
		answers: {
			200: z.object({
				changed: count,
				unknown: z.array(id).describe('Plans for sale that the provider does not know.'),
				items: z.array(product),
			}),
		},
		errors: [400, 401, 403],
	},
} as const satisfies Area;
