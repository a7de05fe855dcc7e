import { redirect } from '@tanstack/react-router';
import { safeRedirect } from '../entities/session/redirect-to.ts';
import { sessionQuery } from '../entities/session/session-query.ts';
import type { LoadContext } from './load.ts';

/** For the `beforeLoad` of pages for signed-out readers: signed-in ones are redirected to their destination, or home. */
export async function redirectSignedIn({ api, queryClient }: LoadContext, redirectTo: unknown): Promise<void> {
	const profile = await queryClient.ensureQueryData(sessionQuery(api)).catch(() => null);
	if (profile) throw redirect({ href: safeRedirect(redirectTo), replace: true });
}
