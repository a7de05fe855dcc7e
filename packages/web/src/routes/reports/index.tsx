import { createFileRoute } from '@tanstack/react-router';
import { pickListSearch, readListState } from '../../entities/list-state/search.ts';
import { reportTitles } from '../../features/reports/titles.ts';
import { unlistedHead } from '../../lib/head.ts';
import { awaitOnServer, isTrader, loadWorkspaceList, redirectToMeasuredList } from '../../pages/load.ts';
import { NeedsLicence } from '../../pages/needs-licence.tsx';
import { WorkspacePage } from '../../pages/workspace-page.tsx';
import page from '../../ui/page.module.css';

function Reports() {
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{reportTitles.title}</h1>
			<NeedsLicence page="reports">
				<WorkspacePage home="/reports" search={Route.useSearch()} />
			</NeedsLicence>
		</div>
	);
}

export const Route = createFileRoute('/reports/')({
	validateSearch: pickListSearch,
	beforeLoad: ({ context, search }) => redirectToMeasuredList(context, '/reports', search),
	loaderDeps: ({ search }) => search,
	loader: ({ context, deps }) =>
		awaitOnServer(isTrader(context).then((trader) => (trader ? loadWorkspaceList(context, readListState(deps).state) : undefined))),
	head: unlistedHead('/reports', reportTitles.title, reportTitles.description),
	component: Reports,
});
