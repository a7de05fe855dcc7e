/** Serves the site below a path of its host, such as https://example.com/signals, which routes and handlers needn't know about. */
import type { FastifyInstance } from 'fastify';
import { malformed } from '../platform/errors.ts';

const LINK = /\b(href|src|action)="(\/(?!\/)[^"]*)"/g;

/** Returns a request's URL within the site. Works whether a proxy passes the sub-path on or strips it. */
export function withoutSubPath(url: string, subPath: string): string {
	if (subPath === '' || !url.startsWith(subPath)) return url;
	const rest = url.slice(subPath.length);
	if (rest.startsWith('/')) return rest;
	return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}

/** Returns a path of the site as browsers request it. Doesn't add the sub-path twice, because pages have added it to some of their links. */
export function withSubPath(path: string, subPath: string): string {
	return path === subPath || path.startsWith(`${subPath}/`) ? path : subPath + path;
}

/** Adds the sub-path to the links, files and form targets of a page. */
export function addSubPathToLinks(html: string, subPath: string): string {
	if (subPath === '') return html;
	return html.replace(LINK, (_, name: string, path: string) => `${name}="${withSubPath(path, subPath)}"`);
}

/** Adds the sub-path to redirects and links in pages. `isTrustedProxy`: whether an IP address is a trusted proxy's. */
export function serveWithSubPath(app: FastifyInstance, subPath: string, isTrustedProxy: (ip: string | undefined) => boolean): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const forwardedPrefix = request.headers['x-forwarded-prefix'];
		// Only compared with the configured path: if the header decided, a visitor could choose where links lead.
		if (
			forwardedPrefix === undefined ||
			!isTrustedProxy(request.socket.remoteAddress) ||
			String(forwardedPrefix).replace(/\/+$/, '') === subPath
		)
			return done();
		const fix = `The proxy serves the site below '${forwardedPrefix}', but the path of SIGNALWHEEL_ORIGIN is '${subPath || '/'}': use the same path in both.`;
		done(malformed('x-forwarded-prefix', fix));
	});
	if (subPath === '') return;
	app.addHook('onSend', (_request, reply, payload, done) => {
		const location = reply.getHeader('location');
		if (typeof location === 'string' && /^\/(?!\/)/.test(location)) reply.header('location', withSubPath(location, subPath));
		const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html');
		done(null, isPage ? addSubPathToLinks(payload, subPath) : payload);
	});
}
