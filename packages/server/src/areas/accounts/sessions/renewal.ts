import type { FastifyRequest } from 'fastify';
import { bucketOf } from '../../bucket-of.ts';
import type { Cookie, SessionCookies } from './session-cookies.ts';
import type { Sessions } from './sessions.ts';

/**
 * New cookies for a reader who returns with a refresh token but without a valid access token, so that the first page is rendered as signed in;
 * undefined where nothing can or must be renewed.
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
