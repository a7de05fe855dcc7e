import { KEY_DAYS_MOST, KEY_SCOPES } from '@sw/domain/access/api-key';
import { z } from 'zod';
import { isoTime, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { anyPassword, id, line, noBody } from './schemas.ts';

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
			name: line(100).trim().min(1),
			scopes: scopes.min(1).max(KEY_SCOPES.length),
			days: z.int().min(1).max(KEY_DAYS_MOST),
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
		body: noBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
