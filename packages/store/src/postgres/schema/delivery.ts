import { MESSAGE_SERVICES } from '@sw/domain/inbox/message-channel';
import { customType, index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../orm/drizzle.ts';
import { users } from './accounts.ts';
import { instant } from './columns.ts';
import { deliveries } from './inbox.ts';

function ownerColumn() {
	return uuid()
		.notNull()
		.references(() => users.id, { onDelete: 'cascade' });
}

/** Browsers that receive push messages, with their subscriptions. */
export const pushSubscriptions = pgTable(
	'push_subscriptions',
	{
		id: uuid().primaryKey().defaultRandom(),
		userId: ownerColumn(),
		endpoint: text().notNull().unique('push_subscriptions_endpoint'),
		p256dh: text().notNull(),
		auth: text().notNull(),
		/** Our public key with which the browser subscribed. The browser accepts only messages signed with that key. */
		serverKey: text().notNull(),
		/** The browser's user agent. */
		agent: text().notNull(),
		createdAt: instant().notNull(),
		deliveredAt: instant(),
	},
	(t) => [index('push_subscriptions_user').on(t.userId, t.createdAt)],
);

/** Browsers that have accepted a delivery to several browsers, so that a retry only goes to the others. */
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

/** Users' own URLs to which filter alerts are posted. */
export const webhooks = pgTable('webhooks', {
	userId: ownerColumn().primaryKey(),
	url: text().notNull(),
	/** Needed to sign requests, and therefore stored unhashed. */
	secret: text().notNull(),
	createdAt: instant().notNull(),
	deliveredAt: instant(),
	/** Failed attempts since the last successful one. */
	failures: integer().notNull().default(0),
	failingSince: instant(),
});

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** Users' connections to ntfy, Gotify, Telegram, Discord and Slack. Address and token are needed for sending, so they are stored unhashed. */
export const messageChannels = pgTable(
	'message_channels',
	{
		id: uuid().primaryKey().defaultRandom(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		service: text({ enum: MESSAGE_SERVICES }).notNull(),
		name: text().notNull(),
		/** URL, or the id of a Telegram chat; null until the chat has sent its code. */
		address: text(),
		token: text(),
		/** SHA-256 of the code that links a chat; null once it is used. */
		codeHash: bytes().unique('message_channels_code'),
		codeEnds: instant(),
		createdAt: instant().notNull(),
		deliveredAt: instant(),
		/** Failed attempts since the last successful one. */
		failures: integer().notNull().default(0),
		failingSince: instant(),
		/** The service asked for no messages before this time. */
		pausedUntil: instant(),
		stoppedAt: instant(),
		stoppedWhy: text(),
	},
	(t) => [
		index('message_channels_user').on(t.userId, t.createdAt),
		uniqueIndex('message_channels_address').on(t.userId, t.service, t.address).where(sql`${t.address} is not null`),
	],
);

/** Channels that have accepted a delivery to several channels, so that a retry only goes to the others. */
export const channelReceipts = pgTable(
	'channel_receipts',
	{
		deliveryId: uuid()
			.notNull()
			.references(() => deliveries.id, { onDelete: 'cascade' }),
		channelId: uuid()
			.notNull()
			.references(() => messageChannels.id, { onDelete: 'cascade' }),
	},
	(t) => [primaryKey({ columns: [t.deliveryId, t.channelId] }), index('channel_receipts_channel').on(t.channelId)],
);
