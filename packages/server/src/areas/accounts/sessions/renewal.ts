import type { FastifyRequest } from 'fastify';
import { bucketOf } from '../../bucket-of.ts';
import type { Cookie, SessionCookies } from './session-cookies.ts';
import type { Sessions } from './sessions.ts';

/**
 * New cookies for a reader who comes back with a refresh token and no access token that opens anything, so that the first page is theirs
 * already; undefined where nothing can or need be renewed.
 */
export const createRenewal =
	(cookies: Pick<SessionCookies, 'access' | 'refresh' | 'give'>, sessions: Pick<Sessions, 'find' | 'refresh'>) =>
	async (request: FastifyRequest): Promise<readonly Cookie[] | undefined> => {
		const token = cookies.refresh(request);
		if (token === undefined) return undefined;
		const access = cookies.access(request);
		if (access !== undefined && (await sessions.find(access))) return undefined;
		const tokens = await sessions.refresh(token, { address: bucketOf(request), agent: request.headers['user-agent'] ?? '' });
		return tokens && cookies.give(tokens);
	};
