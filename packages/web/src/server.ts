import { routes } from 'virtual:routes';
import type { ApiTransport } from '@sw/contract/client/transport';
import { subPathOf } from '@sw/domain/access/site-host';
import type { Operator } from '@sw/domain/outreach/information';
import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';
import { setSubPath, sitePath } from './lib/address/site-path.ts';
import { createApi } from './lib/api/client.ts';
import { withErrorDates } from './lib/api/error-dates.ts';
import { resolvePageStatus, watchFailures } from './lib/api/watch-failures.ts';
import { type Palette, paletteOfCookies, type Scheme } from './lib/storage/appearance.ts';
import { localizeLinks } from './pages/static/localize-links.ts';
import type { PublicAnswer } from './pages/static/public.tsx';
import { renderPage } from './pages/static/static-page.ts';
import { createRouterAt } from './router.tsx';

declare module '@tanstack/react-router' {
	interface Register {
		server: { requestContext: RenderContext };
	}
}

/** Handlers by the path of their site, which is known only from a request. A test process serves several sites. */
const handlers = new Map<string, ReturnType<typeof createHandler>>();

/** What the server passes to the rendering of one request. */
interface RenderContext {
	/** Calls the API in the same process, with the visitor's IP address and cookies. */
	api: ApiTransport;
	/** Nonce of the response's Content-Security-Policy. */
	nonce: string;
	/** Value of the cookie `theme`. */
	scheme: Scheme;
	/** Value of the cookie `palette`. Default: read from the request. */
	palette?: Palette;
	/** The request's cookies. */
	cookies?: string;
	/** The site's public origin, for absolute links in heads. Default: the request's. */
	origin?: string;
}

function createHandler() {
	return createStartHandler({ handler: defaultStreamHandler, transformAssets: sitePath('') });
}

/**
 * Renders pages. The caller writes the response headers (policy, caching) and passes a `RenderContext`. If a page shows a failure, or can't be rendered
 * because of one, its status is 503, so that it isn't cached.
 */
export default {
	fetch: async (request: Request, { context }: { context: RenderContext }): Promise<Response> => {
		const { api, hasFailed } = watchFailures(withErrorDates(context.api));
		const origin = context.origin ?? new URL(request.url).origin;
		const path = subPathOf(origin);
		setSubPath(path);
		const handler = handlers.get(path) ?? createHandler();
		handlers.set(path, handler);
		const response = await handler(request, {
			context: {
				...context,
				api,
				cookies: request.headers.get('cookie') ?? '',
				palette: context.palette ?? paletteOfCookies(request.headers.get('cookie') ?? ''),
				origin,
			},
		});
		// Loaders have run by now; only rendering is still being streamed.
		const status = resolvePageStatus(response.status, hasFailed());
		return status === response.status ? response : new Response(response.body, { status, headers: response.headers });
	},
	/**
	 * Renders a page without a framework, the same for all readers; undefined if the URL has no such page. Only the landing page reads the query.
	 * Rejects if data is unavailable.
	 */
	publicPage: async (
		url: string,
		{ api, ...parts }: Pick<RenderContext, 'api'> & { origin: string; unlisted: boolean; operator: Operator | null; own: string | null },
	): Promise<PublicAnswer | undefined> => {
		setSubPath(subPathOf(parts.origin));
		const page = await renderPage(url, { ...parts, api: createApi(routes, api), createRouterAt });
		return page && { ...page, html: localizeLinks(page.html) };
	},
};
