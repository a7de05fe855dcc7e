import type { ApiTransport } from '@sw/contract/client/transport';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { sitePath } from '../../lib/address/site-path.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { needsOtherLanguage } from '../../lib/reader-language.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { words } from '../../ui/words.ts';
import { createKeeper, type Keeper, type TabMessage } from './keeper.ts';
import { accessLifeMs, clearPrivateQueries, type Expiries, type Profile, safeRedirect, sessionQuery, useSession } from './session-query.ts';
import { forgetRole, rememberUser, wasSignedIn } from './stored-user.ts';

const NAME = 'signalwheel-session';

export interface SessionEvents {
	onEnded(): void;
	onSignedIn(): void;
}

let keeper: Keeper | undefined;

/** Returns the session keeper of this page; undefined before it has started. */
export function sessionKeeper(): Keeper | undefined {
	return keeper;
}

/**
 * Starts the session keeper of this page, with the browser's locks and channels. The
 * returned function stops the keeper. `api` must not renew tokens itself.
 */
export function startSession(api: Api, events: SessionEvents): () => void {
	const channel = new BroadcastChannel(NAME);
	const newKeeper = createKeeper({
		refresh: async () => {
			try {
				return accessLifeMs(await api.accounts.refresh({ body: {} }));
			} catch (error) {
				if (error instanceof ApiError && error.status === 401) return null;
				throw error;
			}
		},
		withLock: runExclusively,
		notify: (message) => channel.postMessage(message),
		now: () => Date.now(),
		schedule: (ms, callback) => {
			const timer = setTimeout(callback, ms);
			return () => clearTimeout(timer);
		},
		...events,
	});
	channel.onmessage = ({ data }: MessageEvent<TabMessage>) => newKeeper.receive(data);
	keeper = newKeeper;
	return () => {
		newKeeper.stop();
		channel.close();
		keeper = undefined;
	};
}

function runExclusively<T>(task: () => Promise<T>): Promise<T> {
	return navigator.locks ? (navigator.locks.request(NAME, task) as Promise<T>) : task();
}

/** Calls whose 401 response doesn't mean that the access token has expired. */
const UNRELATED_401 = /^\/api\/auth\/(?:login|refresh|signup)/;

/** Wraps a transport. A call that fails because the token has expired is repeated once with a new token. */
export function retryWithFreshToken(transport: ApiTransport): ApiTransport {
	return async (request) => {
		const reply = await transport(request);
		if (reply.status !== 401 || UNRELATED_401.test(request.url) || !keeper || !wasSignedIn()) return reply;
		return (await keeper.refreshNow()) ? transport(request) : reply;
	};
}

/** Keeps this tab's session in step with its tokens and with the other tabs. Renders nothing. */
export function SessionKeeper() {
	const router = useRouter();
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const { state, profile } = useSession();

	useEffect(() => {
		const reloadSession = async (): Promise<void> => {
			clearPrivateQueries(queryClient);
			await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 });
			await router.invalidate();
		};
		const stop = startSession(api, {
			onEnded: () => {
				forgetRole();
				queryClient.setQueryData(sessionQuery(api).queryKey, null);
				clearPrivateQueries(queryClient);
				// A page that requires a session redirects to sign-in. After sign-in, the reader returns to the page.
				void router.invalidate();
			},
			onSignedIn: () => void reloadSession(),
		});
		// The page was rendered signed out, because the access token expired while the browser was closed.
		if (wasSignedIn() && queryClient.getQueryData(sessionQuery(api).queryKey) === null)
			void sessionKeeper()
				?.refreshNow()
				.then(
					(isRestored) => (isRestored ? reloadSession() : undefined),
					() => {},
				);
		return stop;
	}, [api, queryClient, router]);

	useEffect(() => {
		if (state !== 'auth' || !profile) return;
		rememberUser(profile);
		sessionKeeper()?.watch(accessLifeMs(profile));
	}, [state, profile]);

	return null;
}

/** Returns a function that reloads the session, to be called after a possible change. */
export function useReloadSession(): () => Promise<Profile | null> {
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	return useCallback(() => queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 }), [queryClient, api]);
}

/** Returns the functions for the last steps of signing in and out. */
export function useSignInOut() {
	const router = useRouter();
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const readSession = useReloadSession();
	const continueTo = useCallback(
		(redirectTo: unknown) => void router.navigate({ href: safeRedirect(redirectTo), replace: true }),
		[router],
	);
	/** `signOutUrl`: the URL that signs out at an external identity provider, which redirects back afterwards. */
	const finishSignOut = async (signOutUrl?: string): Promise<void> => {
		forgetRole();
		sessionKeeper()?.signOut();
		if (signOutUrl) location.assign(signOutUrl);
		else await router.navigate({ to: '/' });
	};
	return {
		continueTo,
		/** Called after a response that set the session cookies: reads the profile, notifies the other tabs and redirects. */
		finishSignIn: async (expiries: Expiries, redirectTo: unknown): Promise<void> => {
			clearPrivateQueries(queryClient);
			const profile = await readSession();
			if (profile) rememberUser(profile);
			sessionKeeper()?.signIn(accessLifeMs(expiries));
			const target = profile?.must_enrol ? '/profile' : redirectTo;
			// The account's language can differ from the sign-in page's.
			if (needsOtherLanguage(safeRedirect(target))) return location.replace(sitePath(safeRedirect(target)));
			await router.invalidate();
			continueTo(target);
		},
		/** Ends the session here, on the server and in every tab. Changes nothing if the server can't be reached. */
		signOut: async (): Promise<void> => {
			let signOutUrl: string | undefined;
			try {
				signOutUrl = await (await import('./end-session.ts')).endSession(api);
			} catch (error) {
				return snack.error(words.stillSignedIn, error instanceof ApiError ? error.message : '');
			}
			await finishSignOut(signOutUrl);
		},
		/** The last step of signing out, also used if the server has already ended the session. */
		finishSignOut,
	};
}
