import { candidateWords } from '@sw/domain/signals/sector';
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { homeLink, tickerLink } from '../entities/ticker/links.ts';
import { atReport, readTickerState, type TickerState, tickerSearch } from '../entities/ticker/ticker-state.ts';
import { whyCarried, whyMissing } from '../features/ticker/missing.ts';
import { MissingTicker } from '../features/ticker/missing-ticker.tsx';
import { Outline } from '../features/ticker/outline.tsx';
import { outlineQuery, visitorTickerQuery } from '../features/ticker/queries.ts';
import { missingTitles, tickerTitles } from '../features/ticker/titles.ts';
import { ApiError } from '../lib/api/api-error.ts';
import type { Api } from '../lib/api/client.ts';
import type { TickerDetail, TickerOutline } from '../lib/api/types.ts';
import { pageHead } from '../lib/head.ts';
import { isTrader, type LoadContext } from '../pages/load.ts';
import { isTickerId, traderTickerQuery } from '../pages/load-ticker.ts';
import { TickerPage } from '../pages/ticker-page.tsx';
import { TickerSkeleton } from '../pages/ticker-skeleton.tsx';

/** The permanent number of the ticker that a symbol names now; undefined when none does. */
const idOfSymbol = async (api: Api, symbol: string): Promise<number | undefined> => {
	const found = await api.prices.landingTable({ query: { ticker: symbol.toUpperCase(), size: 1 } }).catch(() => undefined);
	return found?.items[0]?.ticker_id;
};

const loadTicker = async (context: LoadContext, id: number, state: TickerState): Promise<TickerDetail> => {
	const { api, queryClient } = context;
	if (!(await isTrader(context))) return queryClient.ensureQueryData(visitorTickerQuery(api, id, state));
	return queryClient.ensureQueryData(await traderTickerQuery(context, id, state));
};

/** The same address without its saved filter; undefined where it has none. */
const withoutFilter = (id: string, state: TickerState) =>
	state.list.filter === undefined ? undefined : tickerLink(Number(id), { ...state, list: { ...state.list, filter: undefined } });

const headOf = ({ ticker, name, weighted_sum: rate, tab_type, operation }: TickerOutline | TickerDetail, listed: boolean) => ({
	ticker,
	name,
	rate,
	candidate: candidateWords(tab_type, operation, listed),
});

/** Beyond a visitor's allowance: undefined where that does not come either. */
const loadOutline = async ({ api, queryClient }: LoadContext, id: number, state: TickerState) => {
	const outline = await queryClient.ensureQueryData(outlineQuery(api, id, state)).catch(() => undefined);
	return outline && { ...headOf(outline, false), spent: true };
};

const Ticker = () => {
	const id = Number(Route.useParams().id);
	const search = Route.useSearch();
	if (!Route.useLoaderData()?.spent) return <TickerPage id={id} search={search} />;
	const { state } = readTickerState(search);
	return <Outline id={id} state={state} back={homeLink(state)} />;
};

const Missing = ({ data }: { data?: unknown }) => {
	const { id } = Route.useParams();
	const { state } = readTickerState(Route.useSearch());
	return <MissingTicker why={whyCarried(data)} latest={tickerLink(Number(id), atReport(state, undefined))} />;
};

export const Route = createFileRoute('/ticker/$id')({
	validateSearch: tickerSearch,
	loaderDeps: ({ search }) => search,
	loader: async ({ context: { api, queryClient }, params, deps }) => {
		if (!isTickerId(params.id)) {
			const id = await idOfSymbol(api, params.id);
			if (id === undefined) throw notFound();
			throw redirect({ to: '/ticker/$id', params: { id: String(id) }, search: deps, statusCode: 301 });
		}
		const { state } = readTickerState(deps);
		try {
			const detail = await loadTicker({ api, queryClient }, Number(params.id), state);
			return { ...headOf(detail, detail.listed), spent: false };
		} catch (error) {
			const status = error instanceof ApiError ? error.status : 0;
			const unfiltered = status === 403 || status === 404 ? withoutFilter(params.id, state) : undefined;
			if (unfiltered) throw redirect({ ...unfiltered, replace: true });
			if (status === 404) {
				const why = whyMissing(error);
				const outline = why === 'allowance' ? await loadOutline({ api, queryClient }, Number(params.id), state) : undefined;
				if (outline) return outline;
				throw notFound({ data: why });
			}
			// Anything else is shown by the page itself, with a way to go on.
			return undefined;
		}
	},
	head: ({ loaderData, match, params }) => {
		const path = `/ticker/${params.id}`;
		const { origin } = match.context;
		if (!loaderData) return pageHead({ title: missingTitles.unknown, description: missingTitles.unknownNext, path, origin, noindex: true });
		const { ticker, name, rate, candidate } = loaderData;
		return pageHead({
			title: tickerTitles.title(ticker, name),
			description: tickerTitles.description(ticker, name, rate, candidate),
			path,
			origin,
			picture: `?ticker=${encodeURIComponent(ticker)}`,
		});
	},
	component: Ticker,
	pendingComponent: TickerSkeleton,
	notFoundComponent: Missing,
});
