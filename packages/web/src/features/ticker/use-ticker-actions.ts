import { useFreeze } from '../../entities/frozen/freeze.ts';
import { useLicence } from '../../entities/session/licence.ts';
import { useFavorite } from '../../entities/stars/favorites.ts';
import { starWords as words } from '../../entities/stars/words.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { snack } from '../../ui/snack.ts';

/** Favourites are of no tab. */
const NO_TAB = { tab: undefined, filter: undefined };

const askToSignIn = (): void => snack.info(words.starSignIn, words.starSignInDetail);

/** What a reader can do with a ticker. Without a licence there is nothing to keep it in. */
export const useTickerActions = (id: number, { list, fromFavourites }: TickerState, favorite: boolean) => {
	const trader = useLicence() != null;
	const change = useFavorite();
	const { freeze, nearest } = useFreeze(fromFavourites ? NO_TAB : list);
	if (!trader) return { star: askToSignIn, freeze: askToSignIn };
	return {
		star: () => change(id, !favorite),
		freeze: () => void freeze({ tickers: [id], scope: nearest }),
	};
};
