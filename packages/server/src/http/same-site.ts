import type { FastifyRequest } from 'fastify';
import { Problem } from '../platform/errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Calls that change something and carry cookies are accepted from our own pages only. Browsers name the calling site in Sec-Fetch-Site or Origin;
 * other clients send neither.
 */
export function rejectForeignSites(request: FastifyRequest, origin: string): void {
	if (SAFE.has(request.method)) return;
	const site = request.headers['sec-fetch-site'];
	if (site === 'same-origin' || site === 'none') return;
	const from = request.headers.origin;
	if (site === undefined && (from === undefined || from === new URL(origin).origin || from === `${request.protocol}://${request.host}`))
		return;
	throw new Problem('denied', { detail: 'Calls from other sites are refused.' });
}
