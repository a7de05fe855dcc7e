import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { MoreRows, TABLE_PAGES } from './more-rows.tsx';
import { landingTableQuery } from './queries.ts';
import { TableTabs } from './table-tabs.tsx';
import { LANDING_TABLES, type LandingCategory } from './tables.ts';
import { createLandingSearch, TopTable } from './top-table.tsx';
import { type RowCharts, toTopRows } from './top-view.ts';
import css from './tops.module.css';
import { useTopFailure } from './use-top-failure.ts';
import { words } from './words.ts';

/** Shows the four tables of the landing page. */
export function LandingTops({ rowCharts }: { rowCharts: RowCharts }) {
	return (
		<section aria-labelledby="tops">
			<h2 id="tops" className={css['heading']}>
				{words.heading}
			</h2>
			<TableTabs categories={LANDING_TABLES}>{(category) => <LandingTable category={category} rowCharts={rowCharts} />}</TableTabs>
		</section>
	);
}

/** Shows the first rows. A disclosure that works without scripts contains the others. */
function LandingTable({ category, rowCharts }: { category: LandingCategory; rowCharts: RowCharts }) {
	const { api } = useRouteContext({ from: '__root__' });
	const query = useQuery(landingTableQuery(api, category));
	useTopFailure(query);
	const rows = query.data && toTopRows(query.data, category, rowCharts);
	return (
		<TopTable
			category={category}
			rows={rows}
			failed={query.isError}
			linkSearch={createLandingSearch}
			heading="h3"
			className={css['short']}
			page={TABLE_PAGES[category]}
		>
			<MoreRows category={category} count={rows?.length ?? 0} />
		</TopTable>
	);
}
