import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Api } from '../../lib/api/client.ts';
import { type Profile, sessionQuery } from './session-query.ts';

/** Pages that only signed-in users see: those whose `beforeLoad` calls requireSession. */
const PROTECTED = [
	/^\/(?:admin|alerts|breadth|decisions|favourites|filter-settings-list|frozen-list|messages|profile|reports|signal-search|target|watchlists)(?:\/|$)/,
	/^\/ticker\/[^/]+\/(?:history|validation)$/,
];

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

export function isProtected(path: string): boolean {
	return PROTECTED.some((pages) => pages.test(path));
}
