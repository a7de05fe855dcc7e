import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Serves a folder at the root, and a file's precompressed .br or .gz where there is one. Unknown paths are left to the pages. */
export async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
	await app.register(fastifyStatic, {
		root: folder,
		prefix: '/',
		wildcard: false,
		index: false,
		preCompressed: true,
		cacheControl: false,
		globIgnore: ['**/*.br', '**/*.gz'],
		setHeaders: (reply, path) => {
			reply.header('cache-control', cachingOf(path));
		},
	});
}

/**
 * Built files under assets/ have a hash in their name and never change. The service worker and its helper files are revalidated on every
 * request.
 */
function cachingOf(path: string): string {
	if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
	return /(?:sw|site(?:-\w+)?)\.js(?:\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';
}
