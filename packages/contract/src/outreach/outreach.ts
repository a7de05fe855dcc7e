import { firstError, type Rule } from '@sw/domain/access/form-rules';
import { contactRules, MAX_REPLY_LENGTH } from '@sw/domain/outreach/contact-message';
import { WAIT_LIST_SOURCES, waitListEmailRules } from '@sw/domain/outreach/wait-list';
import { z } from 'zod';
import { captcha, email, emptyBody, formField, id, singleLine } from '../accounts/schemas.ts';
import { calendarDate, createSpanCheck, flag, isoTime, nonEmptyText, paging, possiblyEmptyText, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';

const count = z.int().min(0);
const source = z.enum(WAIT_LIST_SOURCES);
const waitListEmail = formField(waitListEmailRules).meta({ examples: ['ann@example.com'] });

function createRuleCheck(rules: readonly Rule[]) {
	return (value: string, context: z.RefinementCtx) => {
		const error = firstError(value, rules);
		if (error !== null) context.addIssue({ code: 'custom', message: error });
	};
}

const entry = z.object({ email: z.string(), source, created: isoTime }).meta({ id: 'WaitListEntry' });

const contactMessage = z
	.object({
		id,
		time: isoTime,
		email: z.string().describe("The sender's address."),
		name: z.string().describe('Empty if not given, as is the subject.'),
		subject: z.string(),
		message: z.string(),
		dealt_with_at: isoTime.nullable().describe('Null: not dealt with yet.'),
	})
	.meta({ id: 'ContactLetter' });

/** Selects one wait-list sign-up by its address, ignoring case, and its source. */
const entryRequest = { params: strictObject({ email: waitListEmail }), query: strictObject({ source }) };

/** Maximum characters of any field. Above every limit in `contactRules`, so that users see the messages of those rules. */
const MAX_FIELD_LENGTH = 20_000;

/** Wait-list sign-ups and contact messages. */
export const outreach = {
	waitList: {
		method: 'GET',
		path: '/api/wait-list',
		access: 'admin',
		summary: 'List wait-list sign-ups, newest first, filtered by part of address, source and New York dates',
		query: strictObject({
			Email: singleLine(256).optional(),
			Source: source.optional(),
			From: calendarDate.optional(),
			To: calendarDate.optional().describe('Inclusive.'),
			...paging,
		}).check(createSpanCheck('From', 'To')),
		answers: { 200: z.object({ items: z.array(entry), total_count: count }) },
		errors: [400, 401, 403],
	},
	joinWaitList: {
		method: 'POST',
		path: '/api/wait-list',
		access: 'public',
		summary: 'Add an address to the wait-list, once per source',
		body: strictObject({ email: waitListEmail, source }),
		answers: { 201: entry },
		errors: [400, 409],
		rate: 30,
	},
	waitListEntry: {
		method: 'GET',
		path: '/api/wait-list/{email}',
		access: 'admin',
		summary: 'Get a wait-list sign-up and whether its address has an account by now',
		...entryRequest,
		answers: { 200: entry.extend({ has_account: z.boolean() }) },
		errors: [400, 401, 403, 404],
	},
	deleteWaitListEntry: {
		method: 'DELETE',
		path: '/api/wait-list/{email}',
		access: 'admin',
		summary: 'Remove an address from the wait-list of one source',
		...entryRequest,
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	contactUs: {
		method: 'POST',
		path: '/api/contact-us',
		access: 'public',
		summary: 'Send a contact message to the operator; at most three per hour from one address',
		headers: captcha,
		body: strictObject({
			email,
			name: singleLine(MAX_FIELD_LENGTH).superRefine(createRuleCheck(contactRules.name)).default(''),
			subject: singleLine(MAX_FIELD_LENGTH).superRefine(createRuleCheck(contactRules.subject)).default(''),
			message: possiblyEmptyText(MAX_FIELD_LENGTH)
				.superRefine(createRuleCheck(contactRules.message))
				.meta({ examples: ['When does the market open?'] }),
		}),
		answers: { 200: z.object({ id, time: isoTime }) },
		errors: [400],
		rate: 30,
	},
	contactLetters: {
		method: 'GET',
		path: '/api/contact-letters',
		access: 'admin',
		summary: 'List contact messages, newest first, filtered by part of address, name or subject and by whether they are done',
		query: strictObject({ q: singleLine(200).optional(), dealt_with: flag.optional(), ...paging }),
		answers: { 200: z.object({ items: z.array(contactMessage), total_count: count }) },
		errors: [400, 401, 403],
	},
	answerContactLetter: {
		method: 'POST',
		path: '/api/contact-letters/{id}/answer',
		access: 'admin',
		summary: 'Answer a contact message by mail and, if its address has an account, in the inbox; marks it as done',
		params: strictObject({ id }),
		body: strictObject({ text: nonEmptyText(MAX_REPLY_LENGTH) }),
		answers: { 200: contactMessage },
		errors: [400, 401, 403, 404],
	},
	changeContactLetter: {
		method: 'PATCH',
		path: '/api/contact-letters/{id}',
		access: 'admin',
		summary: 'Mark a contact message as done or not done',
		params: strictObject({ id }),
		body: strictObject({ dealt_with: z.boolean() }),
		answers: { 200: contactMessage },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
