import type { BillingMail } from '@sw/domain/billing/licence-state';
import { type Charge, ORDER_STATES, RENEWAL_TYPES, SUBSCRIPTION_STATES } from '@sw/domain/billing/order';
import { NOTIFICATION_STATES, type NotificationFields } from '@sw/domain/billing/payment-notification';
import { BILLING_PERIODS, type BillingPeriod } from '@sw/domain/billing/plan';
import { LICENCES } from '@sw/domain/reports/licence';
import {
	bigint,
	boolean,
	date,
	doublePrecision,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	sql,
	text,
	uniqueIndex,
	uuid,
} from '../orm/drizzle.ts';
import { users } from './accounts.ts';
import { instant } from './columns.ts';

const PERIODS = BILLING_PERIODS.map(({ name }) => name) as [BillingPeriod, ...BillingPeriod[]];

export const products = pgTable(
	'products',
	{
		id: uuid().primaryKey(),
		name: text().notNull(),
		license: text({ enum: LICENCES }).notNull(),
		period: text({ enum: PERIODS }).notNull(),
		/** The payment provider's id of the plan. */
		providerProductId: text().unique('products_provider'),
		trialDays: integer().notNull(),
		isActive: boolean().notNull(),
		createdAt: instant().notNull(),
		updatedAt: instant().notNull(),
	},
	(t) => [uniqueIndex('products_sold').on(t.license, t.period).where(sql`${t.isActive}`)],
);

export const prices = pgTable(
	'prices',
	{
		productId: uuid()
			.notNull()
			.references(() => products.id, { onDelete: 'cascade' }),
		currency: text().notNull(),
		/** Hundredths of the currency's unit. */
		cents: doublePrecision().notNull(),
	},
	(t) => [primaryKey({ columns: [t.productId, t.currency] })],
);

/** An order as it was placed. State, payments and licence are derived from its payment notifications. */
export const orders = pgTable(
	'orders',
	{
		id: uuid().primaryKey(),
		code: text().notNull(),
		userId: uuid().references(() => users.id, { onDelete: 'set null' }),
		productId: uuid()
			.notNull()
			.references(() => products.id),
		productName: text().notNull(),
		/** The payment provider's id of the plan at that time. */
		providerProductId: text(),
		license: text({ enum: LICENCES }).notNull(),
		period: text({ enum: PERIODS }).notNull(),
		trialDays: integer().notNull(),
		currency: text().notNull(),
		cents: doublePrecision().notNull(),
		coupon: text(),
		state: text({ enum: ORDER_STATES }).notNull(),
		paymentMethod: text(),
		providerOrderId: text(),
		charges: jsonb().$type<readonly Charge[]>().notNull().default([]),
		/** End of the period that a single payment covers, if there is no subscription. */
		licenceUntil: instant(),
		createdAt: instant().notNull(),
		updatedAt: instant().notNull(),
		paidAt: instant(),
		/** When the owner withdrew the pending order. */
		withdrawnAt: instant(),
	},
	(t) => [
		uniqueIndex('orders_code').on(sql`${t.code} text_pattern_ops`),
		index('orders_user').on(t.userId, t.createdAt),
		index('orders_newest').on(t.createdAt, t.id),
		index('orders_provider').on(sql`${t.providerOrderId} text_pattern_ops`),
		index('orders_product').on(t.productId),
		index('orders_waiting').on(t.updatedAt).where(sql`${t.state} = 'waiting' and ${t.withdrawnAt} is null`),
	],
);

export const subscriptions = pgTable(
	'subscriptions',
	{
		id: uuid().primaryKey(),
		providerId: text().notNull(),
		orderId: uuid()
			.notNull()
			.references(() => orders.id),
		userId: uuid().references(() => users.id, { onDelete: 'set null' }),
		license: text({ enum: LICENCES }).notNull(),
		period: text({ enum: PERIODS }).notNull(),
		state: text({ enum: SUBSCRIPTION_STATES }).notNull(),
		renewal: text({ enum: RENEWAL_TYPES }).notNull(),
		paidUntil: instant(),
		licenceUntil: instant(),
		isOnTrial: boolean().notNull(),
		nextChargeAt: instant(),
		nextChargeCents: doublePrecision(),
		nextChargeCurrency: text(),
		failedAttempts: integer().notNull(),
		/** The state that the owner or an administrator requested and the provider accepted. */
		askedState: text({ enum: ['finished', 'terminated'] }),
		askedRenewal: text({ enum: RENEWAL_TYPES }),
		askedRenewalAt: instant(),
		createdAt: instant().notNull(),
		updatedAt: instant().notNull(),
	},
	(t) => [
		uniqueIndex('subscriptions_provider').on(sql`${t.providerId} text_pattern_ops`),
		index('subscriptions_user').on(t.userId, t.createdAt),
		index('subscriptions_order').on(t.orderId),
		index('subscriptions_newest').on(t.createdAt, t.id),
		index('subscriptions_open').on(t.userId, t.createdAt).where(sql`${t.state} in ('active', 'suspended')`),
	],
);

/** Payment notifications as received, before they are processed. */
export const paymentNotifications = pgTable(
	'payment_notices',
	{
		id: uuid().primaryKey(),
		/** Order of arrival. */
		number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
		/** SHA-256 of the parts that are the same in every copy of a notification. */
		key: text().notNull().unique('payment_notices_key'),
		state: text({ enum: NOTIFICATION_STATES }).notNull(),
		typeId: integer().notNull(),
		type: text().notNull(),
		providerOrderId: text().notNull(),
		providerSubscriptionId: text(),
		fields: jsonb().$type<NotificationFields>().notNull(),
		receivedAt: instant().notNull(),
		workedAt: instant(),
		attempts: integer().notNull().default(0),
		copies: integer().notNull().default(1),
		reason: text(),
		orderId: uuid().references(() => orders.id, { onDelete: 'set null' }),
		/** Not to be processed before this time. */
		dueAt: instant().notNull(),
		/** When personal data was removed from `fields`. */
		strippedAt: instant(),
	},
	(t) => [
		index('payment_notices_due').on(t.dueAt, t.number).where(sql`${t.state} = 'received'`),
		index('payment_notices_whole').on(t.receivedAt).where(sql`${t.strippedAt} is null`),
		index('payment_notices_newest').on(t.number),
		index('payment_notices_state').on(t.state, t.number),
		index('payment_notices_order').on(t.orderId, t.number),
		index('payment_notices_provider_order').on(sql`${t.providerOrderId} text_pattern_ops`),
		index('payment_notices_provider_subscription').on(sql`${t.providerSubscriptionId} text_pattern_ops`),
	],
);

/** Paying accounts: the licence that each has without payments, and the licence last written to the account. */
export const licenceStates = pgTable(
	'billing_standings',
	{
		userId: uuid()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		baseLicense: text({ enum: LICENCES }),
		baseUntil: instant(),
		writtenLicense: text({ enum: LICENCES }),
		writtenUntil: instant(),
		/** When to check it again; null: only after the next notification. */
		lookAt: instant(),
	},
	(t) => [index('billing_standings_look').on(t.lookAt)],
);

/** Mails to send, each once. They are stored here until sent, so that none is lost if the process dies. */
export const billingMails = pgTable(
	'billing_mails',
	{
		key: text().primaryKey(),
		at: instant().notNull(),
		/** null: the mail was sent, or abandoned. */
		mail: jsonb().$type<BillingMail>(),
		/** Number of attempts to send it. */
		attempts: integer().notNull().default(0),
		/** Not to be sent before this time: set while it is being sent, and after a failed attempt. */
		dueAt: instant(),
	},
	(t) => [index('billing_mails_due').on(t.dueAt).where(sql`${t.mail} is not null`)],
);

/** Requests to the webhook that were not payment notifications: counted, not kept. */
export const rejectedRequests = pgTable(
	'turned_away',
	{
		/** A UTC day. */
		date: date({ mode: 'string' }).notNull(),
		hook: text({ enum: ['live', 'test'] }).notNull(),
		reason: text().notNull(),
		count: integer().notNull(),
	},
	(t) => [primaryKey({ columns: [t.date, t.hook, t.reason] })],
);
