import type { accountPages } from '@sw/contract/accounts-pages';
import { LINK_LIFE } from '@sw/domain/access/session-rules';
import type { FastifyRequest } from 'fastify';
import { type Extras, respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { Calls } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import type { SessionCookies } from './sessions/session-cookies.ts';
import { createSignIn } from './sign-in/sign-in.ts';

const BARE = {
	'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	'cache-control': 'no-store',
};

const to = (location: string, cookies: Extras['cookies'] = []) => respond(302, undefined, { headers: { ...BARE, location }, cookies });

/** A link or image on another site may sign nobody out, nor in to an account of its own choice. */
const fromElsewhere = (request: FastifyRequest): boolean => request.headers['sec-fetch-site'] === 'cross-site';

/** A question with the one link that says yes: without script, and of this site, so that the next request does not come from elsewhere. */
const question = (title: string, text: string, yes: string, no: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} - Signalwheel</title></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="${yes}" role="button">${title}</a></p><p><a href="/">${no}</a></p></main></body></html>
`;

const SIGN_OUT_PAGE = question('Sign out', 'Do you want to sign out of Signalwheel?', '/logout', 'Stay signed in');

/** `token` has the shape of one. */
const signInPage = (token: string): string =>
	question(
		'Sign in',
		'Do you want to sign in to Signalwheel with the link from a mail? Continue only if you requested it.',
		`/login?token=${token}`,
		'Cancel',
	);

const TOKEN = /^[\w.-]{1,200}$/;

export const pageHandlers = (context: Context, cookies: SessionCookies, calls: Calls) => {
	const signIn = createSignIn(context, createSecondFactor(context));
	return {
		loginPage: async (call) => {
			const { token } = call.query;
			// HEAD comes from programs that look at links: it must not use one up.
			if (!token || call.request.method === 'HEAD') return to('/auth/signin');
			if (!TOKEN.test(token)) return to('/auth/signin?link=expired');
			if (fromElsewhere(call.request)) return respond(200, signInPage(token), { headers: BARE });
			const { from, cookies: known } = calls.known(call);
			const entered = await signIn.withLink(token, from);
			if (!entered) return to('/auth/signin?link=expired');
			if ('step' in entered) return to('/auth/signin?step=code', [cookies.giveStep(entered.step, LINK_LIFE.factor), ...known]);
			return to('/', [...cookies.give(entered.tokens), ...known]);
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
