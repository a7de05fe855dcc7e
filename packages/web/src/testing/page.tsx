import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
	createMemoryHistory,
	createRootRouteWithContext,
	createRoute,
	createRouter,
	Outlet,
	type RouteComponent,
	RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { parseSearch, stringifySearch } from '../lib/address/search-params.ts';
import type { RouterContext } from '../lib/router-context.ts';
import { snackList } from '../ui/snackbars/snack.ts';
import { Snackbars } from '../ui/snackbars/snackbars.tsx';
import { type Answers, type Calls, createTestApi } from './api.ts';
import '../styles/tokens.css';
import '../styles/base.css';

const HOUR_MS = 3_600_000;
const { show: showSnack } = snackList;
/** Snackbars stay until they are dismissed, however slow the machine is. */
snackList.show = (snack) => showSnack({ ...snack, durationMs: HOUR_MS });

interface RenderedPage {
	/** Calls so far. */
	calls: Calls;
	/** The current path and query. */
	getUrl: () => string;
}

/** Renders `children` as a page, with the real styles and snackbars and with `answers` to calls. Every link leads to `elsewhere`, by default an empty page. */
export async function show(children: ReactNode, answers: Answers = {}, elsewhere: RouteComponent = () => null): Promise<RenderedPage> {
	for (const { id } of snackList.current()) snackList.hide(id);
	const { api, calls } = createTestApi(answers);
	const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
	const root = createRootRouteWithContext<RouterContext>()({
		component: () => (
			<>
				<Outlet />
				<Snackbars />
			</>
		),
	});
	const testRoute = createRoute({ getParentRoute: () => root, path: '/here', component: () => <main>{children}</main> });
	const otherRoute = createRoute({ getParentRoute: () => root, path: '$', component: elsewhere });
	const context: RouterContext = {
		api,
		queryClient,
		scheme: 'dark',
		palette: 'green-up',
		hasBrowsingSession: () => true,
		origin: location.origin,
	};
	const router = createRouter({
		routeTree: root.addChildren([testRoute, otherRoute]),
		context,
		parseSearch,
		stringifySearch,
		history: createMemoryHistory({ initialEntries: ['/here'] }),
	});
	await render(
		<QueryClientProvider client={queryClient}>
			{/* The product's own router is registered for types; this one has its context but none of its pages. */}
			<RouterProvider router={router as never} />
		</QueryClientProvider>,
	);
	return { calls, getUrl: () => router.state.location.href };
}
