import { AUDIENCES } from '@sw/domain/inbox/announcement';
import { CHANNELS, DELIVERY_STATES, DELIVERY_TIMES } from '@sw/domain/inbox/delivery';
import { MESSAGE_KINDS, type NoticeContent, type WrittenContent } from '@sw/domain/inbox/message';
import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { instant } from './columns.ts';
import { filters } from './filters.ts';

const owner = () => uuid().references(() => users.id, { onDelete: 'cascade' });
const numbered = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
const tickerIds = () => integer().array();

/** What the house tells many at once. */
export const announcements = pgTable(
	'announcements',
	{
		id: numbered(),
		subject: text().notNull(),
		text: text().notNull(),
		audience: text({ enum: AUDIENCES }).notNull(),
		createdAt: instant().notNull(),
		endsAt: instant().notNull(),
	},
	(t) => [index('announcements_newest').on(t.createdAt, t.id), index('announcements_end').on(t.endsAt)],
);

/** The inboxes. A filter's notice keeps the numbers of tickers; what is shown of them is read from the report, which never changes. */
export const messages = pgTable(
	'messages',
	{
		id: numbered(),
		userId: owner().notNull(),
		kind: text({ enum: MESSAGE_KINDS }).notNull(),
		/** Under which it is told once; null for filters, which have their report. */
		key: text(),
		/** Outlives the filter, so it refers to none. */
		filterId: integer(),
		reportTime: instant(),
		reportVersion: integer(),
		/** The report that it is compared with. */
		sinceTime: instant(),
		sinceVersion: integer(),
		entered: tickerIds(),
		left: tickerIds(),
		/** Those of `entered` that are told outside the inbox; null: all. */
		told: tickerIds(),
		subject: text().notNull(),
		content: jsonb().$type<NoticeContent | WrittenContent>().notNull(),
		announcementId: bigint({ mode: 'number' }).references(() => announcements.id, { onDelete: 'cascade' }),
		createdAt: instant().notNull(),
		readAt: instant(),
		deletedAt: instant(),
	},
	(t) => [
		// A second version of a report, and a job that is done again, make no second message.
		uniqueIndex('messages_filter_report').on(t.filterId, t.reportTime),
		uniqueIndex('messages_key').on(t.userId, t.key).where(sql`${t.key} is not null`),
		index('messages_newest').on(t.userId, t.createdAt, t.id),
		index('messages_unread').on(t.userId).where(sql`${t.readAt} is null and ${t.deletedAt} is null`),
		index('messages_announcement').on(t.announcementId).where(sql`${t.announcementId} is not null`),
		// Rows lie in the order of time: for the daily sweep a coarse index does.
		index('messages_end').using('brin', t.createdAt),
	],
);

/** Reports of which notices have been made, in the version that they were made of: the next ones are compared with these. */
export const noticedReports = pgTable('noticed_reports', {
	time: instant().primaryKey(),
	version: integer().notNull(),
	/** null: not all of them yet. */
	madeAt: instant(),
});

/** Where others read the notices of a filter, without signing in. */
export const feedAddresses = pgTable('feed_addresses', {
	filterId: integer()
		.primaryKey()
		.references(() => filters.id, { onDelete: 'cascade' }),
	/** SHA-256 of what stands in the address. */
	tokenHash: bytes().notNull().unique('feed_addresses_token'),
	createdAt: instant().notNull(),
});

/** How an account wants to hear of its filters; without a row as the house has it. Mail stands among the account's preferences. */
export const deliverySettings = pgTable('delivery_settings', {
	userId: owner().primaryKey(),
	when: text({ enum: DELIVERY_TIMES }).notNull(),
	quietOn: boolean().notNull(),
	/** Minutes since midnight. */
	quietFrom: integer().notNull(),
	quietTo: integer().notNull(),
	zone: text().notNull(),
	mostADay: integer().notNull(),
	coolDown: integer().notNull(),
	onlyFavourites: boolean().notNull(),
	push: boolean().notNull(),
	webhook: boolean().notNull(),
	updatedAt: instant().notNull(),
});

/** Channels that the product has stopped by itself. */
export const stoppedChannels = pgTable(
	'stopped_channels',
	{
		userId: owner().notNull(),
		channel: text({ enum: CHANNELS }).notNull(),
		why: text().notNull(),
		since: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.channel] })],
);

/** What is to leave the product: messages of one account by one channel, at one moment. */
export const deliveries = pgTable(
	'deliveries',
	{
		/** Receivers see it: sent twice it is the same. */
		id: uuid().primaryKey().defaultRandom(),
		userId: owner().notNull(),
		channel: text({ enum: CHANNELS }).notNull(),
		/** What gathers in one delivery has the same. */
		moment: text().notNull(),
		messageIds: bigint({ mode: 'number' }).array().notNull(),
		/** Not before this instant of the wall; retries and quiet hours move it. */
		dueAt: instant().notNull(),
		/** Nor before the market clock shows this; null: whatever it shows. */
		marketDue: instant(),
		state: text({ enum: DELIVERY_STATES }).notNull().default('waiting'),
		/** Times that it was taken; once it was, no message joins it any more. */
		attempts: integer().notNull().default(0),
		/** Why it waits, failed or was dropped, in words. */
		reason: text(),
		createdAt: instant().notNull(),
		deliveredAt: instant(),
	},
	(t) => [
		uniqueIndex('deliveries_gathering').on(t.userId, t.channel, t.moment).where(sql`${t.state} = 'waiting' and ${t.attempts} = 0`),
		index('deliveries_due').on(t.dueAt).where(sql`${t.state} = 'waiting'`),
		index('deliveries_user').on(t.userId, t.createdAt),
		index('deliveries_newest').on(t.createdAt, t.id),
		index('deliveries_state').on(t.state, t.createdAt),
	],
);
