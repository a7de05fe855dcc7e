import type { accountPages } from '@sw/contract/accounts/auth';
import { LINK_LIFE } from '@sw/domain/access/session-rules';
import type { FastifyRequest } from 'fastify';
import { type ResponseExtras, respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { CallOrigins } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import { createProviderLogout } from './oauth/provider-logout.ts';
import type { SessionCookies } from './sessions/session-cookies.ts';
import { createSignIn } from './sign-in/sign-in.ts';

const PAGE_HEADERS = {
	'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	'cache-control': 'no-store',
};

/** Builds a page that asks for confirmation with a link, without script. The link is on this site, so following it passes `isCrossSite`. */
function renderConfirmationPage(title: string, text: string, confirmUrl: string, cancelLabel: string): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} - Signalwheel</title></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="${confirmUrl}" role="button">${title}</a></p><p><a href="/">${cancelLabel}</a></p></main></body></html>
`;
}

const SIGN_OUT_PAGE = renderConfirmationPage('Sign out', 'Do you want to sign out of Signalwheel?', '/logout', 'Stay signed in');

const TOKEN = /^[\w.-]{1,200}$/;

export function createPageHandlers(context: Context, cookies: SessionCookies, calls: CallOrigins) {
	const signIn = createSignIn(context, createSecondFactor(context));
	const providerLogout = createProviderLogout(context);
	return {
		loginPage: async (call) => {
			const { token } = call.query;
			// Link checkers send HEAD; they must not use up a link.
			if (!token || call.request.method === 'HEAD') return redirectTo('/auth/signin');
			if (!TOKEN.test(token)) return redirectTo('/auth/signin?link=expired');
			if (isCrossSite(call.request)) return respond(200, renderSignInPage(token), { headers: PAGE_HEADERS });
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			const result = await signIn.withLink(token, callOrigin);
			if (!result) return redirectTo('/auth/signin?link=expired');
			if ('step' in result)
				return redirectTo('/auth/signin?step=code', [cookies.pendingSignInCookie(result.step, LINK_LIFE.factor), ...browserCookies]);
			return redirectTo('/', [...cookies.tokenCookies(result.tokens), ...browserCookies]);
		},

		logoutPage: async (call) => {
			if (isCrossSite(call.request) || call.request.method === 'HEAD') return respond(200, SIGN_OUT_PAGE, { headers: PAGE_HEADERS });
			const session = call.caller.account?.session;
			const refresh = cookies.refresh(call.request);
			const url = session ? await providerLogout.findLogoutUrl(session) : undefined;
			if (session) await context.records.endSession(session);
			else if (refresh) await context.sessions.endByRefresh(refresh);
			return redirectTo(url ?? '/', cookies.clear());
		},
	} satisfies Handlers<typeof accountPages>;
}

/** `token` must match TOKEN, because it is inserted into HTML unchanged. */
function renderSignInPage(token: string): string {
	return renderConfirmationPage(
		'Sign in',
		'Do you want to sign in to Signalwheel with the link from a mail? Continue only if you requested it.',
		`/login?token=${token}`,
		'Cancel',
	);
}

/** Whether the request is from another site. Links and images there must not sign a user out, or in to another account. */
function isCrossSite(request: FastifyRequest): boolean {
	return request.headers['sec-fetch-site'] === 'cross-site';
}

function redirectTo(location: string, cookies: ResponseExtras['cookies'] = []) {
	return respond(302, undefined, { headers: { ...PAGE_HEADERS, location }, cookies });
}
