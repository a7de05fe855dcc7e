import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const MANIFEST = 'manifest.webmanifest';

/**
 * Serves a folder at the root of the site, using precompressed .br and .gz files if they exist. Other paths are left to the pages. `subPath`: the site's
 * path on its host.
 */
export async function serveFiles(app: FastifyInstance, folder: string, subPath = ''): Promise<void> {
	await app.register(fastifyStatic, {
		root: folder,
		prefix: '/',
		wildcard: false,
		index: false,
		preCompressed: true,
		cacheControl: false,
		globIgnore: ['**/*.br', '**/*.gz', ...(subPath === '' ? [] : [MANIFEST])],
		setHeaders: (reply, path) => {
			reply.header('cache-control', cacheControlOf(path));
		},
	});
	if (subPath === '') return;
	// URLs in the manifest are relative except the id, which must differ for each installation on a host.
	const manifest = { ...JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')), id: `${subPath}/` };
	app.get(`/${MANIFEST}`, { schema: { hide: true } }, (_request, reply) =>
		reply.header('cache-control', cacheControlOf(MANIFEST)).type('application/manifest+json; charset=utf-8').send(JSON.stringify(manifest)),
	);
}

/**
 * Returns the cache-control header of a file. Built files under assets/ have a hash in their name and never change. The service worker and its helper files are
 * revalidated on every request.
 */
function cacheControlOf(path: string): string {
	if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
	return /(?:sw|site(?:-\w+)?)\.js(?:\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';
}
