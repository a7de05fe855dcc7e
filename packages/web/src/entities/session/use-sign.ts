import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { sitePath } from '../../lib/address/site-path.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { needsOtherLanguage } from '../../lib/reader-language.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { sessionKeeper } from './browser-session.ts';
import { safeRedirect } from './redirect-to.ts';
import { accessLife, clearPrivateQueries, type Expiries, type Profile, sessionQuery } from './session-query.ts';
import { signWords as words } from './sign-words.ts';
import { forgetRole, rememberUser } from './stored-user.ts';

/** Reloads the session after something that may have changed it. */
export function useReadSession(): () => Promise<Profile | null> {
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	return useCallback(() => queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 }), [queryClient, api]);
}

/** The last step of every sign-in and sign-out. */
export function useSign() {
	const router = useRouter();
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const readSession = useReadSession();
	const goOn = useCallback((redirectTo: unknown) => void router.navigate({ href: safeRedirect(redirectTo), replace: true }), [router]);
	/** `onward`: signing out at the provider of the session, which leads back. */
	const left = async (onward?: string): Promise<void> => {
		forgetRole();
		sessionKeeper()?.signedOut();
		if (onward) location.assign(onward);
		else await router.navigate({ to: '/' });
	};
	return {
		goOn,
		/** After an answer that set cookies: reads the profile, notifies the other tabs and redirects. */
		enter: async (expiries: Expiries, redirectTo: unknown): Promise<void> => {
			clearPrivateQueries(queryClient);
			const profile = await readSession();
			if (profile) rememberUser(profile);
			sessionKeeper()?.signedIn(accessLife(expiries));
			const target = profile?.must_enrol ? '/profile' : redirectTo;
			// The account's language differs from that of the sign-in page.
			if (needsOtherLanguage(safeRedirect(target))) return location.replace(sitePath(safeRedirect(target)));
			await router.invalidate();
			goOn(target);
		},
		/** Ends the session here, on the server and in every tab. If the server can't be reached, nothing changes. */
		leave: async (): Promise<void> => {
			let onward: string | undefined;
			try {
				onward = await (await import('./end-session.ts')).endSession(api);
			} catch (error) {
				return snack.error(words.failed, error instanceof ApiError ? error.message : '');
			}
			await left(onward);
		},
		/** Also if the server has already ended it. */
		left,
	};
}
