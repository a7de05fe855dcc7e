import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/require-session.ts';
import { DecisionsPage } from '../features/decisions/decisions-page.tsx';
import { decisionsTitle } from '../features/decisions/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import page from '../ui/page.module.css';

function Decisions() {
	const { ticker = '', page: number = '' } = Route.useSearch();
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{decisionsTitle}</h1>
			<NeedsLicence>
				<DecisionsPage ticker={String(ticker).slice(0, 40)} page={/^[1-9]\d{0,3}$/.test(String(number)) ? Number(number) : 1} />
			</NeedsLicence>
		</div>
	);
}

export const Route = createFileRoute('/decisions')({
	validateSearch: (search: { ticker?: string; page?: string }) => search,
	beforeLoad: requireSession,
	head: unlistedHead('/decisions', decisionsTitle),
	component: Decisions,
});
