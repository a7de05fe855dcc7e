import { INVITATION_STATES, MAX_INVITATION_DAYS, MAX_INVITATION_USES } from '@sw/domain/access/invitation';
import { z } from 'zod';
import { instant, isoTime, licence, paging, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { code, email, emptyBody, expiries, id, language, newPassword, personName, redirectPath, role } from './schemas.ts';

const grantFields = {
	email: z
		.string()
		.nullable()
		.meta({ description: 'The only address the invitation is for; null: any.', examples: ['ann@example.com'] }),
	role,
	license: licence.nullable().describe('The licence of the new accounts; null: the trial.'),
	license_expires: isoTime.nullable(),
	expires: isoTime,
};

const invitation = z
	.object({
		id,
		...grantFields,
		state: z.enum(INVITATION_STATES),
		uses: z.int().min(1).describe('Number of accounts that it can create.'),
		used: z.int().min(0).describe('Number of accounts that it has created.'),
		setup: z.boolean().describe('Whether it is the setup link for the first administrator.'),
		created: isoTime,
		created_by: z.string().meta({ description: 'Address of the administrator.', examples: ['admin@example.com'] }),
	})
	.meta({ id: 'Invitation' });

/** Invitations to create an account, for their holders and for administrators. */
export const invitations = {
	verifyInvitation: {
		method: 'PUT',
		path: '/api/invitations/{id}/verify',
		access: 'public',
		summary: 'Check whether an invitation can still be used, and what it grants',
		params: strictObject({ id }),
		body: strictObject({ code }),
		answers: { 200: z.object({ ...grantFields, setup: z.boolean().describe('Whether it creates the first administrator.') }) },
		errors: [400, 403, 404],
	},
	acceptInvitation: {
		method: 'PUT',
		path: '/api/invitations/{id}/accept',
		access: 'public',
		summary: 'Create an account by an invitation',
		description:
			'An invitation for one address, and the setup link, create a confirmed account and sign in. With any other invitation the address is confirmed by a mailed link.',
		params: strictObject({ id }),
		body: strictObject({
			code,
			email: email.optional(),
			password: newPassword,
			name: personName.default(''),
			redirect_to: redirectPath.optional(),
			language: language.optional(),
		}),
		answers: {
			200: z.object({
				email: z.string(),
				session: expiries.nullable().describe('When the tokens set as cookies expire; null: a link was mailed instead.'),
			}),
		},
		errors: [400, 403, 404, 409],
	},
	invitations: {
		method: 'GET',
		path: '/api/invitations',
		access: 'admin',
		summary: 'List invitations, newest first; they are kept for 30 days after they expire',
		query: strictObject({ state: z.enum(INVITATION_STATES).optional(), ...paging }),
		answers: { 200: z.object({ items: z.array(invitation), total_count: z.int().min(0) }) },
		errors: [400, 401, 403],
	},
	createInvitation: {
		method: 'POST',
		path: '/api/invitations',
		access: 'admin',
		summary: 'Create an invitation, and mail it or return its link once',
		body: strictObject({
			email: email.nullable().default(null),
			role: role.default('user'),
			license: licence.nullable().default(null),
			license_expires: instant.nullable().default(null),
			uses: z.int().min(1).max(MAX_INVITATION_USES).default(1).describe('Number of accounts that it can create; 1 with an address.'),
			days: z.int().min(1).max(MAX_INVITATION_DAYS).default(7).describe('Days until it expires.'),
			mail: z.boolean().default(false).describe('Whether to mail the link to the address instead of returning it.'),
		}),
		answers: {
			201: z.object({
				invitation,
				link: z
					.string()
					.nullable()
					.meta({
						description: 'Shown only now; null: mailed.',
						examples: ['https://signals.example/auth/signup?invitation=...&code=...'],
					}),
			}),
		},
		errors: [400, 401, 403, 409],
		rate: 60,
	},
	withdrawInvitation: {
		method: 'DELETE',
		path: '/api/invitations/{id}',
		access: 'admin',
		summary: 'Withdraw an open invitation; accounts created with it remain',
		params: strictObject({ id }),
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
