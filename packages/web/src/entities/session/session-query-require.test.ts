import { QueryClient } from '@tanstack/react-query';
import { isRedirect } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import type { Api } from '../../lib/api/client.ts';
import { createProfile } from '../../testing/accounts.ts';
import { requireSession } from './session-query.ts';

it('gives the user, or leads to sign-in and back', async () => {
	const ask = (api: object) => {
		const context = { api: { accounts: api } as unknown as Api, queryClient: new QueryClient() };
		return requireSession({ context, location: { href: '/alerts?page=2' } });
	};
	expect(await ask({ profile: async () => createProfile() })).toMatchObject({ email: createProfile().email });
	const thrown = await ask({ profile: async () => null }).catch((error: unknown) => error);
	expect(isRedirect(thrown) && thrown.options).toMatchObject({ to: '/auth/signin', search: { redirectTo: '/alerts?page=2' } });
});
