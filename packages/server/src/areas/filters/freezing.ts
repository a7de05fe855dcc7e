import type { CallerAccount } from '@sw/domain/access/caller';
import { EVERYWHERE, type FreezeScope } from '@sw/domain/filters/frozen';
import type { Tab } from '@sw/domain/signals/sector';
import { isoSeconds } from '@sw/domain/time/format';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { malformed, unknownFilter, unknownTicker } from '../../platform/errors.ts';
import type { FiltersParts } from './filters.ts';
import { presentFrozen } from './present.ts';

export interface FreezingParts extends FiltersParts {
	/** Whether the market has a ticker with this id. */
	isTicker(id: number): boolean;
}

interface FreezeForm {
	filter?: readonly number[] | undefined;
	tab?: Tab | undefined;
	tickers: readonly TickerId[];
	reason?: string | undefined;
	until?: UtcMs | null | undefined;
}

interface UnfreezeForm {
	filter?: number | undefined;
	tab?: Tab | undefined;
	scope?: 'all' | undefined;
	tickers: readonly TickerId[];
}

/** Freezes and unfreezes tickers, and switches favourites. */
export function createFreezing({ records, userLists, now, freezeNow, isTicker }: FreezingParts) {
	const requireKnownTickers = (ids: readonly number[]): void => {
		const unknownIds = ids.filter((id) => !isTicker(id));
		if (unknownIds.length > 0) throw unknownTicker('tickers', 400, unknownIds);
	};

	const requireOwnFilters = async (userId: string, ids: readonly number[]): Promise<void> => {
		const lists = await userLists.get(userId);
		const foreignIds = ids.filter((id) => !lists.filter(id));
		if (foreignIds.length > 0) throw unknownFilter('filter', 400, foreignIds);
	};

	const present = async (userId: string, changedCount: number) => {
		userLists.forget(userId);
		return { changed: changedCount, ...presentFrozen(await userLists.get(userId), freezeNow()) };
	};

	return {
		/** `changed`: number of tickers that weren't frozen in this place before. */
		freeze: async ({ id: userId }: CallerAccount, { filter, tab, tickers, reason = '', until = null }: FreezeForm) => {
			requireKnownTickers(tickers);
			await requireOwnFilters(userId, filter ?? []);
			const since = freezeNow();
			if (until !== null && until <= since) throw malformed('until', `The end must be after ${isoSeconds(since)}, the market’s time.`);
			const tickerIds = [...new Set(tickers)];
			return present(userId, await records.freeze(userId, { scopes: toFreezeScopes({ filter, tab }), tickerIds, reason, since, until }));
		},

		/** `changed`: number of removed entries. */
		unfreeze: async ({ id: userId }: CallerAccount, form: UnfreezeForm) => {
			await requireOwnFilters(userId, form.filter === undefined ? [] : [form.filter]);
			const removedCount = await records.thaw(userId, findUnfreezeScope(form), form.tickers);
			// A ticker that is no longer in the market can still be unfrozen.
			if (removedCount === 0) requireKnownTickers(form.tickers);
			return present(userId, removedCount);
		},

		/** Toggles a favourite, or sets it to `isFavorite`. Returns whether the ticker is a favourite now. */
		switchFavorite: async ({ id: userId }: CallerAccount, ticker: TickerId, isFavorite?: boolean): Promise<boolean> => {
			if (!isTicker(ticker)) throw unknownTicker('ticker');
			const isFavoriteNow = await records.switchFavorite(userId, ticker, now(), isFavorite);
			userLists.forget(userId);
			return isFavoriteNow;
		},
	};
}

/** Returns where to unfreeze; undefined means in all lists, tabs and filters. */
function findUnfreezeScope({ filter, tab, scope }: UnfreezeForm): FreezeScope | undefined {
	if (filter !== undefined) return { filterId: filter, tab: null };
	return tab !== undefined ? { filterId: null, tab } : scope && EVERYWHERE;
}

function toFreezeScopes({ filter, tab }: Pick<FreezeForm, 'filter' | 'tab'>): FreezeScope[] {
	if (tab !== undefined) return [{ filterId: null, tab }];
	return filter === undefined ? [EVERYWHERE] : [...new Set(filter)].map((filterId) => ({ filterId, tab: null }));
}
