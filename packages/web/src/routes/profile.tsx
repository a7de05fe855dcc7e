import { createFileRoute } from '@tanstack/react-router';
import { deliveryQuery } from '../entities/inbox/delivery-settings.ts';
import { requireSession } from '../entities/session/session-query.ts';
import { ProfilePage } from '../features/accounts/profile/profile-page.tsx';
import { factorQuery, sessionsQuery } from '../features/accounts/queries.ts';
import { profileTitles } from '../features/accounts/titles.ts';
import { ProfilePlan } from '../features/plans/profile-plan.tsx';
import { ordersQuery, planPricesQuery, subscriptionQuery } from '../features/plans/queries.ts';
import { unlistedHead } from '../lib/head.ts';

function Profile() {
	return <ProfilePage plan={<ProfilePlan />} />;
}

export const Route = createFileRoute('/profile')({
	beforeLoad: async (context) => ({ reader: await requireSession(context) }),
	loader: ({ context: { api, queryClient, reader } }) =>
		Promise.all([
			queryClient.prefetchQuery(sessionsQuery(api)),
			queryClient.prefetchQuery(factorQuery(api)),
			queryClient.prefetchQuery(deliveryQuery(api)),
			queryClient.prefetchQuery(planPricesQuery(api)),
			queryClient.prefetchQuery(subscriptionQuery(api)),
			queryClient.prefetchQuery(ordersQuery(api, reader)),
		]),
	head: unlistedHead('/profile', profileTitles.title, profileTitles.description),
	component: Profile,
});
