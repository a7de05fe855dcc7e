import { z } from 'zod';
import { isoTime, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import {
	anyPassword,
	captcha,
	code,
	email,
	emptyBody,
	expiries,
	id,
	language,
	newPassword,
	personName,
	redirectPath,
	singleLine,
} from './schemas.ts';

const linkResponse = z.object({ email: z.string(), expires: isoTime });

/** Sign-up, sign-in, and the links in mails. */
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
		body: emptyBody,
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
		body: emptyBody,
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
			redirect_to: redirectPath.optional(),
			language: language.optional(),
		}),
		answers: {
			200: linkResponse.extend({
				outbox: z
					.string()
					.optional()
					.meta({
						description: 'The folder where mail is written; present only for requests from the same machine.',
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
		body: emptyBody,
		answers: { 200: linkResponse },
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
		answers: { 200: linkResponse },
		errors: [400, 401, 403, 409],
	},
	expireConfirmation: {
		method: 'PUT',
		path: '/api/confirm/expiration',
		access: 'user',
		summary: "Invalidate the confirmation links that haven't been used",
		body: emptyBody,
		answers: { 200: z.object({ voided: z.int().min(0) }) },
		errors: [400, 401, 403],
	},
	startRecovery: {
		method: 'POST',
		path: '/api/password-recovery',
		access: 'public',
		summary: 'Mail a password reset link; the response is the same whether or not the address has an account',
		headers: captcha,
		body: strictObject({ email, redirect_to: redirectPath.optional() }),
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

const providerParams = strictObject({ provider: z.string().max(64) });
const redirectUrl = singleLine(2_000).min(1);
const oauthState = singleLine(500).min(1);

/** Unknown fields are ignored. */
const logoutFields = z
	.custom<Readonly<Record<string, string>>>((fields) => typeof fields === 'object' && fields !== null)
	.meta({
		type: 'object',
		properties: {
			logout_token: { type: 'string', description: 'A JWT signed by the provider.', examples: ['eyJhbGciOiJSUzI1NiJ9.e30.c2ln'] },
		},
		additionalProperties: { type: 'string' },
	});

/** Sign-in through other providers. */
export const oauth = {
	oauthProviders: {
		method: 'GET',
		path: '/api/oauth/providers',
		access: 'public',
		summary: 'List the providers available for sign-in',
		answers: {
			200: z.object({
				items: z.array(z.object({ provider: z.string(), label: z.string() })),
				passwords: z.boolean().describe('False where accounts are opened by these providers only.'),
			}),
		},
		errors: [],
	},
	oauthUrl: {
		method: 'GET',
		path: '/api/oauth/{provider}/url',
		access: 'public',
		summary: 'Start a sign-in with a provider and return the address of its page',
		params: providerParams,
		query: strictObject({ redirect_url: redirectUrl, state: oauthState }),
		answers: { 200: z.object({ url: z.string() }) },
		errors: [400, 404, 503],
	},
	oauthLogin: {
		method: 'POST',
		path: '/api/oauth/{provider}',
		access: 'public',
		summary: "Complete a sign-in with the provider's response; creates or links the account",
		params: providerParams,
		headers: captcha,
		body: strictObject({ code: singleLine(4_000).min(1), redirect_url: redirectUrl, state: oauthState }),
		answers: { 200: expiries },
		errors: [400, 403, 404, 405, 409, 422, 503],
	},
	oauthLogout: {
		method: 'POST',
		path: '/api/oauth/{provider}/logout',
		access: 'signed',
		summary: "End the sessions that the provider's signed logout token names (OpenID Connect back-channel logout)",
		params: providerParams,
		body: logoutFields,
		consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
		answers: { 200: z.undefined() },
		errors: [400, 404, 503],
		rate: 600,
		/** Bytes. */
		bodyLimit: 16 * 1024,
	},
} as const satisfies Area;

/** Two paths outside /api that the server answers itself, without the web application. */
export const accountPages = {
	loginPage: {
		method: 'GET',
		path: '/login',
		access: 'public',
		summary: 'Sign in with a one-time token from a mail; always redirects to a page',
		// Not a strict object, because mail programs and campaigns add their own parameters to links.
		query: z.object({ token: singleLine(200).nullish(), captcha: z.string().max(4_096).nullish() }),
		answers: { 200: z.string(), 302: z.undefined() },
		produces: 'text/html; charset=utf-8',
		errors: [400],
	},
	logoutPage: {
		method: 'GET',
		path: '/logout',
		access: 'public',
		summary: 'Sign out; a request from another site gets a confirmation button instead',
		query: z.object({}),
		answers: { 200: z.string(), 302: z.undefined() },
		produces: 'text/html; charset=utf-8',
		errors: [],
	},
} as const satisfies Area;
