import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/session-query.ts';
import { AlertsPage } from '../features/alerts/alerts-page.tsx';
import { alertsTitle } from '../features/alerts/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import page from '../ui/page.module.css';

function Alerts() {
	const { ticker, watchlist } = Route.useSearch();
	const id = Number(watchlist);
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{alertsTitle}</h1>
			<NeedsLicence page="alerts">
				<AlertsPage
					// For a watchlist, the form starts with a depth, because a price level (the default) works only for a single ticker.
					start={Number.isSafeInteger(id) && id > 0 ? { scope: String(id), kind: 'depth' } : { ticker: String(ticker ?? '').slice(0, 40) }}
				/>
			</NeedsLicence>
		</div>
	);
}

export const Route = createFileRoute('/alerts')({
	validateSearch: (search: { ticker?: string; watchlist?: number }) => search,
	beforeLoad: requireSession,
	head: unlistedHead('/alerts', alertsTitle),
	component: Alerts,
});
