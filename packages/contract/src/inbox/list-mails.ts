import { LIST_MAIL_SLOTS } from '@sw/domain/inbox/list-mail';
import { z } from 'zod';
import { emptyBody } from '../accounts/schemas.ts';
import { integer, isoTime, MAX_ROW_ID, strictObject, tab } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { filterId } from '../base/list-schemas.ts';

const slot = z
	.enum(LIST_MAIL_SLOTS as [string, ...string[]])
	.describe('New York time of the report, each trading day; after an early close, the last report of the session.')
	.meta({ examples: ['10:00'] });

const listMail = z
	.object({
		id: z.int(),
		filter: z.int().nullable().describe('The saved filter whose list is sent; null: the list of the tab.'),
		filter_name: z
			.string()
			.nullable()
			.describe('Its name; null without one.')
			.meta({ examples: ['Heavy openings'] }),
		tab_type: tab,
		slot,
		next: isoTime.nullable().describe('The next report that is sent; null where the calendar ends.'),
	})
	.meta({ id: 'ListMail' });

/** Lists that are mailed on each trading day. */
export const listMailCalls = {
	listMails: {
		method: 'GET',
		path: '/api/list-mails',
		access: 'licence',
		scope: 'account:read',
		summary: "List the caller's scheduled lists by mail, by time of day",
		answers: {
			200: z.object({ items: z.array(listMail), allowed: z.int().min(0).describe('Limit of an account.') }).meta({ id: 'ListMails' }),
		},
		errors: [401, 403],
	},
	addListMail: {
		method: 'POST',
		path: '/api/list-mails',
		access: 'licence',
		summary: 'Schedule a list by mail, each trading day with the report of a time of day',
		description:
			'The mail has the first tickers in order of rank with their rates, and a link to that report. It is sent once a day, also where the channel of alert mails is off; its unsubscribe link deletes all schedules of the account.',
		body: strictObject({
			filter: filterId.nullable().default(null).describe('A saved filter; its tab is used. Default: the list of the tab.'),
			tab_type: tab,
			slot,
		}),
		answers: { 201: listMail },
		errors: [400, 401, 403, 404],
	},
	deleteListMail: {
		method: 'DELETE',
		path: '/api/list-mails/{id}',
		access: 'licence',
		summary: 'Delete a scheduled list',
		params: strictObject({ id: integer(1, MAX_ROW_ID) }),
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
