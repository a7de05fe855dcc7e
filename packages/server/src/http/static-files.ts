import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Built files: those under assets/ carry a hash of their content in the name and never change; the service worker and the browser's manners are asked for every time. */
const cachingOf = (path: string): string => {
	if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
	return /(?:sw|manners(?:-\w+)?)\.js(?:\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';
};

/** Serves a folder at the root, picking the .br or .gz that stands beside a file. Unknown paths are left to the pages. */
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
