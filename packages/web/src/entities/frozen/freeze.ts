import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { createTabChannel } from '../../lib/tab-channel.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { fieldErrorsOf } from '../../ui/use-submit.ts';
import { formatSymbols } from '../stars/favorites.ts';
import { availableScopes, type FreezeContext, narrowestScope, type ScopeName, type ScopeParameters, scopeParameters } from './scopes.ts';
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
	freeze(request: FreezeRequest): Promise<boolean>;
	thaw(tickers: readonly number[], scope: ThawScope): Promise<void>;
	/** The scopes available in this list, narrowest first. */
	scopes: readonly ScopeName[];
	/** The scope used by a single key or button. */
	narrowest: ScopeName;
}

/** The scope in which tickers are unfrozen; in other scopes they stay frozen. An empty object stands for all scopes. */
export type ThawScope = ScopeParameters['thaw'];

async function invalidateAffected(queryClient: QueryClient): Promise<void> {
	await Promise.all(AFFECTED_KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Refreshes the browser's other tabs when one tab changes the frozen list. */
const getTabChannel = createTabChannel<'changed'>('signalwheel-frozen', (queryClient) => void invalidateAffected(queryClient));

/** Freezes and unfreezes tickers from a list. */
export function useFreeze({ tab, filter }: FreezeContext): Freeze {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	useEffect(() => void getTabChannel(queryClient), [queryClient]);

	return useMemo(() => {
		const context = { tab, filter };

		const notifyChange = (): Promise<void> => {
			getTabChannel(queryClient).postMessage('changed');
			return invalidateAffected(queryClient);
		};

		const thawWithToast = async (tickers: readonly number[], thawScope: ThawScope, label: string | number): Promise<void> => {
			try {
				await api.filters.thaw({ query: { tickers: [...tickers], ...thawScope } });
				snack.success(words.frozenSaved, words.thawed(label));
			} catch {
				snack.error(words.frozenFailed, words.frozenFailedDetail);
			}
			await notifyChange();
		};

		return {
			scopes: availableScopes(context),
			narrowest: narrowestScope(context),
			thaw: (tickers, thawScope) => thawWithToast(tickers, thawScope, formatTickers(queryClient, tickers)),
			freeze: async ({ tickers, scope, reason, until }) => {
				const parameters = scopeParameters(scope, context);
				const showUndo = snack.begin('success');
				const label = formatTickers(queryClient, tickers);
				try {
					await api.filters.freeze({
						body: { tickers: [...tickers], ...parameters.freeze, ...(reason ? { reason } : {}), ...(until ? { until } : {}) },
					});
				} catch (error) {
					if (fieldErrorsOf(error, FREEZE_FIELDS)) throw error;
					snack.error(words.frozenFailed, words.frozenFailedDetail);
					return false;
				}
				showUndo(words.frozenSaved, words.froze(label, scope), words.undo, () => void thawWithToast(tickers, parameters.thaw, label));
				await notifyChange();
				return true;
			},
		};
	}, [api, queryClient, tab, filter]);
}

/** Names tickers in a toast: by their symbols if known, otherwise by their number. */
function formatTickers(queryClient: QueryClient, ids: readonly number[]): string | number {
	return (
		formatSymbols(
			queryClient.getQueriesData({ queryKey: ['signals'] }).map(([, response]) => response),
			ids,
		) ?? ids.length
	);
}
