import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type Profile, sessionQuery } from '../../entities/session/session-query.ts';
import type { Api } from '../../lib/api/client.ts';

export type Sessions = AnswerOf<Contract['accounts']['sessions']>;

export type SecondFactor = AnswerOf<Contract['accounts']['secondFactor']>;

export function factorQuery(api: Api) {
	return queryOptions({ queryKey: ['accounts', 'second-factor'], queryFn: () => api.accounts.secondFactor(), staleTime: 0 });
}

export type PersonalKeys = AnswerOf<Contract['accounts']['keys']>;

export function personalKeysQuery(api: Api) {
	return queryOptions({ queryKey: ['accounts', 'keys'], queryFn: () => api.accounts.keys(), staleTime: 0 });
}

export function providersQuery(api: Api) {
	return queryOptions({
		queryKey: ['shell', 'providers'],
		queryFn: () => api.accounts.oauthProviders(),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Whether accounts can have passwords. True until known, because the server would refuse a password with a reason. */
export function usePasswordsEnabled(): boolean {
	const { api } = useRouteContext({ from: '__root__' });
	return useQuery(providersQuery(api)).data?.passwords ?? true;
}

export function sessionsQuery(api: Api) {
	return queryOptions({ queryKey: ['accounts', 'sessions'], queryFn: () => api.accounts.sessions(), staleTime: 0 });
}

export function invitationQuery(api: Api, id: string, code: string) {
	return queryOptions({
		queryKey: ['accounts', 'invitation', id],
		queryFn: () => api.accounts.verifyInvitation({ params: { id }, body: { code } }),
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

type ProfileChange = Parameters<Api['accounts']['changeProfile']>[0]['body'];

/** Returns a function that changes the reader's profile and updates the cached session with the response. */
export function useChangeProfile(): (body: ProfileChange) => Promise<Profile> {
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	return async (body) => {
		const profile = await api.accounts.changeProfile({ body });
		queryClient.setQueryData(sessionQuery(api).queryKey, profile);
		return profile;
	};
}
