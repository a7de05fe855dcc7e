import { ORDER_STATES, RENEWAL_TYPES, SUBSCRIPTION_STATES } from '@sw/domain/billing/order';
import { NOTIFICATION_STATES } from '@sw/domain/billing/payment-notification';
import { BILLING_PERIODS, MAX_AMOUNT } from '@sw/domain/billing/plan';
import { z } from 'zod';
import { id } from '../accounts/schemas.ts';
import { enumOfNames, isoTime, licence, nonEmptyText } from '../base/common.ts';

const PAYMENT_PROVIDERS = ['payproglobal', 'simulated'] as const;
/** The payment provider: PayPro Global, or a simulation on the operator's own machine. Null without one. */
export const paymentProvider = z.enum(PAYMENT_PROVIDERS).nullable();

const count = z.int().min(0);
export const period = enumOfNames(BILLING_PERIODS);
export const orderStatus = z.enum(ORDER_STATES);
export const subscriptionStatus = z.enum(SUBSCRIPTION_STATES);
export const renewalType = z.enum(RENEWAL_TYPES);
export const notificationState = z.enum(NOTIFICATION_STATES);

/** In units of the currency, such as 49.99 dollars; not in cents. */
export const amount = z.number().min(0).max(MAX_AMOUNT);
export const currency = z
	.string()
	.regex(/^[A-Z]{3}$/, { error: 'Three capital letters, such as USD.' })
	.meta({ examples: ['USD'] });

export const price = z.object({ currency: z.string(), amount }).meta({ id: 'Price' });

/** A plan for sale, as visitors see it. */
export const offer = z
	.object({
		product_id: id,
		name: z.string(),
		license: licence,
		period,
		trial_days: count.describe('Days before the first charge; 0: none.'),
		prices: z.array(price),
	})
	.meta({ id: 'Offer' });

export const product = z
	.object({
		id,
		name: z.string(),
		license: licence,
		period,
		provider_product_id: z.string().nullable().describe("The payment provider's id of the plan."),
		trial_days: count,
		is_active: z.boolean().describe('Whether it can be ordered; existing orders continue.'),
		prices: z.array(price),
		created: isoTime,
		updated: isoTime,
	})
	.meta({ id: 'Product' });

export const productFields = {
	name: nonEmptyText(100),
	license: licence,
	period,
	provider_product_id: nonEmptyText(64).nullable(),
	trial_days: z.int().min(0).max(365),
	is_active: z.boolean(),
};

/** One payment of an order: the first or a recurring one. */
export const charge = z
	.object({
		provider_order_id: z.string().describe("The payment provider's order id."),
		status: orderStatus,
		time: isoTime,
		amount: amount.nullable(),
		currency: z.string().nullable(),
		invoice_url: z
			.string()
			.nullable()
			.meta({ description: "The provider's invoice page.", examples: ['https://store.example.com/invoice?id=1'] }),
	})
	.meta({ id: 'Charge' });

export const order = z
	.object({
		id,
		code: z.string().describe('A short code for people and the payment provider.'),
		status: orderStatus,
		product_id: id,
		name: z.string(),
		license: licence,
		period,
		currency: z.string(),
		amount: amount.describe('At the time of the order.'),
		coupon: z.string().nullable(),
		payment_method: z
			.string()
			.nullable()
			.meta({ description: 'As named by the provider; null before a payment.', examples: ['Credit Card'] }),
		checkout_url: z
			.string()
			.nullable()
			.meta({
				description: 'Where to pay a pending order; null for other orders, and without a payment provider.',
				examples: ['https://store.example.com/checkout?id=1'],
			}),
		charges: z.array(charge).describe('Its payments, the newest first.'),
		created: isoTime,
		updated: isoTime,
		paid: isoTime.nullable().describe('When it was first paid.'),
		email: z.string().describe("The owner's address."),
		provider_order_id: z.string().nullable().describe("The payment provider's order id, for administrators."),
	})
	.meta({ id: 'Order' });

export const subscription = z
	.object({
		id,
		status: subscriptionStatus,
		order_id: id.describe('The order that started it.'),
		order_code: z.string(),
		name: z.string(),
		license: licence,
		period,
		renewal_type: renewalType,
		paid_until: isoTime.nullable().describe('End of the paid period or of the trial.'),
		licence_until: isoTime
			.nullable()
			.describe('When the licence ends: later than paid_until while a charge is pending; null where the subscription grants none.'),
		is_on_trial: z.boolean(),
		next_charge: z
			.object({ time: isoTime, amount: amount.nullable(), currency: z.string().nullable() })
			.nullable()
			.describe('Null where nothing will be charged.'),
		failed_attempts: count.describe('Failed charges since the last successful one.'),
		created: isoTime,
		updated: isoTime,
		email: z.string(),
		provider_subscription_id: z.string().describe("The payment provider's subscription id, for administrators."),
	})
	.meta({ id: 'Subscription' });

/** A payment notification as administrators see it. */
export const paymentNotification = z
	.object({
		id,
		state: notificationState,
		type: z.string(),
		provider_order_id: z.string(),
		provider_subscription_id: z.string().nullable(),
		order_id: id.nullable().describe('The order that it is about, once known.'),
		received: isoTime,
		worked: isoTime.nullable(),
		attempts: count.describe('Processing attempts.'),
		copies: count.describe('Times it was received.'),
		reason: z.string().nullable().describe('Why it was refused, or why processing failed.'),
	})
	.meta({ id: 'PaymentNotice' });

/** Requests to the payment webhook that were not payment notifications, on one UTC day. */
export const rejectedRequests = z
	.object({ date: z.iso.date(), hook: z.enum(['live', 'test']), reason: z.string(), count })
	.meta({ id: 'TurnedAway' });
