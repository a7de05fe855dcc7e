import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type Profile, sessionQuery } from '../../../entities/session/session-query.ts';
import type { Api } from '../../../lib/api/client.ts';

type Change = Parameters<Api['accounts']['changeProfile']>[0]['body'];

/** Changes the caller's own profile and shows the answer everywhere. */
export function useChangeProfile(): (body: Change) => Promise<Profile> {
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	return async (body) => {
		const profile = await api.accounts.changeProfile({ body });
		queryClient.setQueryData(sessionQuery(api).queryKey, profile);
		return profile;
	};
}
