import type { BillingMail } from '@sw/domain/billing/mail';
import { NOTICE_STATES, type NoticeFields } from '@sw/domain/billing/notice';
import { type Charge, ORDER_STATES } from '@sw/domain/billing/order';
import { BILLING_PERIODS, type BillingPeriod } from '@sw/domain/billing/plan';
import { RENEWAL_TYPES, SUBSCRIPTION_STATES } from '@sw/domain/billing/subscription';
import { LICENCES } from '@sw/domain/reports/licence';
import { sql } from 'drizzle-orm';
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
	text,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core';
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
		/** By which the payment provider knows it. */
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

/** What somebody ordered, as it was then. State, payments and licence are made of its notices. */
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
		/** By which the payment provider knew the plan then. */
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
		/** The end of what was paid once, without a subscription. */
		licenceUntil: instant(),
		createdAt: instant().notNull(),
		updatedAt: instant().notNull(),
		paidAt: instant(),
		/** Its owner took it back while it waited. */
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
		/** What its owner or an administrator asked for and the provider agreed to. */
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

/** Notices of payments as they came, before anything is made of them. */
export const paymentNotices = pgTable(
	'payment_notices',
	{
		id: uuid().primaryKey(),
		/** Order of coming. */
		number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
		/** SHA-256 of what stays the same however often it is sent. */
		key: text().notNull().unique('payment_notices_key'),
		state: text({ enum: NOTICE_STATES }).notNull(),
		typeId: integer().notNull(),
		type: text().notNull(),
		providerOrderId: text().notNull(),
		providerSubscriptionId: text(),
		fields: jsonb().$type<NoticeFields>().notNull(),
		receivedAt: instant().notNull(),
		workedAt: instant(),
		attempts: integer().notNull().default(0),
		copies: integer().notNull().default(1),
		reason: text(),
		orderId: uuid().references(() => orders.id, { onDelete: 'set null' }),
		/** Not to be worked on before. */
		dueAt: instant().notNull(),
		/** When what tells of a person was taken out of its fields. */
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

/** Of accounts that pay: what stood in them besides, and what was written last. */
export const billingStandings = pgTable(
	'billing_standings',
	{
		userId: uuid()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		baseLicense: text({ enum: LICENCES }),
		baseUntil: instant(),
		writtenLicense: text({ enum: LICENCES }),
		writtenUntil: instant(),
		/** When it is to be looked at again; null: not before the next notice. */
		lookAt: instant(),
	},
	(t) => [index('billing_standings_look').on(t.lookAt)],
);

/** Mails that were decided on, each once: they lie here until they are sent, so that none is lost with the process that was about to. */
export const billingMails = pgTable(
	'billing_mails',
	{
		key: text().primaryKey(),
		at: instant().notNull(),
		/** null: it was sent, or given up. */
		mail: jsonb().$type<BillingMail>(),
		/** Times that somebody began to send it. */
		attempts: integer().notNull().default(0),
		/** Not to be sent before: while it is being sent, and after a try in vain. */
		dueAt: instant(),
	},
	(t) => [index('billing_mails_due').on(t.dueAt).where(sql`${t.mail} is not null`)],
);

/** What came to a hook and was no notice: counted, not kept. */
export const turnedAway = pgTable(
	'turned_away',
	{
		/** A day of UTC. */
		date: date({ mode: 'string' }).notNull(),
		hook: text({ enum: ['live', 'test'] }).notNull(),
		reason: text().notNull(),
		count: integer().notNull(),
	},
	(t) => [primaryKey({ columns: [t.date, t.hook, t.reason] })],
);
