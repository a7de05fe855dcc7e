import type { accountPages } from '@sw/contract/accounts-pages';
import type { FastifyRequest } from 'fastify';
import { type Extras, respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { Calls } from './context/call.ts';
import type { Context } from './context/context.ts';
import type { SessionCookies } from './sessions/session-cookies.ts';
import { createSignIn } from './sign-in/sign-in.ts';

const BARE = {
	'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	'cache-control': 'no-store',
};

const to = (location: string, cookies: Extras['cookies'] = []) => respond(302, undefined, { headers: { ...BARE, location }, cookies });

/** A link or image on another site may not sign anybody out. */
const fromElsewhere = (request: FastifyRequest): boolean => request.headers['sec-fetch-site'] === 'cross-site';

const SIGN_OUT_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Sign out - Signalwheel</title></head>
<body><main><h1>Sign out</h1><p>Do you want to sign out of Signalwheel?</p><p><a href="/logout" role="button">Sign out</a></p><p><a href="/">Stay signed in</a></p></main></body></html>
`;

export const pageHandlers = (context: Context, cookies: SessionCookies, calls: Calls) => {
	const signIn = createSignIn(context);
	return {
		loginPage: async (call) => {
			const { token } = call.query;
			// HEAD comes from programs that look at links: it must not use one up.
			if (!token || call.request.method === 'HEAD') return to('/auth/signin');
			const tokens = await signIn.withLink(token, calls.from(call));
			return tokens ? to('/', cookies.give(tokens)) : to('/auth/signin?link=expired');
		},

		logoutPage: async (call) => {
			if (fromElsewhere(call.request) || call.request.method === 'HEAD') return respond(200, SIGN_OUT_PAGE, { headers: BARE });
			const session = call.caller.account?.session;
			const refresh = cookies.refresh(call.request);
			if (session) await context.records.endSession(session);
			else if (refresh) await context.sessions.endByRefresh(refresh);
			return to('/', cookies.clear());
		},
	} satisfies Handlers<typeof accountPages>;
};
