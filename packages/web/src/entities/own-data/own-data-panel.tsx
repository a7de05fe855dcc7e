import { useQuery } from '@tanstack/react-query';
import { useRouteContext, useRouterState } from '@tanstack/react-router';
import type { Api } from '../../lib/api/client.ts';
import { useSession } from '../session/session-query.ts';
import { RestrictedPricesBox } from './own-data-box.tsx';

/** Loads the numbers for `RestrictedPricesBox`, on pages inside the application. */
export function RestrictedPricesPanel() {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery({ queryKey: ['own-data'], queryFn: () => readMarketCounts(api) });
	const returnUrl = useRouterState({ select: ({ location }) => location.href });
	return (
		<RestrictedPricesBox
			counts={data?.counts}
			hasAdministrator={data?.administrator ?? true}
			isSignedIn={useSession().state === 'auth'}
			returnUrl={returnUrl}
		/>
	);
}

async function readMarketCounts(api: Api) {
	const [{ reports, last_report }, { administrator }] = await Promise.all([api.operations.health({ query: {} }), api.operations.secret()]);
	return { counts: { reports, tickers: last_report?.measured ?? 0 }, administrator };
}
