import { createFileRoute } from '@tanstack/react-router';
import { type ListSearch, readListState } from '../entities/list-state/search.ts';
import { requireSession } from '../entities/session/session-query.ts';
import { DecisionsPage } from '../features/decisions/decisions-page.tsx';
import { decisionsTitle } from '../features/decisions/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import page from '../ui/page.module.css';

type DecisionSearch = Pick<ListSearch, 'operation' | 'filterId' | 'strategyTimeframe'> & { ticker?: string; page?: string };

function Decisions() {
	const { ticker = '', page: pageText = '', ...list } = Route.useSearch();
	const { operation, strategy, filter } = readListState(list).state;
	const initialValues = {
		ticker: String(ticker).slice(0, 40),
		...(list.operation === undefined ? {} : { operation }),
		strategy,
		filter: filter === undefined ? '' : String(filter),
	};
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{decisionsTitle}</h1>
			<NeedsLicence page="decisions">
				<DecisionsPage initialValues={initialValues} page={/^[1-9]\d{0,3}$/.test(String(pageText)) ? Number(pageText) : 1} />
			</NeedsLicence>
		</div>
	);
}

export const Route = createFileRoute('/decisions')({
	validateSearch: (search: DecisionSearch) => search,
	beforeLoad: requireSession,
	head: unlistedHead('/decisions', decisionsTitle),
	component: Decisions,
});
