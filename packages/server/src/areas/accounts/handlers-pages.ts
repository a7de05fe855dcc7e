import type { accountPages } from '@sw/contract/accounts/auth';
import { LINK_LIFE } from '@sw/domain/access/session-rules';
import type { FastifyRequest } from 'fastify';
import { type Extras, respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { Calls } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import { createProviderLogout } from './oauth/provider-logout.ts';
import type { SessionCookies } from './sessions/session-cookies.ts';
import { createSignIn } from './sign-in/sign-in.ts';

const BARE = {
	'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	'cache-control': 'no-store',
};

/** A page that asks for confirmation with a link, without script. The link is on this site, so following it passes `isCrossSite`. */
function question(title: string, text: string, yes: string, no: string): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} - Signalwheel</title></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="${yes}" role="button">${title}</a></p><p><a href="/">${no}</a></p></main></body></html>
`;
}

const SIGN_OUT_PAGE = question('Sign out', 'Do you want to sign out of Signalwheel?', '/logout', 'Stay signed in');

const TOKEN = /^[\w.-]{1,200}$/;

export function pageHandlers(context: Context, cookies: SessionCookies, calls: Calls) {
	const signIn = createSignIn(context, createSecondFactor(context));
	const providerLogout = createProviderLogout(context);
	return {
		loginPage: async (call) => {
			const { token } = call.query;
			// Link checkers send HEAD; they must not use up a link.
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
			const url = session ? await providerLogout.urlFor(session) : undefined;
			if (session) await context.records.endSession(session);
			else if (refresh) await context.sessions.endByRefresh(refresh);
			return to(url ?? '/', cookies.clear());
		},
	} satisfies Handlers<typeof accountPages>;
}

/** `token` must match TOKEN: it is inserted into HTML as it is. */
function signInPage(token: string): string {
	return question(
		'Sign in',
		'Do you want to sign in to Signalwheel with the link from a mail? Continue only if you requested it.',
		`/login?token=${token}`,
		'Cancel',
	);
}

/** A link or image on another site must not sign a user out, or in to another account. */
function fromElsewhere(request: FastifyRequest): boolean {
	return request.headers['sec-fetch-site'] === 'cross-site';
}

function to(location: string, cookies: Extras['cookies'] = []) {
	return respond(302, undefined, { headers: { ...BARE, location }, cookies });
}
