import { ANNOUNCEMENT_LENGTH, AUDIENCES } from '@sw/domain/inbox/announcement';
import { CHANNELS, DAILY_DELIVERY_LIMITS, DELIVERY_TIMES, MAX_COOL_DOWN } from '@sw/domain/inbox/delivery';
import { MESSAGE_KINDS } from '@sw/domain/inbox/message';
import { isZone } from '@sw/domain/time/any-zone';
import { z } from 'zod';
import { emptyBody, singleLine } from '../accounts/schemas.ts';
import {
	flag,
	instant,
	integer,
	isoTime,
	nonEmptyText,
	operation,
	paging,
	possiblyEmptyText,
	sectorKey,
	strictObject,
	tab,
	timeframeName,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { responseGroups } from '../base/groups.ts';
import { filterId } from '../base/list-schemas.ts';
import { card } from '../base/report-schemas.ts';
import { feedCalls } from './feeds.ts';
import { listMailCalls } from './list-mails.ts';
import { tickerAlertCalls } from './ticker-alerts.ts';

const count = z.int().min(0);
const kind = z.enum(MESSAGE_KINDS);
const channel = z.enum(CHANNELS);

/** A 64-bit id from PostgreSQL, limited to the integers that JavaScript represents exactly. */
const rowId = integer(1, Number.MAX_SAFE_INTEGER);
const idParams = strictObject({ id: rowId });

const headFields = {
	id: z.int(),
	kind,
	subject: z.string().describe("For a filter alert, the filter's name at that time."),
	/** Such as '3 entered, 2 left', or the first words of the text. */
	summary: z.string(),
	created: isoTime,
	read: z.boolean(),
	filter: z.int().nullable().describe('The filter that it is about; null without one, or where the filter was deleted.'),
	report: isoTime.nullable().describe('The report that it is about.'),
	entered: count,
	left: count,
};

export const messageHead = z.object(headFields).meta({ id: 'MessageHead' });

/** A ticker that entered or left, as of the alert's report. */
const alertCard = card
	.extend({
		why: z.string().nullable().describe('Why it left, in plain language; null for one that entered.'),
		notified: z.boolean().describe('For one that entered: false during its cool-down, while mails and webhooks list it separately.'),
	})
	.meta({ id: 'NoticeCard' });

const filterAlert = z
	.object({
		report: isoTime,
		version: z.int().min(1),
		since: isoTime.describe('The report that it is compared with.'),
		open: z.boolean().describe("Whether the caller's licence opens the report now."),
		tab_type: tab,
		timeframes: z.array(timeframeName).describe("The timeframes of each card's `intersections`."),
		operation,
		filters: z.array(z.object({ sector: sectorKey, timeframe: timeframeName, value: z.int() })),
		groups: responseGroups,
		entered: z.array(alertCard).describe('In the order of the list, at most 60; the head counts them all.'),
		left: z.array(alertCard),
		matches: count.describe('Tickers that matched in the report and in the one before, and those that could have.'),
		matched_before: count,
		of: count,
	})
	.meta({ id: 'FilterNotice' });

/** Identifies a ticker's wheel in a report. */
const wheelReference = z
	.object({ ticker_id: z.int(), report: isoTime, tab_type: tab, timeframes: z.array(timeframeName) })
	.meta({ id: 'NamedWheel' });

export const message = z
	.object({
		...headFields,
		text: z.string().nullable().describe('Paragraphs; null for a filter alert.'),
		link: z
			.string()
			.nullable()
			.meta({ description: 'The page of the product that it links to.', examples: ['/ticker/1'] }),
		wheel: wheelReference.nullable().describe('For an alert on a ticker, the wheel in the report in which it fired; `link` leads to it.'),
		notice: filterAlert.nullable().describe('Null for other messages, and where the report is no longer stored.'),
	})
	.meta({ id: 'Message' });

const announcement = z
	.object({
		id: z.int(),
		subject: z.string(),
		text: z.string(),
		audience: z.enum(AUDIENCES),
		created: isoTime,
		ends: isoTime,
		shown: count.describe('Accounts that have received it, and those that have read it.'),
		read: count,
	})
	.meta({ id: 'Announcement' });

export const messageCalls = {
	messages: {
		method: 'GET',
		path: '/api/messages',
		access: 'user',
		scope: 'account:read',
		summary: "List the caller's messages, newest first, filtered by kind, filter, part of subject or text, or ticker symbol",
		query: strictObject({
			kind: kind.optional(),
			unread: flag.optional(),
			filter: filterId.optional(),
			q: singleLine(200).optional(),
			...paging,
		}),
		answers: { 200: z.object({ items: z.array(messageHead), total_count: count, unread_count: count }).meta({ id: 'MessageList' }) },
		errors: [400, 401, 403],
	},
	unreadMessages: {
		method: 'GET',
		path: '/api/messages/unread',
		access: 'user',
		scope: 'account:read',
		summary: "Count the caller's unread messages",
		answers: { 200: z.object({ count }) },
		errors: [401, 403],
	},
	message: {
		method: 'GET',
		path: '/api/messages/{id}',
		access: 'user',
		scope: 'account:read',
		summary: 'Get a message; a filter alert includes the cards of tickers that entered and left',
		params: idParams,
		answers: { 200: message },
		errors: [400, 401, 403, 404],
	},
	changeMessage: {
		method: 'PATCH',
		path: '/api/messages/{id}',
		access: 'user',
		summary: 'Mark a message as read or unread; `deleted: false` restores one deleted less than a day ago',
		params: idParams,
		body: strictObject({ read: z.boolean().optional(), deleted: z.literal(false).optional() }),
		answers: { 200: messageHead },
		errors: [400, 401, 403, 404],
	},
	deleteMessage: {
		method: 'DELETE',
		path: '/api/messages/{id}',
		access: 'user',
		summary: 'Delete a message',
		params: idParams,
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	readMessages: {
		method: 'POST',
		path: '/api/messages/read',
		access: 'user',
		summary: 'Mark all messages, or all of one kind, as read',
		body: strictObject({ kind: kind.optional() }),
		answers: { 200: z.object({ changed: count }) },
		errors: [400, 401, 403],
	},
	announce: {
		method: 'POST',
		path: '/api/messages',
		access: 'admin',
		summary: 'Publish an announcement to all accounts or those with a licence, until it expires; later accounts see it too',
		body: strictObject({
			subject: singleLine(ANNOUNCEMENT_LENGTH.subject).pipe(nonEmptyText(ANNOUNCEMENT_LENGTH.subject)),
			text: nonEmptyText(ANNOUNCEMENT_LENGTH.text),
			audience: z.enum(AUDIENCES),
			ends: instant,
		}),
		answers: { 201: announcement },
		errors: [400, 401, 403],
	},
	announcements: {
		method: 'GET',
		path: '/api/announcements',
		access: 'admin',
		summary: 'List announcements, newest first',
		query: strictObject(paging),
		answers: { 200: z.object({ items: z.array(announcement), total_count: count }).meta({ id: 'AnnouncementList' }) },
		errors: [400, 401, 403],
	},
	deleteAnnouncement: {
		method: 'DELETE',
		path: '/api/announcements/{id}',
		access: 'admin',
		summary: 'Withdraw an announcement and remove it from all inboxes',
		params: idParams,
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;

const timeOfDay = z
	.string()
	.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day, such as 08:30')
	.meta({ examples: ['22:00'] });
const zone = possiblyEmptyText(64).refine(isZone, 'Unknown time zone: use an IANA name, such as Europe/Vienna');

const settingFields = {
	when: z.enum(DELIVERY_TIMES),
	zone: zone.meta({
		description: 'An IANA time zone. Quiet hours and the day of `most_a_day` follow its wall clock.',
		examples: ['Europe/Vienna'],
	}),
	most_a_day: z
		.int()
		.min(DAILY_DELIVERY_LIMITS.least)
		.max(DAILY_DELIVERY_LIMITS.most)
		.describe('Daily limit of deliveries per channel; the rest waits for the next day.'),
	cool_down: z
		.int()
		.min(0)
		.max(MAX_COOL_DOWN)
		.describe('Minutes of market time: a ticker that was in the list within them is not reported again when it comes back.'),
	only_favourites: z.boolean(),
	mail: z.boolean(),
	push: z.boolean(),
	webhook: z.boolean(),
	app: z.boolean(),
};
const quietFields = { on: z.boolean(), from: timeOfDay, to: timeOfDay };

export const deliverySettings = z
	.object({
		...settingFields,
		quiet: z.object(quietFields),
		stopped: z
			.array(z.object({ channel, why: z.string(), since: isoTime }))
			.describe('Channels that were disabled after failures, with the reason; switching one on tries it again.'),
		addresses: z.array(z.object({ filter: z.int(), created: isoTime })).describe('Filters whose alerts can be read at a private address.'),
	})
	.meta({ id: 'DeliverySettings' });

export const deliverySettingCalls = {
	deliverySettings: {
		method: 'GET',
		path: '/api/me/delivery',
		access: 'user',
		summary: "Get the caller's delivery settings for filter alerts",
		answers: { 200: deliverySettings },
		errors: [401, 403],
	},
	changeDeliverySettings: {
		method: 'PATCH',
		path: '/api/me/delivery',
		access: 'user',
		summary: 'Change the given delivery settings',
		body: strictObject(settingFields)
			.partial()
			.extend({ quiet: strictObject(quietFields).partial().optional() }),
		answers: { 200: deliverySettings },
		errors: [400, 401, 403],
	},
} as const satisfies Area;

/** Messages to accounts, and how they are delivered. */
export const inbox = {
	...messageCalls,
	...deliverySettingCalls,
	...feedCalls,
	...tickerAlertCalls,
	...listMailCalls,
} as const satisfies Area;

export type MessageHead = z.output<typeof messageHead>;
