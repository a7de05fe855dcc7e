import { z } from 'zod';
import { isoTime, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { anyPassword, captcha, code, email, expiries, id, language, newPassword, noBody, onward, personName } from './schemas.ts';

const linkRequested = z.object({ email: z.string(), expires: isoTime });

/** Sign-up, sign-in, and the links that mails carry. */
export const auth = {
	login: {
		method: 'POST',
		path: '/api/auth/login',
		access: 'public',
		summary: 'Sign in; sets the token cookies and returns when they expire',
		headers: captcha,
		description: 'An account with two-factor authentication gets 422 for the field `code` until the request includes one.',
		body: strictObject({ email, password: anyPassword, code: code.optional() }),
		answers: { 200: expiries },
		errors: [400, 401, 403, 422],
		titles: { 401: 'Unauthorized', 403: 'Forbidden' },
	},
	refresh: {
		method: 'POST',
		path: '/api/auth/refresh',
		access: 'public',
		summary: 'Refresh the tokens; takes the refresh token from its cookie or from the body',
		body: z.preprocess((value) => value ?? {}, strictObject({ refresh_token: z.string().max(200).optional() })),
		answers: { 200: expiries },
		errors: [400, 401],
	},
	logoff: {
		method: 'POST',
		path: '/api/auth/logoff',
		access: 'user',
		summary: 'Sign out',
		body: noBody,
		answers: {
			200: z.object({
				url: z.string().meta({
					description: 'Page of the sign-in provider that ends its session, too, and leads back. Open it in the browser.',
					examples: ['https://id.example.com/logout?client_id=signals'],
				}),
			}),
			204: z.undefined(),
		},
		errors: [401],
	},
	expiration: {
		method: 'PUT',
		path: '/api/auth/expiration',
		access: 'user',
		summary: "Delete the caller's expired sessions and return when the current tokens expire",
		body: noBody,
		answers: { 200: expiries },
		errors: [401, 403],
	},
	signup: {
		method: 'POST',
		path: '/api/auth/signup',
		access: 'public',
		summary: 'Create an account and mail the confirmation link',
		body: strictObject({
			email,
			password: newPassword,
			name: personName.default(''),
			redirect_to: onward.optional(),
			language: language.optional(),
		}),
		answers: {
			200: linkRequested.extend({
				outbox: z
					.string()
					.optional()
					.meta({
						description: 'The folder where mail is written; present only for requests from the same machine, see the demo accounts.',
						examples: ['/var/lib/signalwheel/outbox'],
					}),
			}),
		},
		errors: [400, 403, 409],
	},
	startConfirmation: {
		method: 'POST',
		path: '/api/me/confirm',
		access: 'user',
		summary: "Mail a link that confirms the account's address",
		body: noBody,
		answers: { 200: linkRequested },
		errors: [400, 401, 403, 409],
	},
	completeConfirmation: {
		method: 'PUT',
		path: '/api/confirm/complete/{id}',
		access: 'public',
		summary: 'Confirm the address that the link was sent to',
		description:
			"In the browser that requested the link, the code is enough. Any other browser must also send the account's password or, for an address that was never confirmed, a new password. The new password replaces the old one and ends every session.",
		params: strictObject({ id }),
		body: strictObject({ code, password: anyPassword.optional(), new_password: newPassword.optional() }),
		answers: { 200: z.object({ email: z.string() }) },
		errors: [400, 404, 422],
	},
	resendConfirmation: {
		method: 'PUT',
		path: '/api/confirm/resend/email',
		access: 'user',
		summary: 'Mail the confirmation link again, optionally to another address',
		body: z.preprocess((value) => value ?? {}, strictObject({ email: email.optional() })),
		answers: { 200: linkRequested },
		errors: [400, 401, 403, 409],
	},
	expireConfirmation: {
		method: 'PUT',
		path: '/api/confirm/expiration',
		access: 'user',
		summary: "Invalidate the confirmation links that haven't been used",
		body: noBody,
		answers: { 200: z.object({ voided: z.int().min(0) }) },
		errors: [400, 401, 403],
	},
	startRecovery: {
		method: 'POST',
		path: '/api/password-recovery',
		access: 'public',
		summary: 'Mail a password reset link; the response is the same whether or not the address has an account',
		headers: captcha,
		body: strictObject({ email, redirect_to: onward.optional() }),
		answers: { 200: z.object({ email: z.string() }) },
		errors: [400, 403],
	},
	verifyRecovery: {
		method: 'PUT',
		path: '/api/password-recovery/{id}/verify',
		access: 'public',
		summary: 'Check whether a password reset link is still valid',
		params: strictObject({ id }),
		body: strictObject({ code }),
		answers: { 200: z.object({ expires: isoTime }) },
		errors: [400, 403, 404],
	},
	completeRecovery: {
		method: 'PUT',
		path: '/api/password-recovery/{id}/complete',
		access: 'public',
		summary: 'Set a new password and end every session of the account',
		params: strictObject({ id }),
		body: strictObject({ code, password: newPassword }),
		answers: { 200: z.object({ email: z.string() }) },
		errors: [400, 403, 404],
	},
} as const satisfies Area;
