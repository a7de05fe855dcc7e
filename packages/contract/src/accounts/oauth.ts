import { z } from 'zod';
import { strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { captcha, expiries, line } from './schemas.ts';

const provider = strictObject({ provider: z.string().max(64) });
const redirectUrl = line(2_000).min(1);
const state = line(500).min(1);

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

/** Sign-in with an account of another provider. */
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
		params: provider,
		query: strictObject({ redirect_url: redirectUrl, state }),
		answers: { 200: z.object({ url: z.string() }) },
		errors: [400, 404, 503],
	},
	oauthLogin: {
		method: 'POST',
		path: '/api/oauth/{provider}',
		access: 'public',
		summary: "Complete a sign-in with the provider's response; creates or links the account",
		params: provider,
		headers: captcha,
		body: strictObject({ code: line(4_000).min(1), redirect_url: redirectUrl, state }),
		answers: { 200: expiries },
		errors: [400, 403, 404, 405, 409, 422, 503],
	},
	oauthLogout: {
		method: 'POST',
		path: '/api/oauth/{provider}/logout',
		access: 'signed',
		summary: "End the sessions that the provider's signed logout token names (OpenID Connect back-channel logout)",
		params: provider,
		body: logoutFields,
		consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
		answers: { 200: z.undefined() },
		errors: [400, 404, 503],
		rate: 600,
		/** Bytes. */
		bodyLimit: 16 * 1024,
	},
} as const satisfies Area;
