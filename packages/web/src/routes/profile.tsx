import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/require-session.ts';
import { ProfilePage } from '../features/accounts/profile-page.tsx';
import { factorQuery, sessionsQuery } from '../features/accounts/queries.ts';
import { profileTitles } from '../features/accounts/titles.ts';
import { pageHead } from '../lib/head.ts';

export const Route = createFileRoute('/profile')({
	beforeLoad: async (asked) => {
		await requireSession(asked);
	},
	loader: ({ context: { api, queryClient } }) =>
		Promise.all([queryClient.prefetchQuery(sessionsQuery(api)), queryClient.prefetchQuery(factorQuery(api))]),
	head: ({ match }) =>
		pageHead({
			title: profileTitles.title,
			description: profileTitles.description,
			path: '/profile',
			origin: match.context.origin,
			noindex: true,
		}),
	component: ProfilePage,
});
