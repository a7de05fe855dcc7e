import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { Api } from '../../lib/api/client.ts';

/** Queries the server's configuration for browsers: the captcha and its site key, and who can sign up. */
export function siteQuery(api: Api) {
	return queryOptions({ queryKey: ['shell', 'secret'], queryFn: () => api.operations.secret(), staleTime: Number.POSITIVE_INFINITY });
}

/** Returns who can create an account. 'open' until known, because the server would refuse with a reason. */
export function useSignUpMode() {
	const { api } = useRouteContext({ from: '__root__' });
	return useQuery(siteQuery(api)).data?.sign_up ?? 'open';
}
