import { useFavorite } from '../../lib/desk/favorites.ts';
import { useFreeze } from '../../lib/desk/frozen.ts';
import { useLicence } from '../../lib/desk/licence.ts';
import { nearestScope } from '../../lib/desk/scopes.ts';
import { deskWords as words } from '../../lib/desk/words.ts';
import type { TickerState } from '../../lib/list-state/ticker.ts';
import { snack } from '../../lib/snack.ts';

const askToSignIn = (): void => snack.info(words.starSignIn, words.starSignInDetail);

/** What a reader can do with a ticker. Without a licence there is nothing to keep it in. */
export const useTickerActions = (id: number, { list }: TickerState, favorite: boolean) => {
	const trader = useLicence() != null;
	const change = useFavorite();
	const { freeze } = useFreeze(list);
	if (!trader) return { star: askToSignIn, freeze: askToSignIn };
	return {
		star: () => change(id, !favorite),
		freeze: () => void freeze({ tickers: [id], scope: nearestScope(list) }),
	};
};
