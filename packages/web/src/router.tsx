import { routes } from 'virtual:routes';
import { type DefaultOptions, QueryClient } from '@tanstack/react-query';
import { type AnyRouter, createMemoryHistory, createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { getGlobalStartContext } from '@tanstack/react-start';
import { retryWithFreshToken } from './entities/session/browser-session.tsx';
import { Crash } from './features/shell/crash.tsx';
import { parseSearch, stringifySearch } from './lib/address/search-params.ts';
import { siteOrigin, subPathRewrite } from './lib/address/site-path.ts';
import { isUnreachable } from './lib/api/api-error.ts';
import { createApi } from './lib/api/client.ts';
import { withErrorDates } from './lib/api/error-dates.ts';
import { fetchTransport } from './lib/api/transport.ts';
import type { RouterContext } from './lib/router-context.ts';
import { paletteOf, schemeOf } from './lib/storage/appearance.ts';
import { hasBrowsingSession } from './lib/storage/cookies.ts';
import { routeTree } from './routeTree.gen.ts';
import { NotFound } from './ui/states/not-found.tsx';

/** Stale time: half the refresh interval of public pages, so that a hydrated page doesn't refetch immediately. */
const FRESH_MS = 30_000;
/** Retry interval while the server is unreachable. */
const UNREACHABLE_RETRY_MS = 5_000;

/** Options of all routers: the routes, and how URLs are parsed and written. */
const ROUTER_OPTIONS = {
	routeTree,
	parseSearch,
	stringifySearch,
	// Names of reports are instants, which contain colons.
	pathParamsAllowedCharacters: [':'] as ':'[],
};

/** Creates a router that stays at one URL and never navigates. Pages without a framework use it to render links of the application. */
export function createRouterAt(url: string): AnyRouter {
	return createRouter({ ...ROUTER_OPTIONS, history: createMemoryHistory({ initialEntries: [url] }), context: {} as never });
}

/** Creates a router: on the server for one request, in the browser for the lifetime of the page. */
export function getRouter() {
	const startContext = getGlobalStartContext();
	// If the first load fails, the page shows the failure with a retry button instead of refetching during hydration.
	const queries: DefaultOptions['queries'] = {
		staleTime: FRESH_MS,
		retry: startContext ? 0 : 1,
		retryOnMount: false,
		refetchOnWindowFocus: false,
		// Without a network, calls fail immediately instead of waiting silently. Failed queries are reloaded when the network is back.
		networkMode: 'always',
		refetchOnReconnect: true,
		refetchInterval: ({ state }) => (isUnreachable(state.error) && state.data === undefined ? UNREACHABLE_RETRY_MS : false),
	};
	const queryClient = new QueryClient({ defaultOptions: { queries } });
	const context: RouterContext = startContext
		? {
				api: createApi(routes, startContext.api),
				scheme: startContext.scheme,
				palette: startContext.palette ?? 'green-up',
				hasBrowsingSession: () => hasBrowsingSession(startContext.cookies ?? ''),
				origin: startContext.origin ?? '',
				queryClient,
			}
		: { ...browserContext(), queryClient };
	const router = createRouter({
		context,
		...ROUTER_OPTIONS,
		...subPathRewrite(),
		scrollRestoration: true,
		defaultPreload: 'intent',
		defaultPreloadStaleTime: 0,
		defaultNotFoundComponent: NotFound,
		defaultErrorComponent: Crash,
		...(startContext ? { ssr: { nonce: startContext.nonce } } : {}),
	});
	setupRouterSsrQueryIntegration({ router, queryClient });
	return router;
}

/** Appearance is read from the server's HTML, not from the cookie: another tab could have changed it since, and hydration would differ. */
function browserContext(): Omit<RouterContext, 'queryClient'> {
	const { scheme, palette } = document.documentElement.dataset;
	return {
		api: createApi(routes, withErrorDates(retryWithFreshToken(fetchTransport))),
		scheme: schemeOf(scheme),
		palette: paletteOf(palette),
		hasBrowsingSession: () => hasBrowsingSession(document.cookie),
		origin: siteOrigin(),
	};
}

declare module '@tanstack/react-router' {
	interface Register {
		router: ReturnType<typeof getRouter>;
	}
	interface HistoryState {
		/** The ticker from which the reader returns to a list, whose card then gets the focus. */
		ticker?: number;
		/** Whether this is a second history entry of the same page, added so that going back can close a dialog. */
		second?: boolean;
	}
}
