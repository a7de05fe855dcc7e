import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '../entities/session/session-query.ts';
import { siteQuery } from '../entities/session/site-query.ts';
import { PlansPage } from '../features/plans/plans-page.tsx';
import { daySlotsQuery, ordersQuery, planPricesQuery, subscriptionQuery } from '../features/plans/queries.ts';
import { planTitles } from '../features/plans/titles.ts';
import { pickKeys } from '../lib/address/search-params.ts';
import { pageHead } from '../lib/head.ts';
import { awaitOnServer, type LoadContext } from '../pages/load.ts';

async function load({ api, queryClient }: LoadContext): Promise<void> {
	const profile = await queryClient.ensureQueryData(sessionQuery(api)).catch(() => null);
	await Promise.all([
		queryClient.prefetchQuery(planPricesQuery(api)),
		queryClient.prefetchQuery(daySlotsQuery(api)),
		queryClient.prefetchQuery(siteQuery(api)),
		...(profile ? [queryClient.prefetchQuery(ordersQuery(api, profile)), queryClient.prefetchQuery(subscriptionQuery(api))] : []),
	]);
}

function Prices() {
	return <PlansPage search={Route.useSearch()} />;
}

export const Route = createFileRoute('/prices')({
	// The page itself validates these values, so that the scripts of other pages don't include the validation.
	validateSearch: (search: Record<string, unknown>) => pickKeys(search, ['period', 'currency']),
	loader: ({ context }) => awaitOnServer(load(context)),
	head: ({ match }) =>
		pageHead({ title: planTitles.title, description: planTitles.description, path: '/prices', origin: match.context.origin }),
	component: Prices,
});
