import { USER_ORDERS } from '@sw/domain/access/user';
import { z } from 'zod';
import { email, id, line, newPassword, noBody, personName, role, status, user } from './accounts-pieces.ts';
import { instant, isoTime, licence, only, paging, sortDirection } from './common.ts';
import type { Area } from './define.ts';

const grant = { license: licence.nullable(), license_expires: instant.nullable() };
const count = z.int().min(0);

const audited = z
	.object({
		id: z.int(),
		time: isoTime,
		/** Address of the account that acted, or what acted. */
		actor: z.string(),
		act: z.string(),
		target: z.string(),
		detail: z.record(z.string(), z.unknown()),
		address: z.string(),
	})
	.meta({ id: 'AuditEntry' });

const mailHead = z.object({ id: z.string(), time: isoTime, to: z.string(), subject: z.string() });

/** What administrators do with accounts, and what they can look up. */
export const administration = {
	users: {
		method: 'GET',
		path: '/api/users',
		access: 'admin',
		summary: 'Users by part of address or name, status and role',
		query: only({
			q: line(200).optional(),
			status: status.optional(),
			role: role.optional(),
			sort_by: z.enum(USER_ORDERS).default('created'),
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
		summary: 'Makes an account; without a password its owner is invited by mail to set one',
		body: only({
			email,
			password: newPassword.optional(),
			name: personName.default(''),
			role: role.default('user'),
			status: status.default('active'),
			license: grant.license.default(null),
			license_expires: grant.license_expires.default(null),
		}),
		answers: { 201: user },
		errors: [400, 401, 403, 409],
	},
	user: {
		method: 'GET',
		path: '/api/users/{id}',
		access: 'admin',
		summary: 'One user',
		params: only({ id }),
		answers: { 200: user },
		errors: [400, 401, 403, 404],
	},
	changeUser: {
		method: 'PATCH',
		path: '/api/users/{id}',
		access: 'admin',
		summary: 'Changes what is given; a blocked user is signed out everywhere at once',
		params: only({ id }),
		body: only({
			email: email.optional(),
			name: personName.optional(),
			role: role.optional(),
			status: status.optional(),
			license: grant.license.optional(),
			license_expires: grant.license_expires.optional(),
		}),
		answers: { 200: user },
		errors: [400, 401, 403, 404, 409],
	},
	deleteUser: {
		method: 'DELETE',
		path: '/api/users/{id}',
		access: 'admin',
		summary: 'Deletes a user and all that belongs to it',
		params: only({ id }),
		body: noBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404, 409],
	},
	audit: {
		method: 'GET',
		path: '/api/audit',
		access: 'admin',
		summary: 'Administrative and security acts, newest first',
		query: only(paging),
		answers: { 200: z.object({ items: z.array(audited), total_count: count }) },
		errors: [400, 401, 403],
	},
	outbox: {
		method: 'GET',
		path: '/api/outbox',
		access: 'admin',
		summary: 'Mails that went to the outbox folder because no mail server is set up, newest first',
		query: only(paging),
		answers: { 200: z.object({ items: z.array(mailHead), total_count: count }) },
		errors: [400, 401, 403],
	},
	outboxMail: {
		method: 'GET',
		path: '/api/outbox/{id}',
		access: 'admin',
		summary: 'One of those mails',
		params: only({ id: line(64) }),
		answers: { 200: mailHead.extend({ text: z.string(), html: z.string() }) },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
