import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { tickerLink } from '../../entities/ticker/links.ts';
import { moveToReport, pickTickerSearch, readTickerState, type TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerHeadWords } from '../../features/ticker/head-words.ts';
import { MissingTicker } from '../../features/ticker/missing-ticker.tsx';
import { findMissingReason, outlineQuery, readNotFoundReason } from '../../features/ticker/queries.ts';
import { missingTitles } from '../../features/ticker/titles.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { TickerDetail, TickerOutline } from '../../lib/api/types.ts';
import { pageHead } from '../../lib/head.ts';
import { isTrader, type LoadContext } from '../../pages/load.ts';
import { findTickerId, isTickerId, traderTickerQuery } from '../../pages/load-ticker.ts';
import { TickerPage } from '../../pages/ticker-page.tsx';
import { TickerSkeleton } from '../../pages/ticker-skeleton.tsx';

/**
 * Loads the data that the page shows at first. Without a licence, this is only the outline, which uses up no allowance. The page can then be
 * cached, prefetched and crawled.
 */
async function loadTicker(context: LoadContext, id: number, state: TickerState): Promise<TickerDetail | TickerOutline> {
	const { api, queryClient } = context;
	if (!(await isTrader(context))) return queryClient.ensureQueryData(outlineQuery(api, id, state));
	return queryClient.ensureQueryData(await traderTickerQuery(context, id, state));
}

/** Returns the link to the same page without its saved filter; undefined if there is no saved filter. */
function unfilteredLink(id: string, state: TickerState) {
	return state.list.filter === undefined ? undefined : tickerLink(Number(id), { ...state, list: { ...state.list, filter: undefined } });
}

function Ticker() {
	return <TickerPage id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}

function Missing({ data }: { data?: unknown }) {
	const { id } = Route.useParams();
	const { state } = readTickerState(Route.useSearch());
	return <MissingTicker reason={readNotFoundReason(data)} latest={tickerLink(Number(id), moveToReport(state, undefined))} />;
}

export const Route = createFileRoute('/ticker/$id')({
	validateSearch: pickTickerSearch,
	loaderDeps: ({ search }) => search,
	loader: async ({ context: { api, queryClient }, params, deps }) => {
		if (!isTickerId(params.id)) {
			const id = await findTickerId(api, params.id);
			if (id === undefined) throw notFound();
			throw redirect({ to: '/ticker/$id', params: { id: String(id) }, search: deps, statusCode: 301 });
		}
		const { state } = readTickerState(deps);
		try {
			const ticker = await loadTicker({ api, queryClient }, Number(params.id), state);
			return { ...tickerHeadWords(ticker), picture: `?ticker=${encodeURIComponent(ticker.ticker)}`, embeddable: !('price' in ticker) };
		} catch (error) {
			const status = error instanceof ApiError ? error.status : 0;
			const unfiltered = status === 403 || status === 404 ? unfilteredLink(params.id, state) : undefined;
			if (unfiltered) throw redirect({ ...unfiltered, replace: true });
			if (status === 404) throw notFound({ data: findMissingReason(error) });
			// The page itself shows any other failure, with a next step.
			return undefined;
		}
	},
	head: ({ loaderData, match, params }) => {
		const path = `/ticker/${params.id}`;
		const { origin } = match.context;
		if (!loaderData) return pageHead({ title: missingTitles.unknown, description: missingTitles.unknownNext, path, origin, noindex: true });
		return pageHead({ ...loaderData, path, origin });
	},
	component: Ticker,
	pendingComponent: TickerSkeleton,
	notFoundComponent: Missing,
});
