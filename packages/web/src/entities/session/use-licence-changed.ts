import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { sessionKeeper } from './browser-session.ts';
import { accessLife, clearPrivateQueries, type Profile, sessionQuery } from './session-query.ts';
import { useReadSession } from './use-sign.ts';

/**
 * After anything that may have changed the reader's licence: reloads the session, and applies a change everywhere, in every tab of the browser,
 * without a new sign-in. Returns whether it changed, and the current profile.
 */
export function useLicenceChanged(): (keep: string) => Promise<{ changed: boolean; profile: Profile | null }> {
	const router = useRouter();
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const readSession = useReadSession();
	return useCallback(
		async (keep) => {
			const before = queryClient.getQueryData(sessionQuery(api).queryKey);
			const profile = await readSession();
			if (!profile || profile.license === before?.license) return { changed: false, profile };
			clearPrivateQueries(queryClient, keep);
			sessionKeeper()?.signedIn(accessLife(profile));
			await router.invalidate();
			return { changed: true, profile };
		},
		[api, queryClient, router, readSession],
	);
}
