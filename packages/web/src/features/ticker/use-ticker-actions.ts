import { useFreeze } from '../../entities/frozen/freeze.ts';
import { useLicence } from '../../entities/session/licence.ts';
import { useFavorite } from '../../entities/stars/favorites.ts';
import { useMissingForStar } from '../../entities/stars/missing.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';

/** Favourites have no tab. */
const NO_TAB = { tab: undefined, filter: undefined };

/** A reader's actions on a ticker. Without a licence, nothing can be saved. */
export const useTickerActions = (id: number, { list, fromFavourites }: TickerState, favorite: boolean) => {
	const trader = useLicence() != null;
	const change = useFavorite();
	const refuse = useMissingForStar();
	const { freeze, nearest } = useFreeze(fromFavourites ? NO_TAB : list);
	if (!trader) return { star: refuse, freeze: refuse };
	return {
		star: () => change(id, !favorite),
		freeze: () => void freeze({ tickers: [id], scope: nearest }),
	};
};
