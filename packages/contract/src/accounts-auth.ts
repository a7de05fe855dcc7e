import { z } from 'zod';
import { anyPassword, captcha, code, email, expiries, id, language, newPassword, noBody, onward, personName } from './accounts-pieces.ts';
import { isoTime, only } from './common.ts';
import type { Area } from './define.ts';

const asked = z.object({ email: z.string(), expires: isoTime });

/** Sign-up, sign-in, and the links that mails carry. */
export const auth = {
	login: {
		method: 'POST',
		path: '/api/auth/login',
		access: 'public',
		summary: 'Opens a session: its tokens come as cookies, their ends in the answer',
		headers: captcha,
		description: 'An account with a second factor is answered 422 about the field `code` until it comes with one.',
		body: only({ email, password: anyPassword, code: code.optional() }),
		answers: { 200: expiries },
		errors: [400, 401, 403, 422],
		titles: { 401: 'Unauthorized', 403: 'Forbidden' },
	},
	refresh: {
		method: 'POST',
		path: '/api/auth/refresh',
		access: 'public',
		summary: 'Replaces the tokens; the refresh token comes from its cookie or from the body',
		body: z.preprocess((value) => value ?? {}, only({ refresh_token: z.string().max(200).optional() })),
		answers: { 200: expiries },
		errors: [400, 401],
	},
	logoff: {
		method: 'POST',
		path: '/api/auth/logoff',
		access: 'user',
		summary: 'Ends the session',
		body: noBody,
		answers: { 204: z.undefined() },
		errors: [401],
	},
	expiration: {
		method: 'PUT',
		path: '/api/auth/expiration',
		access: 'user',
		summary: "Removes the caller's dead sessions and says when the present tokens end",
		body: noBody,
		answers: { 200: expiries },
		errors: [401, 403],
	},
	signup: {
		method: 'POST',
		path: '/api/auth/signup',
		access: 'public',
		summary: 'Makes an account and mails the link that confirms its address',
		body: only({
			email,
			password: newPassword,
			name: personName.default(''),
			redirect_to: onward.optional(),
			language: language.optional(),
		}),
		answers: {
			200: asked.extend({
				/** The folder where the mail lies, told only to whoever sits at the machine: see the demo accounts. */
				outbox: z.string().optional(),
			}),
		},
		errors: [400, 409],
	},
	startConfirmation: {
		method: 'POST',
		path: '/api/me/confirm',
		access: 'user',
		summary: "Mails a link that confirms the account's address",
		body: noBody,
		answers: { 200: asked },
		errors: [400, 401, 403, 409],
	},
	completeConfirmation: {
		method: 'PUT',
		path: '/api/confirm/complete/{id}',
		access: 'public',
		summary: 'Confirms the address that the link was sent to',
		description:
			'In the browser that asked for the link the code is enough. Elsewhere it takes the password of the account, or, for an address that was never confirmed, a new one, which ends every session and replaces the old one.',
		params: only({ id }),
		body: only({ code, password: anyPassword.optional(), new_password: newPassword.optional() }),
		answers: { 200: z.object({ email: z.string() }) },
		errors: [400, 404, 422],
	},
	resendConfirmation: {
		method: 'PUT',
		path: '/api/confirm/resend/email',
		access: 'user',
		summary: 'Mails the link again, to another address if one is given',
		body: z.preprocess((value) => value ?? {}, only({ email: email.optional() })),
		answers: { 200: asked },
		errors: [400, 401, 403, 409],
	},
	expireConfirmation: {
		method: 'PUT',
		path: '/api/confirm/expiration',
		access: 'user',
		summary: 'Voids the confirmation links that were not used',
		body: noBody,
		answers: { 200: z.object({ voided: z.int().min(0) }) },
		errors: [400, 401, 403],
	},
	startRecovery: {
		method: 'POST',
		path: '/api/password-recovery',
		access: 'public',
		summary: 'Mails a link for a new password, if the address has an account; the answer does not tell',
		headers: captcha,
		body: only({ email, redirect_to: onward.optional() }),
		answers: { 200: z.object({ email: z.string() }) },
		errors: [400],
	},
	verifyRecovery: {
		method: 'PUT',
		path: '/api/password-recovery/{id}/verify',
		access: 'public',
		summary: 'Whether the link can still be used',
		params: only({ id }),
		body: only({ code }),
		answers: { 200: z.object({ expires: isoTime }) },
		errors: [400, 404],
	},
	completeRecovery: {
		method: 'PUT',
		path: '/api/password-recovery/{id}/complete',
		access: 'public',
		summary: 'Sets a new password and ends every session of the account',
		params: only({ id }),
		body: only({ code, password: newPassword }),
		answers: { 200: z.object({ email: z.string() }) },
		errors: [400, 404],
	},
} as const satisfies Area;
