import type { FastifyInstance } from 'fastify';
import { developmentPolicy } from '../content-policy.ts';
import { type PageParts, servePages } from './render.ts';
import type { WebEntry } from './web-entry.ts';

/** Serves pages from the web package's sources in the folder `root`, so that edits show immediately. Only this module loads Vite. */
export function createDevelopmentPages(parts: Omit<PageParts, 'entry' | 'files' | 'policy'>, root: string) {
	return async (app: FastifyInstance) => {
		const { createServer, isRunnableDevEnvironment } = await import('vite');
		const vite = await createServer({
			root,
			// A bundled copy of the configuration would make `node --watch` restart endlessly.
			configLoader: 'native',
			appType: 'custom',
			server: { middlewareMode: true, ws: { server: app.server } },
		});
		app.addHook('preClose', () => vite.close());
		app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, () => done()));
		const entry = async (): Promise<WebEntry> => {
			const ssr = vite.environments['ssr'];
			if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment that runs the server entry.');
			return (await ssr.runner.import<{ default: WebEntry }>('virtual:tanstack-start-server-entry')).default;
		};
		// The cache key changes with every rendering, so that no page is cached.
		let renderings = 0;
		await servePages({
			...parts,
			entry,
			files: null,
			policy: developmentPolicy,
			publicPolicy: developmentPolicy,
			edition: () => String(renderings++),
		})(app);
	};
}
