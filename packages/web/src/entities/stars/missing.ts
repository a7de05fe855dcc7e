import { useCallback } from 'react';
import { snack } from '../../ui/snackbars/snack.ts';
import { useSession } from '../session/session-query.ts';
import { starWords as words } from './words.ts';

/** Returns a function that shows a toast: favourites need an account or a licence. */
export function useStarRequirementToast(): () => void {
	const isSignedIn = useSession().profile !== null;
	return useCallback(
		() => (isSignedIn ? snack.info(words.starLicence, words.starLicenceDetail) : snack.info(words.starSignIn, words.starSignInDetail)),
		[isSignedIn],
	);
}
