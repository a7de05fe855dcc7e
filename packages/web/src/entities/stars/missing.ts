import { useCallback } from 'react';
import { snack } from '../../ui/snack.ts';
import { useSession } from '../session/session-query.ts';
import { starWords as words } from './words.ts';

/** Says what a reader who can't keep favourites is missing: an account, or a licence for it. */
export function useMissingForStar(): () => void {
	const signedIn = useSession().profile !== null;
	return useCallback(
		() => (signedIn ? snack.info(words.starLicence, words.starLicenceDetail) : snack.info(words.starSignIn, words.starSignInDetail)),
		[signedIn],
	);
}
