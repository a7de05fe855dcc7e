import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import { snack } from '../../ui/snack.ts';
import { refusalsOf } from '../../ui/use-sending.ts';
import { type FreezePlace, nearestScope, type PlaceCalls, placeOf, type ScopeName, scopesAt } from './scopes.ts';
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
	['signals', 'place'],
	['signals', 'frozen'],
	['signals', 'ticker'],
	['filters', 'list'],
	['filters', 'now'],
	['filters', 'count'],
] as const;

/** What a reader writes when freezing. */
const FREEZE_FIELDS = ['reason', 'until'] as const;

export interface Freeze {
	/** Whether it was done; a way back stands for ten seconds. Rejects where the answer names what is wrong with reason or end. */
	freeze(freezing: Freezing): Promise<boolean>;
	thaw(tickers: readonly number[], where: ThawPlace): Promise<void>;
	/** Scopes that mean something here, this list first. */
	scopes: readonly ScopeName[];
	/** What a single key or button means. */
	nearest: ScopeName;
}

/** Where tickers are thawed: in one place, or (empty) wherever they are hidden. */
export type ThawPlace = PlaceCalls['thaw'];

/** Hiding tickers and showing them again. `place` is the list from which it is done. */
export const useFreeze = ({ tab, filter }: FreezePlace): Freeze => {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();

	return useMemo(() => {
		const place = { tab, filter };

		const readAgain = async (): Promise<void> => {
			await Promise.all(HELD.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
		};

		const thaw = async (tickers: readonly number[], where: ThawPlace): Promise<void> => {
			try {
				await api.filters.thaw({ query: { tickers: [...tickers], ...where } });
				snack.info(words.frozenSaved, words.thawed(tickers.length));
			} catch {
				snack.error(words.frozenFailed, words.frozenFailedDetail);
			}
			await readAgain();
		};

		return {
			scopes: scopesAt(place),
			nearest: nearestScope(place),
			thaw,
			freeze: async ({ tickers, scope, reason, until }) => {
				const where = placeOf(scope, place);
				const undo = snack.act();
				try {
					await api.filters.freeze({
						body: { tickers: [...tickers], ...where.freeze, ...(reason ? { reason } : {}), ...(until ? { until } : {}) },
					});
				} catch (error) {
					if (refusalsOf(error, FREEZE_FIELDS)) throw error;
					snack.error(words.frozenFailed, words.frozenFailedDetail);
					return false;
				}
				undo(words.frozenSaved, words.froze(tickers.length, scope), words.undo, () => void thaw(tickers, where.thaw));
				await readAgain();
				return true;
			},
		};
	}, [api, queryClient, tab, filter]);
};
