import { createFileRoute } from '@tanstack/react-router';
import { filtersQuery } from '../entities/filters/saved-filters.ts';
import { deliveryQuery } from '../entities/inbox/delivery-settings.ts';
import { requireSession } from '../entities/session/session-query.ts';
import { FilterListPage, type NarrowingSearch, narrowedFiltersQuery, readNarrowing } from '../features/filters/filter-list.tsx';
import { filterTitles } from '../features/filters/titles.ts';
import { pickTexts, type RawSearch } from '../lib/address/search-params.ts';
import { unlistedHead } from '../lib/head.ts';
import { awaitOnServer, isTrader, type LoadContext } from '../pages/load.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import page from '../ui/page.module.css';

const KEYS = ['tabType', 'strategyTimeframe', 'favorite', 'dislike', 'edit'] as const satisfies readonly (keyof NarrowingSearch)[];

function Filters() {
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{filterTitles.pageTitle}</h1>
			<NeedsLicence page="filters">
				<FilterList />
			</NeedsLicence>
		</div>
	);
}

function FilterList() {
	const search = Route.useSearch();
	return <FilterListPage edit={search.edit} narrowing={readNarrowing(search)} />;
}

async function load({ api, queryClient }: LoadContext, search: NarrowingSearch): Promise<void> {
	if (!(await isTrader({ api, queryClient }))) return;
	await Promise.all([
		queryClient.prefetchQuery(filtersQuery(api)),
		queryClient.prefetchQuery(narrowedFiltersQuery(api, readNarrowing(search))),
		queryClient.prefetchQuery(deliveryQuery(api)),
	]);
}

export const Route = createFileRoute('/filter-settings-list')({
	validateSearch: (search: RawSearch): NarrowingSearch => pickTexts(search, KEYS),
	loaderDeps: ({ search }) => search,
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loader: ({ context, deps }) => awaitOnServer(load(context, deps)),
	head: unlistedHead('/filter-settings-list', filterTitles.pageTitle, filterTitles.pageDescription),
	component: Filters,
});
