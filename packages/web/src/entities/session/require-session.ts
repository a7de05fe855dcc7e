import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Api } from '../../lib/api/client.ts';
import { type Profile, sessionQuery } from './session-query.ts';

interface PageRequest {
	context: { api: Api; queryClient: QueryClient };
	location: { href: string };
}

/** For the `beforeLoad` of a protected page: returns the signed-in user, or redirects to sign-in and back. */
export async function requireSession({ context: { api, queryClient }, location }: PageRequest): Promise<Profile> {
	const profile = await queryClient.ensureQueryData(sessionQuery(api));
	if (profile) return profile;
	throw redirect({ to: '/auth/signin', search: { redirectTo: location.href } });
}
