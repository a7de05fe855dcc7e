import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { instant } from './columns.ts';
import { deliveries } from './inbox.ts';

const owner = () =>
	uuid()
		.notNull()
		.references(() => users.id, { onDelete: 'cascade' });

/** Browsers that take pushes, by what they gave to be reached. */
export const pushSubscriptions = pgTable(
	'push_subscriptions',
	{
		id: uuid().primaryKey().defaultRandom(),
		userId: owner(),
		endpoint: text().notNull().unique('push_subscriptions_endpoint'),
		p256dh: text().notNull(),
		auth: text().notNull(),
		/** The public key of this service that the browser was told of: with another one it takes nothing. */
		serverKey: text().notNull(),
		/** What the browser says it is. */
		agent: text().notNull(),
		createdAt: instant().notNull(),
		deliveredAt: instant(),
	},
	(t) => [index('push_subscriptions_user').on(t.userId, t.createdAt)],
);

/** Which browsers have taken a delivery that goes to several: another try is for the others alone. */
export const pushReceipts = pgTable(
	'push_receipts',
	{
		deliveryId: uuid()
			.notNull()
			.references(() => deliveries.id, { onDelete: 'cascade' }),
		subscriptionId: uuid()
			.notNull()
			.references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
	},
	(t) => [primaryKey({ columns: [t.deliveryId, t.subscriptionId] }), index('push_receipts_subscription').on(t.subscriptionId)],
);

/** Addresses of users' own that notices are posted to. */
export const webhooks = pgTable('webhooks', {
	userId: owner().primaryKey(),
	url: text().notNull(),
	/** Signatures are made of it, so it is kept as it is. */
	secret: text().notNull(),
	createdAt: instant().notNull(),
	deliveredAt: instant(),
	/** Tries in vain since the last one that was taken. */
	failures: integer().notNull().default(0),
	failingSince: instant(),
});
