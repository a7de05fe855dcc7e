import { AUDIENCES } from '@sw/domain/inbox/announcement';
import { CHANNELS, DELIVERY_STATES, DELIVERY_TIMES } from '@sw/domain/inbox/delivery';
import { type AlertContent, MESSAGE_KINDS, type WrittenContent } from '@sw/domain/inbox/message';
import { LICENCES } from '@sw/domain/reports/licence';
import { TABS, type Tab } from '@sw/domain/signals/sector';
import {
	bigint,
	boolean,
	customType,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	sql,
	text,
	unique,
	uniqueIndex,
	uuid,
} from '../orm/drizzle.ts';
import { users } from './accounts.ts';
import { instant } from './columns.ts';
import { filters } from './filters.ts';

const TAB_NAMES = TABS.map((tab) => tab.name) as [Tab, ...Tab[]];

function ownerColumn() {
	return uuid().references(() => users.id, { onDelete: 'cascade' });
}

function idColumn() {
	return bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
}

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

function tickerIdsColumn() {
	return integer().array();
}

/** Messages from administrators to many users. */
export const announcements = pgTable(
	'announcements',
	{
		id: idColumn(),
		subject: text().notNull(),
		text: text().notNull(),
		audience: text({ enum: AUDIENCES }).notNull(),
		createdAt: instant().notNull(),
		endsAt: instant().notNull(),
	},
	(t) => [index('announcements_newest').on(t.createdAt, t.id), index('announcements_end').on(t.endsAt)],
);

/** The inboxes. A filter alert stores only the ids of tickers: their details are in the report, which never changes. */
export const messages = pgTable(
	'messages',
	{
		id: idColumn(),
		userId: ownerColumn().notNull(),
		kind: text({ enum: MESSAGE_KINDS }).notNull(),
		/** Key that prevents duplicates; null for filter alerts, which are unique by filter and report. */
		key: text(),
		/** Not a foreign key: the alert outlives the filter. */
		filterId: integer(),
		reportTime: instant(),
		reportVersion: integer(),
		/** The earlier report with which the alert's report is compared. */
		sinceTime: instant(),
		sinceVersion: integer(),
		entered: tickerIdsColumn(),
		left: tickerIdsColumn(),
		/** The tickers of `entered` that are also sent outside the inbox; null: all. */
		told: tickerIdsColumn(),
		subject: text().notNull(),
		content: jsonb().$type<AlertContent | WrittenContent>().notNull(),
		announcementId: bigint({ mode: 'number' }).references(() => announcements.id, { onDelete: 'cascade' }),
		createdAt: instant().notNull(),
		readAt: instant(),
		deletedAt: instant(),
	},
	(t) => [
		// A second version of a report, or a repeated job, must not add a second message.
		uniqueIndex('messages_filter_report').on(t.filterId, t.reportTime),
		uniqueIndex('messages_key').on(t.userId, t.key).where(sql`${t.key} is not null`),
		index('messages_newest').on(t.userId, t.createdAt, t.id),
		index('messages_unread').on(t.userId).where(sql`${t.readAt} is null and ${t.deletedAt} is null`),
		index('messages_announcement').on(t.announcementId).where(sql`${t.announcementId} is not null`),
		// Rows are stored in order of time, so a coarse index suffices for the daily sweep.
		index('messages_end').using('brin', t.createdAt),
	],
);

/** Reports whose alerts have been evaluated for a licence, with the version used. The licence's next report is compared with the newest of them. */
export const evaluatedReports = pgTable(
	'noticed_reports',
	{
		time: instant().notNull(),
		/** null: written before licences were recorded, for all licences that could open the report when it was published. */
		licence: text({ enum: LICENCES }),
		version: integer().notNull(),
		/** Whether lists of filters were compared; false: only alerts on tickers. */
		lists: boolean().notNull().default(true),
		/** null in older rows. */
		beganAt: instant(),
		/** null: not complete yet. */
		madeAt: instant(),
	},
	(t) => [unique('noticed_reports_licence').on(t.time, t.licence).nullsNotDistinct()],
);

/** Private URLs at which the alerts of a filter can be read without signing in. */
export const feedAddresses = pgTable('feed_addresses', {
	filterId: integer()
		.primaryKey()
		.references(() => filters.id, { onDelete: 'cascade' }),
	/** SHA-256 of the token in the URL. */
	tokenHash: bytes().notNull().unique('feed_addresses_token'),
	createdAt: instant().notNull(),
});

/** An account's settings for filter alerts; without a row the defaults apply. Mail is one of the account's preferences. */
export const deliverySettings = pgTable('delivery_settings', {
	userId: ownerColumn().primaryKey(),
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
	app: boolean().notNull().default(false),
	updatedAt: instant().notNull(),
});

/** Lists that an account receives by mail on each trading day. */
export const listMails = pgTable(
	'list_mails',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		userId: ownerColumn().notNull(),
		/** null: the list of the tab. */
		filterId: integer().references(() => filters.id, { onDelete: 'cascade' }),
		tab: text({ enum: TAB_NAMES }).notNull(),
		/** New York time of the report, 'HH:MM'. */
		slot: text().notNull(),
		/** Market time at which the schedule was created: earlier reports aren't sent. */
		since: instant().notNull(),
		createdAt: instant().notNull(),
	},
	(t) => [
		index('list_mails_user').on(t.userId, t.id),
		index('list_mails_slot').on(t.slot),
		index('list_mails_filter').on(t.filterId).where(sql`${t.filterId} is not null`),
	],
);

/** Channels that were stopped after failures. */
export const stoppedChannels = pgTable(
	'stopped_channels',
	{
		userId: ownerColumn().notNull(),
		channel: text({ enum: CHANNELS }).notNull(),
		why: text().notNull(),
		since: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.channel] })],
);

/** Outgoing deliveries: messages of one account by one channel, at one moment. */
export const deliveries = pgTable(
	'deliveries',
	{
		/** Sent to receivers, so that they can ignore duplicates. */
		id: uuid().primaryKey().defaultRandom(),
		userId: ownerColumn().notNull(),
		channel: text({ enum: CHANNELS }).notNull(),
		/** Messages with the same value are combined in one delivery. */
		moment: text().notNull(),
		messageIds: bigint({ mode: 'number' }).array().notNull(),
		/** Not to be sent before this wall-clock time; retries and quiet hours postpone it. */
		dueAt: instant().notNull(),
		/** Not to be sent before the market clock reaches this time; null: no such limit. */
		marketDue: instant(),
		state: text({ enum: DELIVERY_STATES }).notNull().default('waiting'),
		/** Number of attempts. After the first one, no more messages are added. */
		attempts: integer().notNull().default(0),
		/** Why it is waiting, failed or was dropped, in plain language. */
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
