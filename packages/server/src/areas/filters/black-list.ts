import type { CallerAccount } from '@sw/domain/access/caller';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { malformed, notFound } from '../../platform/errors.ts';
import type { FiltersParts } from './filters.ts';
import { presentFrozen } from './present.ts';

export interface BlackListParts extends FiltersParts {
	/** Whether the market has a ticker with this id. */
	isTicker(id: number): boolean;
}

interface FreezeForm {
	filter?: readonly number[] | undefined;
	tickers: readonly TickerId[];
	reason?: string | undefined;
	until?: UtcMs | null | undefined;
}

/** The frozen list and the favourites. */
export const createBlackList = ({ records, personal, now, isTicker }: BlackListParts) => {
	const refuseUnknownTickers = (ids: readonly number[]): void => {
		const unknown = ids.filter((id) => !isTicker(id));
		if (unknown.length > 0) throw malformed('tickers', `There is no ticker ${unknown.join(', ')}`);
	};

	const refuseForeignFilters = async (userId: string, ids: readonly number[]): Promise<void> => {
		const lists = await personal.of(userId);
		const foreign = ids.filter((id) => !lists.filter(id));
		if (foreign.length > 0) throw malformed('filter', `There is no filter ${foreign.join(', ')}`);
	};

	const present = async (userId: string, changed: number) => {
		personal.forget(userId);
		return { changed, ...presentFrozen(await personal.of(userId), now()) };
	};

	return {
		/** `changed` counts tickers. */
		freeze: async ({ id: userId }: CallerAccount, { filter, tickers, reason = '', until = null }: FreezeForm) => {
			refuseUnknownTickers(tickers);
			await refuseForeignFilters(userId, filter ?? []);
			const since = now();
			if (until !== null && until <= since) throw malformed('until', 'The end must lie in the future.');
			const tickerIds = [...new Set(tickers)];
			const filterIds = filter === undefined ? [null] : [...new Set(filter)];
			await records.freeze(userId, { filterIds, tickerIds, reason, since, until });
			return present(userId, tickerIds.length);
		},

		/** `changed` counts entries that ended. */
		thaw: async ({ id: userId }: CallerAccount, { filter, tickers }: { filter?: number | undefined; tickers: readonly TickerId[] }) => {
			await refuseForeignFilters(userId, filter === undefined ? [] : [filter]);
			return present(userId, await records.thaw(userId, filter, tickers));
		},

		/** True when the ticker is a favourite now. */
		switchFavorite: async ({ id: userId }: CallerAccount, ticker: TickerId): Promise<boolean> => {
			if (!isTicker(ticker)) throw notFound('There is no such ticker');
			const on = await records.switchFavorite(userId, ticker, now());
			personal.forget(userId);
			return on;
		},
	};
};
