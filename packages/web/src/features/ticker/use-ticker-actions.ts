import { useFreeze } from '../../entities/frozen/freeze.ts';
import { useLicence } from '../../entities/session/licence.ts';
import { useFavorite } from '../../entities/stars/favorites.ts';
import { useMissingForStar } from '../../entities/stars/missing.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';

/** Favourites are of no tab. */
const NO_TAB = { tab: undefined, filter: undefined };

/** What a reader can do with a ticker. Without a licence there is nothing to keep it in. */
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
