import { ORDER_STATES } from '@sw/domain/billing/order';
import { NOTIFICATION_STATES } from '@sw/domain/billing/payment-notification';
import { BILLING_PERIODS, LARGEST_AMOUNT } from '@sw/domain/billing/plan';
import { RENEWAL_TYPES, SUBSCRIPTION_STATES } from '@sw/domain/billing/subscription';
import { z } from 'zod';
import { id } from '../accounts/schemas.ts';
import { isoTime, licence, named, text } from '../base/common.ts';

/** The payment provider: PayPro Global, or a simulation on the operator's own machine; null: none. */
const PAYMENTS = ['payproglobal', 'simulated'] as const;
export const payments = z.enum(PAYMENTS).nullable();

const count = z.int().min(0);
export const period = named(BILLING_PERIODS);
export const orderStatus = z.enum(ORDER_STATES);
export const subscriptionStatus = z.enum(SUBSCRIPTION_STATES);
export const renewalType = z.enum(RENEWAL_TYPES);
export const notificationState = z.enum(NOTIFICATION_STATES);

/** In units of the currency, with its decimals. */
export const amount = z.number().min(0).max(LARGEST_AMOUNT);
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
		/** Days before the first charge; 0: none. */
		trial_days: count,
		prices: z.array(price),
	})
	.meta({ id: 'Offer' });

export const product = z
	.object({
		id,
		name: z.string(),
		license: licence,
		period,
		/** The payment provider's id of the plan. */
		provider_product_id: z.string().nullable(),
		trial_days: count,
		/** Whether it can be ordered; existing orders continue. */
		is_active: z.boolean(),
		prices: z.array(price),
		created: isoTime,
		updated: isoTime,
	})
	.meta({ id: 'Product' });

export const productFields = {
	name: text(100),
	license: licence,
	period,
	provider_product_id: text(64).nullable(),
	trial_days: z.int().min(0).max(365),
	is_active: z.boolean(),
};

/** One payment of an order: the first or a recurring one. */
export const charge = z
	.object({
		/** The payment provider's order id. */
		provider_order_id: z.string(),
		status: orderStatus,
		time: isoTime,
		amount: amount.nullable(),
		currency: z.string().nullable(),
		/** The provider's invoice page. */
		invoice_url: z.string().nullable(),
	})
	.meta({ id: 'Charge' });

export const order = z
	.object({
		id,
		/** A short code for people and the payment provider. */
		code: z.string(),
		status: orderStatus,
		product_id: id,
		name: z.string(),
		license: licence,
		period,
		currency: z.string(),
		/** At the time of the order. */
		amount,
		coupon: z.string().nullable(),
		/** As named by the provider; null before a payment. */
		payment_method: z.string().nullable(),
		/** Where to pay a pending order; null for other orders, and without a payment provider. */
		checkout_url: z.string().nullable(),
		/** Its payments, the newest first. */
		charges: z.array(charge),
		created: isoTime,
		updated: isoTime,
		/** When it was first paid. */
		paid: isoTime.nullable(),
		/** The owner's address. */
		email: z.string(),
		/** The payment provider's order id, for administrators. */
		provider_order_id: z.string().nullable(),
	})
	.meta({ id: 'Order' });

export const subscription = z
	.object({
		id,
		status: subscriptionStatus,
		/** The order that started it. */
		order_id: id,
		order_code: z.string(),
		name: z.string(),
		license: licence,
		period,
		renewal_type: renewalType,
		/** End of the paid period or of the trial. */
		paid_until: isoTime.nullable(),
		/** When the licence ends: later than paid_until while a charge is pending; null where the subscription grants none. */
		licence_until: isoTime.nullable(),
		is_on_trial: z.boolean(),
		/** null where nothing will be charged. */
		next_charge: z.object({ time: isoTime, amount: amount.nullable(), currency: z.string().nullable() }).nullable(),
		/** Failed charges since the last successful one. */
		failed_attempts: count,
		created: isoTime,
		updated: isoTime,
		email: z.string(),
		/** The payment provider's subscription id, for administrators. */
		provider_subscription_id: z.string(),
	})
	.meta({ id: 'Subscription' });

/** A payment notification as administrators see it. */
export const notice = z
	.object({
		id,
		state: notificationState,
		type: z.string(),
		provider_order_id: z.string(),
		provider_subscription_id: z.string().nullable(),
		/** The order that it is about, once known. */
		order_id: id.nullable(),
		received: isoTime,
		worked: isoTime.nullable(),
		/** Processing attempts. */
		attempts: count,
		/** Times it was received. */
		copies: count,
		/** Why it was refused, or why processing failed. */
		reason: z.string().nullable(),
	})
	.meta({ id: 'PaymentNotice' });

/** Requests to the payment webhook that were not payment notifications, on one UTC day. */
export const rejectedRequests = z
	.object({ date: z.iso.date(), hook: z.enum(['live', 'test']), reason: z.string(), count })
	.meta({ id: 'TurnedAway' });
