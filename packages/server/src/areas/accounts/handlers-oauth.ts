import { fastifyCookie } from '@fastify/cookie';
import type { oauth } from '@sw/contract/accounts/oauth';
import { LINK_LIFE } from '@sw/domain/access/session-rules';
import { Problem } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { Calls } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import { createOauth, FLOW_LIFE } from './oauth/oauth.ts';
import { createProviderLogout } from './oauth/provider-logout.ts';
import type { SessionCookies } from './sessions/session-cookies.ts';
import { presentExpiries } from './users/present.ts';

export function oauthHandlers(context: Context, cookies: SessionCookies, calls: Calls) {
	const flows = createOauth(context, createSecondFactor(context));
	const logout = createProviderLogout(context);
	return {
		oauthProviders: () => ({ items: flows.list(), passwords: context.passwords }),

		oauthUrl: async (call) => {
			const { redirect_url: redirectUrl, state } = call.query;
			const { url, browser } = await flows.begin(call.params.provider, redirectUrl, state, cookies.browser(call.request), calls.from(call));
			return respond(200, { url }, { cookies: [cookies.giveBrowser(browser, FLOW_LIFE)] });
		},

		oauthLogin: async (call) => {
			const { code, redirect_url: redirectUrl, state } = call.body;
			const browser = cookies.browser(call.request);
			const back = { provider: call.params.provider, browser, code, redirectUrl, state, captcha: call.headers.captcha };
			const { from, cookies: known } = calls.known(call);
			const entered = await flows.finish(back, from);
			if ('tokens' in entered) {
				const { tokens } = entered;
				return respond(200, presentExpiries(tokens.expiries, context.clock.now()), { cookies: [...cookies.give(tokens), ...known] });
			}
			const { name, value, options } = cookies.giveStep(entered.step, LINK_LIFE.factor);
			const { secure, ...others } = options;
			throw new Problem('unprocessable', {
				errors: [{ field: 'code', message: 'Enter the code of your second factor' }],
				headers: { 'set-cookie': fastifyCookie.serialize(name, value, { ...others, secure: secure === true }) },
			});
		},

		oauthLogout: async (call) => {
			await logout.end(call.params.provider, call.body['logout_token']);
			return respond(200, undefined, { headers: { 'cache-control': 'no-store' } });
		},
	} satisfies Handlers<typeof oauth>;
}
