import { MAX_AUDIT_COUNT } from '@sw/domain/access/audit';
import { USER_SORT_COLUMNS } from '@sw/domain/access/user';
import { z } from 'zod';
import { calendarDate, createSpanCheck, instant, integer, isoTime, licence, paging, sortDirection, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { email, emptyBody, id, newPassword, personName, role, session, singleLine, status, user } from './schemas.ts';

const licenceFields = { license: licence.nullable(), license_expires: instant.nullable() };
const count = z.int().min(0);

const auditEntry = z
	.object({
		id: z.int(),
		time: isoTime,
		actor: z.string().meta({
			description: 'Address of the account that acted, or the name of the part of the product that did.',
			examples: ['admin@example.com'],
		}),
		act: z.string(),
		target: z.string(),
		detail: z.record(z.string(), z.unknown()),
		address: z.string(),
	})
	.meta({ id: 'AuditEntry' });

/** Start of a field, ignoring case. */
const prefix = singleLine(200).optional();
const auditSearch = {
	actor: prefix,
	act: prefix,
	target: prefix,
	from: calendarDate.optional(),
	to: calendarDate.optional().describe('Inclusive.'),
};

const mailHead = z.object({
	id: z.string(),
	time: isoTime,
	to: z.string().meta({ description: 'Address of the receiver.', examples: ['ann@example.com'] }),
	subject: z.string(),
});

/** Administration of accounts. */
export const administration = {
	users: {
		method: 'GET',
		path: '/api/users',
		access: 'admin',
		summary: 'List users, filtered by part of address or name, status and role',
		query: strictObject({
			q: singleLine(200).optional(),
			status: status.optional(),
			role: role.optional(),
			sort_by: z.enum(USER_SORT_COLUMNS).default('created'),
			sort_dir: sortDirection.default('desc'),
			...paging,
		}),
		answers: { 200: z.object({ items: z.array(user), total_count: count }) },
		errors: [400, 401, 403],
	},
	createUser: {
		method: 'POST',
		path: '/api/users',
		access: 'admin',
		summary: 'Create an account; without a password its owner is invited by mail to set one',
		body: strictObject({
			email,
			password: newPassword.optional(),
			name: personName.default(''),
			role: role.default('user'),
			status: status.default('active'),
			license: licenceFields.license.default(null),
			license_expires: licenceFields.license_expires.default(null),
		}),
		answers: { 201: user },
		errors: [400, 401, 403, 409],
	},
	user: {
		method: 'GET',
		path: '/api/users/{id}',
		access: 'admin',
		summary: 'Get a user',
		params: strictObject({ id }),
		answers: { 200: user },
		errors: [400, 401, 403, 404],
	},
	changeUser: {
		method: 'PATCH',
		path: '/api/users/{id}',
		access: 'admin',
		summary: 'Change the given fields of a user; blocking a user ends all of their sessions',
		params: strictObject({ id }),
		body: strictObject({
			email: email.optional(),
			name: personName.optional(),
			role: role.optional(),
			status: status.optional(),
			license: licenceFields.license.optional(),
			license_expires: licenceFields.license_expires.optional(),
			reason: singleLine(200).optional().describe('A reason for the audit log.'),
		}),
		answers: { 200: user },
		errors: [400, 401, 403, 404, 409],
	},
	deleteUser: {
		method: 'DELETE',
		path: '/api/users/{id}',
		access: 'admin',
		summary: 'Delete a user and all their data',
		params: strictObject({ id }),
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404, 409],
	},
	userSessions: {
		method: 'GET',
		path: '/api/users/{id}/sessions',
		access: 'admin',
		summary: "List a user's sessions, newest first",
		params: strictObject({ id }),
		answers: { 200: z.object({ items: z.array(session) }) },
		errors: [400, 401, 403, 404],
	},
	endUserSessions: {
		method: 'DELETE',
		path: '/api/users/{id}/sessions',
		access: 'admin',
		summary: "End all sessions of a user; an administrator's own current session is kept",
		params: strictObject({ id }),
		body: emptyBody,
		answers: { 200: z.object({ ended: count }) },
		errors: [400, 401, 403, 404],
	},
	endUserSession: {
		method: 'DELETE',
		path: '/api/users/{id}/sessions/{session}',
		access: 'admin',
		summary: 'End one session of a user',
		params: strictObject({ id, session: id }),
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	mailSignInLink: {
		method: 'POST',
		path: '/api/users/{id}/sign-in-link',
		access: 'admin',
		summary: 'Mail a user a one-time sign-in link; a second factor is still required',
		params: strictObject({ id }),
		body: emptyBody,
		answers: { 202: z.object({ email: z.string(), expires: isoTime }) },
		errors: [400, 401, 403, 404, 409],
		rate: 20,
	},
	audit: {
		method: 'GET',
		path: '/api/audit',
		access: 'admin',
		summary: 'List administrative and security actions, newest first, filtered by actor, action, target and New York dates',
		query: strictObject({ ...auditSearch, skip: integer(0, MAX_AUDIT_COUNT).default(0), max: paging.max }).check(createSpanCheck()),
		answers: {
			200: z.object({
				items: z.array(auditEntry),
				total_count: count.describe('At most 10,000.'),
				is_more: z.boolean().describe('Whether there are more than were counted.'),
			}),
		},
		errors: [400, 401, 403],
	},
	auditExport: {
		method: 'GET',
		path: '/api/audit/export',
		access: 'admin',
		summary: 'Export the newest of these actions as CSV, up to 50,000 lines',
		query: strictObject(auditSearch).check(createSpanCheck()),
		answers: { 200: z.any().meta({ description: 'The file' }) },
		produces: 'text/csv; charset=utf-8',
		errors: [400, 401, 403],
		rate: 10,
	},
	outbox: {
		method: 'GET',
		path: '/api/outbox',
		access: 'admin',
		summary: 'List mails written to the outbox folder because no mail server is set up, newest first',
		query: strictObject(paging),
		answers: { 200: z.object({ items: z.array(mailHead), total_count: count }) },
		errors: [400, 401, 403],
	},
	outboxMail: {
		method: 'GET',
		path: '/api/outbox/{id}',
		access: 'admin',
		summary: 'Get a mail from the outbox folder',
		params: strictObject({ id: singleLine(64) }),
		answers: { 200: mailHead.extend({ text: z.string(), html: z.string() }) },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
