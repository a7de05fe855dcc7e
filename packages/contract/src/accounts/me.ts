import { KEY_SCOPES, MAX_KEY_DAYS } from '@sw/domain/access/api-key';
import { z } from 'zod';
import { isoTime, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import {
	anyPassword,
	email,
	emptyBody,
	id,
	language,
	newPassword,
	PALETTES,
	personName,
	profile,
	session,
	singleLine,
	THEMES,
	tickerLinks,
} from './schemas.ts';

/** The caller's own account. */
export const me = {
	profile: {
		method: 'GET',
		path: '/api/me',
		access: 'user',
		summary: "Get the caller's profile, current licence and token expiry times",
		answers: { 200: profile },
		errors: [401, 403],
	},
	changeProfile: {
		method: 'PATCH',
		path: '/api/me',
		access: 'user',
		summary:
			'Change the given fields of the profile; a new address takes effect when its link is used and needs the password if the account has one',
		body: strictObject({
			email: email.optional(),
			password: anyPassword.optional(),
			name: personName.optional(),
			theme: z.enum(THEMES).optional(),
			palette: z.enum(PALETTES).optional(),
			language: language.optional(),
			notices: strictObject({ mail: z.boolean() }).optional(),
			links: tickerLinks.optional(),
		}),
		answers: { 200: profile },
		errors: [400, 401, 403, 409],
	},
	deleteAccount: {
		method: 'DELETE',
		path: '/api/me',
		access: 'user',
		summary: 'Delete the account and all its data',
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [401, 403],
		titles: { 401: 'Unauthorized' },
	},
	changePassword: {
		method: 'PUT',
		path: '/api/me/password',
		access: 'user',
		summary: 'Change the password and end every other session',
		body: strictObject({ password: anyPassword, new_password: newPassword }),
		answers: { 200: z.object({ ended: z.int().min(0) }) },
		errors: [400, 401, 403, 422],
	},
	sessions: {
		method: 'GET',
		path: '/api/me/sessions',
		access: 'user',
		summary: "List the account's sessions",
		answers: { 200: z.object({ items: z.array(session) }) },
		errors: [401, 403],
	},
	endOtherSessions: {
		method: 'DELETE',
		path: '/api/me/sessions',
		access: 'user',
		summary: 'End every session except the current one',
		body: emptyBody,
		answers: { 200: z.object({ ended: z.int().min(0) }) },
		errors: [401, 403],
	},
	endSession: {
		method: 'DELETE',
		path: '/api/me/sessions/{id}',
		access: 'user',
		summary: 'End one session',
		params: strictObject({ id }),
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;

const scopes = z.array(z.enum(KEY_SCOPES));

const keyFields = {
	id,
	name: z.string(),
	tail: z.string().meta({ description: 'The last characters of the key.', examples: ['x7Qa'] }),
	scopes,
	created: isoTime,
	expires: isoTime,
	used: isoTime.nullable().describe('To the minute; null: never.'),
};
const key = z.object(keyFields).meta({ id: 'ApiKey' });

/** Personal keys, for programs that call as their owner: `Authorization: Bearer swk_...`. */
export const keys = {
	keys: {
		method: 'GET',
		path: '/api/me/keys',
		access: 'user',
		summary: "List the account's personal keys, newest first, including expired ones",
		answers: {
			200: z.object({
				items: z.array(key),
				now: isoTime.describe("The server's clock, for browsers whose own is wrong."),
			}),
		},
		errors: [401, 403],
	},
	createKey: {
		method: 'POST',
		path: '/api/me/keys',
		access: 'user',
		summary: 'Create a personal key, which is shown only in this response; needs the password if the account has one',
		body: strictObject({
			name: singleLine(100).trim().min(1),
			scopes: scopes.min(1).max(KEY_SCOPES.length),
			days: z.int().min(1).max(MAX_KEY_DAYS),
			password: anyPassword.optional(),
		}),
		answers: { 201: z.object({ ...keyFields, key: z.string() }) },
		errors: [400, 401, 403, 422],
	},
	revokeKey: {
		method: 'DELETE',
		path: '/api/me/keys/{id}',
		access: 'user',
		summary: 'Revoke a personal key, effective immediately',
		params: strictObject({ id }),
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
