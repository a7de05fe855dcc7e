import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Built files under assets/ have a hash in their name and never change. The service worker and its helper files are revalidated on every
 * request.
 */
const cachingOf = (path: string): string => {
	if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
	return /(?:sw|manners(?:-\w+)?)\.js(?:\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';
};

/** Serves a folder at the root, and a file's precompressed .br or .gz where there is one. Unknown paths are left to the pages. */
export const serveFiles = async (app: FastifyInstance, folder: string): Promise<void> => {
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
};
