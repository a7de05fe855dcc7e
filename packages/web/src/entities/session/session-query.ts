import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { Licence } from '@sw/domain/reports/licence';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { redirect, useRouteContext } from '@tanstack/react-router';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';

export type Profile = AnswerOf<Contract['accounts']['profile']>;
export type Expiries = AnswerOf<Contract['accounts']['refresh']>;

/** Returns the remaining lifetime of the access token in ms. It uses only the server's clock, because the browser's clock can be wrong. */
export function accessLifeMs({ access_token_exp, now }: Pick<Expiries, 'access_token_exp' | 'now'>): number {
	return Date.parse(access_token_exp) - Date.parse(now);
}

/** Queries the signed-in user; null for a visitor. The user changes only by signing in or out. */
export function sessionQuery(api: Api) {
	return queryOptions({
		queryKey: ['session'],
		queryFn: () => readProfile(api),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
	});
}

async function readProfile(api: Api): Promise<Profile | null> {
	try {
		return await api.accounts.profile();
	} catch (error) {
		if (error instanceof ApiError && error.status === 401) return null;
		throw error;
	}
}

/** Returns the reader's session. `state` is 'unknown' until the session is first loaded. */
export function useSession(): { state: 'unknown' | 'auth' | 'no_auth'; profile: Profile | null } {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(sessionQuery(api));
	return data === undefined ? { state: 'unknown', profile: null } : { state: data ? 'auth' : 'no_auth', profile: data };
}

/** Removes cached queries when the user changes, because their responses depend on the user. Keys that begin with 'session', 'shell' or `keptPrefix` stay. */
export function clearPrivateQueries(queryClient: QueryClient, keptPrefix?: string): void {
	const keptPrefixes: readonly unknown[] = ['session', 'shell', ...(keptPrefix === undefined ? [] : [keptPrefix])];
	queryClient.removeQueries({ predicate: ({ queryKey }) => !keptPrefixes.includes(queryKey[0]) });
}

/** Returns the reader's licence. Null for visitors and accounts without a licence; undefined until the session is known. */
export function useLicence(): Licence | null | undefined {
	const { state, profile } = useSession();
	return state === 'unknown' ? undefined : (profile?.license ?? null);
}

interface PageRequest {
	context: { api: Api; queryClient: QueryClient };
	location: { href: string };
}

/** For `beforeLoad` of a protected page: returns the signed-in user, or redirects to sign-in. After sign-in, the reader returns to the page. */
export async function requireSession({ context: { api, queryClient }, location }: PageRequest): Promise<Profile> {
	const profile = await queryClient.ensureQueryData(sessionQuery(api));
	if (profile) return profile;
	throw redirect({ to: '/auth/signin', search: { redirectTo: location.href } });
}

/** Returns the path to open after sign-in: a path of this site that isn't a sign-in page. Anything else becomes the home page. */
export function safeRedirect(target: unknown): string {
	if (typeof target !== 'string' || !target.startsWith('/') || /^\/[/\\]/.test(target) || /[\p{Cc}\\]/u.test(target)) return '/';
	const base = 'http://site.invalid';
	if (!URL.canParse(target, base)) return '/';
	const url = new URL(target, base);
	if (url.origin !== base || /^\/(?:auth|oauth|api|login|logout)(?:\/|$)/.test(url.pathname)) return '/';
	return url.pathname + url.search + url.hash;
}

/** Returns `safeRedirect` as a parameter of calls that mail a link. Left out for the home page and for paths too long for a mail. */
export function redirectParameter(target: unknown): { redirect_to?: string } {
	const path = safeRedirect(target);
	return path === '/' || path.length > 400 ? {} : { redirect_to: path };
}
