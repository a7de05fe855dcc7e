import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Api } from '../../lib/api/client.ts';
import { snack } from '../../ui/snack.ts';
import { INBOX } from '../inbox/unread.ts';
import { favoritesWords as words } from './favorites-words.ts';
import { withStar } from './stars.ts';

/** Queries whose answers hold stars. */
const STARRED = [['signals'], [...INBOX, 'one']] as const;

const show = (queryClient: QueryClient, id: number, favorite: boolean): void => {
	for (const queryKey of STARRED) queryClient.setQueriesData({ queryKey }, (answer: unknown) => withStar(answer, id, favorite));
};

/** Lists that hold favourites only lose or gain a ticker. */
const readFavorites = (queryClient: QueryClient): Promise<void> =>
	queryClient.invalidateQueries({ queryKey: ['signals', 'list', 'favorites'] });

let before: Promise<unknown> = Promise.resolve();

/** Switches over on the server and says what it is then; one after another, for a star that is pressed twice must end as it was pressed last. */
const flip = (api: Api, id: number): Promise<boolean> => {
	const turn = before.then(async () => (await api.filters.switchFavorite({ body: { ticker: id } }))?.favorite ?? false);
	before = turn.catch(() => undefined);
	return turn;
};

/** What was asked for before a star changed may tell it as it was: once it has come, it is asked for again. */
const readAgain = async (queryClient: QueryClient): Promise<void> => {
	const underWay = STARRED.flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }));
	await Promise.allSettled(underWay.map(({ promise }) => promise));
	for (const { queryKey } of underWay) void queryClient.invalidateQueries({ queryKey, exact: true });
};

const failed = (): void => snack.error(words.favouriteFailed, words.favouriteFailedDetail);

/** Changes one star: shown at once, put right by the answer, put back when there is none, and taken back for ten seconds. */
export const useFavorite = (): ((id: number, favorite: boolean) => void) => {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	return useCallback(
		(id, favorite) => {
			const change = async (wanted: boolean): Promise<boolean> => {
				show(queryClient, id, wanted);
				try {
					show(queryClient, id, await flip(api, id));
					void readAgain(queryClient);
					void readFavorites(queryClient);
					return true;
				} catch {
					show(queryClient, id, !wanted);
					failed();
					return false;
				}
			};
			const message = favorite ? words.starred(1) : words.unstarred(1);
			const undo = snack.act();
			void change(favorite).then((done) => {
				if (done) undo(words.favourites, message, words.undo, () => void change(!favorite));
			});
		},
		[api, queryClient],
	);
};

/** Puts a star on many tickers that have none, one after another, with a way back for ten seconds. */
export const useFavoriteMany = (): ((ids: readonly number[]) => Promise<void>) => {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	return useCallback(
		async (ids) => {
			const undo = snack.act();
			const all = async (wanted: readonly number[], favorite: boolean): Promise<void> => {
				for (const id of wanted) {
					await flip(api, id);
					show(queryClient, id, favorite);
				}
				void readAgain(queryClient);
				await readFavorites(queryClient);
			};
			const back = (): void => void all(ids, false).then(() => snack.info(words.favourites, words.unstarred(ids.length)), failed);
			try {
				await all(ids, true);
				undo(words.favourites, words.starred(ids.length), words.undo, back);
			} catch {
				await queryClient.invalidateQueries({ queryKey: ['signals', 'list'] });
				failed();
			}
		},
		[api, queryClient],
	);
};
