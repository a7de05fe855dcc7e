import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { Api } from '../../lib/api/client.ts';
import { createTabChannel } from '../../lib/tab-channel.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { INBOX_KEY } from '../inbox/unread.ts';
import { favoritesWords as words } from './favorites-words.ts';

/** Properties of API responses that contain tickers: lists, and alerts in messages. */
const TICKER_PROPERTIES = ['items', 'notice', 'entered', 'left'] as const;

interface NamedTicker {
	ticker_id: number;
	ticker: string;
}

/** Maximum number of symbols in a toast. For more tickers, the toast shows their number. */
const MAX_SYMBOLS = 3;

/** Returns the tickers' symbols for a toast; undefined if there are too many tickers or if a symbol is unknown. */
export function formatSymbols(responses: readonly unknown[], ids: readonly number[]): string | undefined {
	if (ids.length > MAX_SYMBOLS) return undefined;
	const symbols = ids.map((id) => findSymbol(responses, id));
	return symbols.includes(undefined) ? undefined : symbols.join(', ');
}

/** Finds the symbol of a ticker in an API response, at any depth; undefined if the response doesn't contain the ticker. */
function findSymbol(response: unknown, id: number): string | undefined {
	if (typeof response !== 'object' || response === null) return undefined;
	if (!Array.isArray(response) && isNamedTicker(response)) return response.ticker_id === id ? response.ticker : undefined;
	const properties = response as Partial<Record<(typeof TICKER_PROPERTIES)[number], unknown>>;
	for (const child of Array.isArray(response) ? response : TICKER_PROPERTIES.map((key) => properties[key])) {
		const symbol = findSymbol(child, id);
		if (symbol !== undefined) return symbol;
	}
	return undefined;
}

function isNamedTicker(value: object): value is NamedTicker {
	return 'ticker_id' in value && 'ticker' in value && typeof value.ticker === 'string';
}

/** Keys of queries whose results contain stars. */
const STARRED_KEYS = [['signals'], [...INBOX_KEY, 'one']] as const;

function setCachedStar(queryClient: QueryClient, id: number, favorite: boolean): void {
	for (const queryKey of STARRED_KEYS) queryClient.setQueriesData({ queryKey }, (response: unknown) => withStar(response, id, favorite));
}

/** Reloads only the lists of favourites, because a changed star adds or removes a ticker there. */
function refetchFavoriteLists(queryClient: QueryClient): Promise<void> {
	return queryClient.invalidateQueries({ queryKey: ['signals', 'list', 'favorites'] });
}

/** The latest request; the next one waits for it. */
let lastRequest: Promise<unknown> = Promise.resolve();

interface Star {
	id: number;
	favorite: boolean;
}

/** Shows a star set in one tab in the browser's other tabs. */
const getTabChannel = createTabChannel<Star>('signalwheel-stars', (queryClient, { id, favorite }) => {
	setCachedStar(queryClient, id, favorite);
	void repeatRunningQueries(queryClient);
	void refetchFavoriteLists(queryClient);
});

/** Repeats the running queries after they end, because a response can still contain the old star. */
async function repeatRunningQueries(queryClient: QueryClient): Promise<void> {
	const runningQueries = STARRED_KEYS.flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }));
	await Promise.allSettled(runningQueries.map(({ promise }) => promise));
	for (const { queryKey } of runningQueries) void queryClient.invalidateQueries({ queryKey, exact: true });
}

/** Returns a function that changes one star. The change shows immediately and is undone on failure. Undo is offered for ten seconds. */
export function useFavorite(): (id: number, favorite: boolean) => void {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	useChannel(queryClient);
	return useCallback(
		(id, favorite) => {
			const changeStar = async (isFavorite: boolean): Promise<boolean> => {
				setCachedStar(queryClient, id, isFavorite);
				try {
					const savedFavorite = await saveStar(api, id, isFavorite);
					setCachedStar(queryClient, id, savedFavorite);
					getTabChannel(queryClient).postMessage({ id, favorite: savedFavorite } satisfies Star);
					void repeatRunningQueries(queryClient);
					void refetchFavoriteLists(queryClient);
					return true;
				} catch {
					setCachedStar(queryClient, id, !isFavorite);
					showFailure();
					return false;
				}
			};
			const label = formatTickers(queryClient, [id]);
			const message = favorite ? words.starred(label) : words.unstarred(label);
			const showUndo = snack.begin();
			void changeStar(favorite).then((succeeded) => {
				if (succeeded) showUndo(words.favourites, message, words.undo, () => void changeStar(!favorite));
			});
		},
		[api, queryClient],
	);
}

function showFailure(): void {
	snack.error(words.favouriteFailed, words.favouriteFailedDetail);
}

/** Names tickers in a toast: by their symbols if known, otherwise by their number. */
function formatTickers(queryClient: QueryClient, ids: readonly number[]): string | number {
	return (
		formatSymbols(
			STARRED_KEYS.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }).map(([, response]) => response)),
			ids,
		) ?? ids.length
	);
}

function useChannel(queryClient: QueryClient): void {
	useEffect(() => void getTabChannel(queryClient), [queryClient]);
}

/**
 * Sets a star to the given state, even if another tab changed it meanwhile, and returns the
 * saved state. Requests run one after another, so that the last press wins.
 */
function saveStar(api: Api, id: number, favorite: boolean): Promise<boolean> {
	const request = lastRequest.then(async () => (await api.filters.switchFavorite({ body: { ticker: id, favorite } }))?.favorite ?? false);
	lastRequest = request.catch(() => undefined);
	return request;
}

/** Returns a function that stars tickers one after another. Undo, offered for ten seconds, removes all these stars, so pass only tickers without one. */
export function useFavoriteMany(): (ids: readonly number[]) => Promise<void> {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	return useCallback(
		async (ids) => {
			const showUndo = snack.begin();
			const label = formatTickers(queryClient, ids);
			const setAll = async (tickers: readonly number[], favorite: boolean): Promise<void> => {
				for (const id of tickers) {
					await saveStar(api, id, favorite);
					setCachedStar(queryClient, id, favorite);
					getTabChannel(queryClient).postMessage({ id, favorite } satisfies Star);
				}
				void repeatRunningQueries(queryClient);
				await refetchFavoriteLists(queryClient);
			};
			const undoAll = (): void => void setAll(ids, false).then(() => snack.info(words.favourites, words.unstarred(label)), showFailure);
			try {
				await setAll(ids, true);
				showUndo(words.favourites, words.starred(label), words.undo, undoAll);
			} catch {
				await queryClient.invalidateQueries({ queryKey: ['signals', 'list'] });
				showFailure();
			}
		},
		[api, queryClient],
	);
}

interface StarredTicker {
	ticker_id: number;
	favorite: boolean;
}

/** Returns an API response with the star of one ticker set, at any depth; the same object if nothing changes. */
export function withStar(response: unknown, id: number, favorite: boolean): unknown {
	if (Array.isArray(response)) {
		const items = response.map((item) => withStar(item, id, favorite));
		return items.some((item, i) => item !== response[i]) ? items : response;
	}
	if (isStarred(response)) return response.ticker_id === id && response.favorite !== favorite ? { ...response, favorite } : response;
	if (typeof response !== 'object' || response === null) return response;
	const properties = response as Partial<Record<(typeof TICKER_PROPERTIES)[number], unknown>>;
	const changedEntries = TICKER_PROPERTIES.flatMap((key) => {
		const updated = withStar(properties[key], id, favorite);
		return updated === properties[key] ? [] : [[key, updated] as const];
	});
	return changedEntries.length > 0 ? { ...response, ...Object.fromEntries(changedEntries) } : response;
}

function isStarred(value: unknown): value is StarredTicker {
	return typeof value === 'object' && value !== null && 'ticker_id' in value && 'favorite' in value;
}
