import { z } from 'zod';
import type { Area } from '../base/define.ts';
import { line } from './schemas.ts';

/** Two paths outside /api, both answered by the server itself. */
export const accountPages = {
	loginPage: {
		method: 'GET',
		path: '/login',
		access: 'public',
		summary: 'Sign in with a one-time token from a mail; always redirects to a page',
		// Mail programs and campaigns add their own parameters to links.
		query: z.object({ token: line(200).nullish(), captcha: z.string().max(4_096).nullish() }),
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
