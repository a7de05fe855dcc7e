import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';

export type Profile = AnswerOf<Contract['accounts']['profile']>;
export type Expiries = AnswerOf<Contract['accounts']['refresh']>;

/** Remaining lifetime of the access token when the answer arrived, in milliseconds. The browser's own clock may be wrong. */
export function accessLife({ access_token_exp, now }: Pick<Expiries, 'access_token_exp' | 'now'>): number {
	return Date.parse(access_token_exp) - Date.parse(now);
}

/** The signed-in user; null for a visitor. It changes only by signing in or out. */
export function sessionQuery(api: Api) {
	return queryOptions({
		queryKey: ['session'],
		queryFn: () => read(api),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
	});
}

async function read(api: Api): Promise<Profile | null> {
	try {
		return await api.accounts.profile();
	} catch (error) {
		if (error instanceof ApiError && error.status === 401) return null;
		throw error;
	}
}

/** 'unknown' until the first answer. */
export function useSession(): { state: 'unknown' | 'auth' | 'no_auth'; profile: Profile | null } {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(sessionQuery(api));
	return data === undefined ? { state: 'unknown', profile: null } : { state: data ? 'auth' : 'no_auth', profile: data };
}

/** API answers depend on the user: when the user changes, all are fetched again except those whose key begins with `keep`. */
export function clearPrivateQueries(queryClient: QueryClient, keep?: string): void {
	const kept: readonly unknown[] = ['session', 'shell', ...(keep === undefined ? [] : [keep])];
	queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
}
