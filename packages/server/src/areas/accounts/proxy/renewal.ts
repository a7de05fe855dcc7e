import { LINK_LIFE } from '@sw/domain/access/session-rules';
import type { FastifyRequest } from 'fastify';
import { rateLimitBucket } from '../../rate-limit-bucket.ts';
import type { Calls } from '../context/call.ts';
import type { Cookie, SessionCookies } from '../sessions/session-cookies.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ProxyUser } from './proxy-headers.ts';
import type { ProxySignIn } from './proxy-sign-in.ts';

interface Renewed {
	cookies: readonly Cookie[];
	/** Page that continues a sign-in which waits for its second factor. */
	to?: string;
}

/**
 * New cookies for a reader who returns with a refresh token but without a valid access token, so that the first page is rendered as signed in, and for
 * the user of an authenticating proxy; undefined where nothing can or must be renewed.
 */
export function createRenewal(
	cookies: Pick<SessionCookies, 'access' | 'refresh' | 'give' | 'giveStep' | 'clear'>,
	sessions: Pick<Sessions, 'find' | 'refresh' | 'endByRefresh'>,
	calls: Pick<Calls, 'known'>,
	proxy: ProxySignIn | undefined,
) {
	const own = async (request: FastifyRequest): Promise<Renewed | undefined> => {
		const token = cookies.refresh(request);
		if (token === undefined) return undefined;
		const access = cookies.access(request);
		if (access !== undefined && (await sessions.find(access))) return undefined;
		const tokens = await sessions.refresh(token, { address: rateLimitBucket(request), agent: request.headers['user-agent'] ?? '' });
		return tokens && { cookies: cookies.give(tokens) };
	};

	/** The session of the proxy's user, even if another user was signed in before. */
	const proxied = async (request: FastifyRequest, signIn: ProxySignIn, who: ProxyUser): Promise<Renewed | undefined> => {
		const { from, cookies: known } = calls.known({ caller: { address: rateLimitBucket(request), account: null }, request });
		const user = await signIn.userOf(who, from);
		const access = cookies.access(request);
		const found = access === undefined ? undefined : await sessions.find(access);
		if (!user) return own(request);
		if (found?.user.id === user.id) return undefined;
		const token = cookies.refresh(request);
		const renewed = token === undefined ? undefined : await sessions.refresh(token, from);
		if (renewed?.userId === user.id) return { cookies: cookies.give(renewed) };
		if (token !== undefined) await sessions.endByRefresh(token);
		const entered = await signIn.enter(user, from);
		if ('tokens' in entered) return { cookies: [...cookies.give(entered.tokens), ...known] };
		const setCookies = [...cookies.clear(), cookies.giveStep(entered.step, LINK_LIFE.factor), ...known];
		return request.url.startsWith('/auth/') ? { cookies: setCookies } : { cookies: setCookies, to: '/auth/signin?step=code' };
	};

	return (request: FastifyRequest): Promise<Renewed | undefined> => {
		const who = proxy?.read(request);
		return proxy && who ? proxied(request, proxy, who) : own(request);
	};
}
