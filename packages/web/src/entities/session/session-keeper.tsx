import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionKeeper, startSession } from './browser-session.ts';
import { isProtected } from './require-session.ts';
import { accessLife, clearPrivateQueries, sessionQuery, useSession } from './session-query.ts';
import { forgetRole, rememberUser, wasSignedIn } from './stored-user.ts';

/** Keeps the session of this tab in step with its tokens and with the other tabs. Draws nothing. */
export function SessionKeeper() {
	const router = useRouter();
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const { state, profile } = useSession();

	useEffect(() => {
		const readAgain = async (): Promise<void> => {
			clearPrivateQueries(queryClient);
			await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 });
			await router.invalidate();
		};
		const stop = startSession(api, {
			onEnded: () => {
				const was = wasSignedIn();
				forgetRole();
				queryClient.setQueryData(sessionQuery(api).queryKey, null);
				clearPrivateQueries(queryClient);
				const { pathname, href } = router.state.location;
				if (was && isProtected(pathname)) void router.navigate({ to: '/auth/signin', search: { redirectTo: href } });
				else void router.invalidate();
			},
			onSignedIn: () => void readAgain(),
		});
		// Rendered as signed out although the reader was signed in: the access token expired while the page was closed.
		if (wasSignedIn() && queryClient.getQueryData(sessionQuery(api).queryKey) === null)
			void sessionKeeper()
				?.refreshNow()
				.then(
					(back) => (back ? readAgain() : undefined),
					() => {},
				);
		return stop;
	}, [api, queryClient, router]);

	useEffect(() => {
		if (state !== 'auth' || !profile) return;
		rememberUser(profile);
		sessionKeeper()?.watch(accessLife(profile));
	}, [state, profile]);

	return null;
}
