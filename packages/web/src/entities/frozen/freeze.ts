import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { createTabChannel } from '../../lib/tab-channel.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { fieldErrorsOf } from '../../ui/use-submit.ts';
import { symbolsText } from '../stars/favorites.ts';
import { type FreezePlace, nearestScope, type ScopeName, type ScopeParameters, scopeParameters, scopesAt } from './scopes.ts';
import { frozenWords as words } from './words.ts';

export interface FreezeRequest {
	tickers: readonly number[];
	scope: ScopeName;
	reason?: string;
	/** Instant at which the tickers are unfrozen automatically, ISO 8601. Undefined: never. */
	until?: string;
}

/** Keys of queries whose results depend on frozen tickers. */
const AFFECTED_KEYS = [
	['signals', 'list'],
	['signals', 'place'],
	['signals', 'frozen'],
	['signals', 'ticker'],
	['filters', 'list'],
	['filters', 'now'],
	['filters', 'count'],
] as const;

/** Fields of the form, which shows their errors. */
const FREEZE_FIELDS = ['reason', 'until'] as const;

export interface Freeze {
	/** Resolves to whether the tickers are frozen, and then offers undo for ten seconds. Rejects if the API refuses the reason or the end. */
	freeze(freezing: FreezeRequest): Promise<boolean>;
	thaw(tickers: readonly number[], place: ThawPlace): Promise<void>;
	/** The scopes available here, narrowest first. */
	scopes: readonly ScopeName[];
	/** The scope used by a single key or button. */
	nearest: ScopeName;
}

/** The only scope in which tickers are unfrozen. An empty object stands for all scopes. */
export type ThawPlace = ScopeParameters['thaw'];

async function invalidateAffected(queryClient: QueryClient): Promise<void> {
	await Promise.all(AFFECTED_KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Refreshes the browser's other tabs when one tab changes the frozen list. */
const channelOf = createTabChannel<'changed'>('signalwheel-frozen', (queryClient) => void invalidateAffected(queryClient));

/** Freezes and unfreezes tickers from a list. */
export function useFreeze({ tab, filter }: FreezePlace): Freeze {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	useEffect(() => void channelOf(queryClient), [queryClient]);

	return useMemo(() => {
		const place = { tab, filter };

		const changed = (): Promise<void> => {
			channelOf(queryClient).postMessage('changed');
			return invalidateAffected(queryClient);
		};

		const thawWithToast = async (tickers: readonly number[], place: ThawPlace, which: string | number): Promise<void> => {
			try {
				await api.filters.thaw({ query: { tickers: [...tickers], ...place } });
				snack.success(words.frozenSaved, words.thawed(which));
			} catch {
				snack.error(words.frozenFailed, words.frozenFailedDetail);
			}
			await changed();
		};

		return {
			scopes: scopesAt(place),
			nearest: nearestScope(place),
			thaw: (tickers, place) => thawWithToast(tickers, place, tickersText(queryClient, tickers)),
			freeze: async ({ tickers, scope, reason, until }) => {
				const places = scopeParameters(scope, place);
				const undo = snack.act('success');
				const which = tickersText(queryClient, tickers);
				try {
					await api.filters.freeze({
						body: { tickers: [...tickers], ...places.freeze, ...(reason ? { reason } : {}), ...(until ? { until } : {}) },
					});
				} catch (error) {
					if (fieldErrorsOf(error, FREEZE_FIELDS)) throw error;
					snack.error(words.frozenFailed, words.frozenFailedDetail);
					return false;
				}
				undo(words.frozenSaved, words.froze(which, scope), words.undo, () => void thawWithToast(tickers, places.thaw, which));
				await changed();
				return true;
			},
		};
	}, [api, queryClient, tab, filter]);
}

/** Names tickers in a toast: by their symbols if known, otherwise by their number. */
function tickersText(queryClient: QueryClient, ids: readonly number[]): string | number {
	return (
		symbolsText(
			queryClient.getQueriesData({ queryKey: ['signals'] }).map(([, answer]) => answer),
			ids,
		) ?? ids.length
	);
}
