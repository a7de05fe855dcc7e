import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import { snack } from '../../ui/snack.ts';
import { refusalsOf } from '../../ui/use-sending.ts';
import { filtersQuery } from '../filters/saved-filters.ts';
import type { ListState } from '../list-state/state.ts';
import { filtersOfScope, type ScopeName, scopesAt } from './scopes.ts';
import { frozenWords as words } from './words.ts';

export interface Freezing {
	tickers: readonly number[];
	scope: ScopeName;
	reason?: string;
	/** When they thaw by themselves, ISO 8601. */
	until?: string;
}

/** Every answer that depends on who is hidden. */
const HELD = [
	['signals', 'list'],
	['signals', 'frozen'],
	['signals', 'ticker'],
	['filters', 'list'],
] as const;

/** What a reader writes when freezing. */
const FREEZE_FIELDS = ['reason', 'until'] as const;

export interface Freeze {
	/** Whether it was done; a way back stands for ten seconds. Rejects where the answer names what is wrong with reason or end. */
	freeze(freezing: Freezing): Promise<boolean>;
	/** Under one filter, or (without one) wherever they are hidden. */
	thaw(tickers: readonly number[], filter?: number): Promise<void>;
	/** Scopes that mean something here, the narrowest first. */
	scopes: readonly ScopeName[];
}

/** Hiding tickers and showing them again. `place` is the list from which it is done. */
export const useFreeze = ({ tab, filter }: Pick<ListState, 'tab' | 'filter'>): Freeze => {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data } = useQuery(filtersQuery(api));

	return useMemo(() => {
		const at = { filter, tabFilters: (data?.items ?? []).filter((one) => one.tab === tab).map(({ id }) => id) };

		const readAgain = async (): Promise<void> => {
			await Promise.all(HELD.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
		};

		const thawUnder = async (tickers: readonly number[], filters: readonly (number | undefined)[]): Promise<void> => {
			try {
				for (const one of filters)
					await api.filters.thaw({ query: { tickers: [...tickers], ...(one === undefined ? {} : { filter: one }) } });
				snack.info(words.frozenSaved, words.thawed(tickers.length));
			} catch {
				snack.error(words.frozenFailed, words.frozenFailedDetail);
			}
			await readAgain();
		};

		return {
			scopes: scopesAt(at),
			thaw: (tickers, one) => thawUnder(tickers, [one]),
			freeze: async ({ tickers, scope, reason, until }) => {
				const filters = filtersOfScope(scope, at);
				try {
					await api.filters.freeze({
						body: {
							tickers: [...tickers],
							...(filters ? { filter: filters } : {}),
							...(reason ? { reason } : {}),
							...(until ? { until } : {}),
						},
					});
				} catch (error) {
					if (refusalsOf(error, FREEZE_FIELDS)) throw error;
					snack.error(words.frozenFailed, words.frozenFailedDetail);
					return false;
				}
				const back = (): void => void thawUnder(tickers, filters ?? [undefined]);
				snack.undo(words.frozenSaved, words.froze(tickers.length, scope), words.undo, back);
				await readAgain();
				return true;
			},
		};
	}, [api, queryClient, data, tab, filter]);
};
