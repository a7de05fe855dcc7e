import type { FastifyRequest } from 'fastify';
import { Problem } from '../platform/errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Calls that change something and come with cookies are taken from our own pages only. Browsers say where a call comes from by
 * Sec-Fetch-Site or Origin; callers that are no browsers send neither.
 */
export const refuseForeignSites = (request: FastifyRequest, origin: string): void => {
	if (SAFE.has(request.method)) return;
	const site = request.headers['sec-fetch-site'];
	if (site === 'same-origin' || site === 'none') return;
	const from = request.headers.origin;
	if (site === undefined && (from === undefined || from === origin || from === `${request.protocol}://${request.host}`)) return;
	throw new Problem('denied', { detail: 'Calls from other sites are refused.' });
};
