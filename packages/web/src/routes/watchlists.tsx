import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/session-query.ts';
import { watchlistsTitle } from '../features/watchlists/titles.ts';
import { WatchlistsPage } from '../features/watchlists/watchlists-page.tsx';
import { unlistedHead } from '../lib/head.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import page from '../ui/page.module.css';

const TOKEN = /^[\w-]{1,64}$/;

function Watchlists() {
	const { id, shared } = Route.useSearch();
	const watchlistId = Number(id);
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{watchlistsTitle}</h1>
			<NeedsLicence page="watchlists">
				<WatchlistsPage
					id={Number.isSafeInteger(watchlistId) && watchlistId > 0 ? watchlistId : undefined}
					shareToken={TOKEN.test(String(shared ?? '')) ? String(shared) : undefined}
				/>
			</NeedsLicence>
		</div>
	);
}

export const Route = createFileRoute('/watchlists')({
	validateSearch: (search: { id?: number; shared?: string }) => search,
	beforeLoad: requireSession,
	head: unlistedHead('/watchlists', watchlistsTitle),
	component: Watchlists,
});
